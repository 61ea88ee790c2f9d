// Children that whole blocks run, in blocks of several sizes: a queue and a drain for each, and one after the other.
// prints: small 74496, wide 43776, tiles 79872 wrong 0, marks 1920, last 600, votes 168
// prints: success
// offered: mark 264
// offered: last 24
// offered: vote 144
// offered: wide 144
// offered: small 48
// offered: wide 48
// offered: vote 24
// offered: wide 24
// offered: small 16
// offered: tile 24
// offered: tile 24
// offered: relay 12
// offered: mark 24
#include <cstdio>

enum { kSmall, kWide, kTiles, kWrong, kMarks, kLast, kVotes, kCounts };
constexpr int kSmallBlock = 32, kWideBlock = 96;

struct Large {
  int first, between[40], last;
};

// of all drains, whichever pushes it
__global__ void mark(int* counts, int n) { atomicAdd(&counts[kMarks], n + threadIdx.x); }

// a size that is no whole number of warps
__global__ void last(int* counts, Large large) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = large.first;
  __syncthreads();
  atomicAdd(&sum, large.last);
  __syncthreads();
  if (threadIdx.x == 6) atomicAdd(&counts[kLast], sum);
}

__global__ void wide(int* counts, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, n);
  __syncthreads();
  if (threadIdx.x == 0) {
    atomicAdd(&counts[kWide], sum);
    mark<<<1, 3, 0, cudaStreamFireAndForget>>>(counts, 1);
    if (n == 3) last<<<1, 7, 0, cudaStreamFireAndForget>>>(counts, Large{4, {}, 3});
  }
}

// in blocks of 32 that are spelled in two ways
__global__ void vote(int* counts) {
  if (__all_sync(~0u, threadIdx.x < 32) && threadIdx.x == 0) atomicAdd(&counts[kVotes], 1);
}

// without a serial body; it launches blocks of its own size, and larger ones
__global__ void small(int* counts, int depth) {
  int x = threadIdx.x + blockIdx.x;
  for (int lanes = 16; lanes > 0; lanes /= 2) x += __shfl_down_sync(~0u, x, lanes);
  if (threadIdx.x > 0) return;
  atomicAdd(&counts[kSmall], x);
  vote<<<1, kSmallBlock, 0, cudaStreamFireAndForget>>>(counts);
  wide<<<1, kWideBlock, 0, cudaStreamFireAndForget>>>(counts, 2);
  if (depth > 0 && blockIdx.x == 0) small<<<2, kSmallBlock, 0, cudaStreamFireAndForget>>>(counts, depth - 1);
}

__global__ void relay(int* counts) { wide<<<2, kWideBlock, 0, cudaStreamFireAndForget>>>(counts, 1); }

// one child in blocks of two sizes
__global__ void tile(int* counts, int rows) {
  __shared__ int cells[48];
  const int size = blockDim.x * blockDim.y, rank = threadIdx.y * blockDim.x + threadIdx.x;
  cells[rank] = rank + blockIdx.x;
  __syncthreads();
  const int other = cells[size - 1 - rank];
  atomicAdd(&counts[kTiles], other);
  if (other != size - 1 - rank + static_cast<int>(blockIdx.x) || static_cast<int>(blockDim.y) != rows)
    atomicAdd(&counts[kWrong], 1);
}

__global__ void parent(int* counts) {
  vote<<<1, 32, 0, cudaStreamFireAndForget>>>(counts);
  wide<<<1, kWideBlock, 0, cudaStreamFireAndForget>>>(counts, 3);
  if (threadIdx.x < 2) small<<<3, kSmallBlock, 0, cudaStreamFireAndForget>>>(counts, 3);
  tile<<<2, dim3(8, 4), 0, cudaStreamFireAndForget>>>(counts, 4);
  tile<<<2, 48, 0, cudaStreamFireAndForget>>>(counts, 1);
  if (threadIdx.x % 2 == 0) relay<<<1, 4, 0, cudaStreamFireAndForget>>>(counts);
  mark<<<1, 4, 0, cudaStreamFireAndForget>>>(counts, 2);
}

int main() {
  int *counts, host[kCounts];
  cudaStream_t streams[2];
  cudaMalloc(&counts, sizeof host);
  cudaMemset(counts, 0, sizeof host);
  for (cudaStream_t& stream : streams) cudaStreamCreate(&stream);
  for (int i = 0; i < 2; ++i) parent<<<2, 2>>>(counts);
  cudaDeviceSynchronize();
  // the queues of both are in use at once
  for (int i = 0; i < 2; ++i)
    for (cudaStream_t stream : streams) parent<<<1, 4, 0, stream>>>(counts);
  cudaDeviceSynchronize();
  cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
  printf("small %d, wide %d, tiles %d wrong %d, marks %d, last %d, votes %d\n", host[kSmall], host[kWide],
         host[kTiles], host[kWrong], host[kMarks], host[kLast], host[kVotes]);
  printf("%s\n", cudaGetLastError() == cudaSuccess ? "success" : "failure");
  for (cudaStream_t stream : streams) cudaStreamDestroy(stream);
}
