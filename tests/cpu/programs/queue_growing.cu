// Children that launch, in a queue that grows while it is drained, and children that whole blocks run.
// prints: tree 1365 of 1365, relayed 1280, sums 4864, reversed 512 of 512, quarters 340, wide 928
// prints: success
// offered: node 336
// offered: step 40
// offered: quarter 336
// offered: narrow 32
// offered: node 4
// offered: relay 8
// offered: sum 8
// offered: reverse 8
// offered: quarter 4
// offered: wide 8
#include <cstdio>

enum { kRelayed, kSums, kQuarters, kWide, kCounts };
constexpr int kTree = 1365, kBlock = 32;

struct Large {
  int first, between[40], last;
};

__device__ int flat() { return blockIdx.x * blockDim.x + threadIdx.x; }

// values[child] is one more than values[number], which the launching thread wrote just before
__global__ void node(int* values, int number) {
  const int child = 4 * number + 1 + flat();
  values[child] = values[number] + 1;
  if (4 * child + 4 < kTree) node<<<1, 4, 0, cudaStreamFireAndForget>>>(values, child);
}

__global__ void step(int* counts, int n) {
  if (flat() < n) atomicAdd(&counts[kRelayed], 1);
}

__global__ void relay(int* counts, int n) {
  if (flat() < n) step<<<2, 20, 0, cudaStreamFireAndForget>>>(counts, kBlock);
}

// a warp's own operations: no serial body
__global__ void sum(int* counts, int add) {
  int x = flat() + add;
  for (int lanes = 16; lanes > 0; lanes /= 2) x += __shfl_down_sync(~0u, x, lanes);
  if (threadIdx.x == 0) atomicAdd(&counts[kSums], x);
}

__global__ void reverse(int* cells) {
  __shared__ int tile[kBlock];
  if (blockIdx.x > 1) return;
  tile[threadIdx.x] = flat();
  __syncthreads();
  cells[flat()] = tile[kBlock - 1 - threadIdx.x];
}

// with a barrier, and launches of itself
__global__ void quarter(int* counts, int depth) {
  __shared__ int launches;
  if (threadIdx.x == 0) launches = 0, atomicAdd(&counts[kQuarters], 1);
  __syncthreads();
  if (threadIdx.x % 8 == 0 && depth > 0) {
    atomicAdd(&launches, 1);
    quarter<<<1, kBlock, 0, cudaStreamFireAndForget>>>(counts, depth - 1);
  }
  __syncthreads();
  if (launches != (depth > 0 ? 4 : 0)) atomicAdd(&counts[kQuarters], 1000);
}

__global__ void narrow(int* counts, Large large) { atomicAdd(&counts[kWide], large.first + large.last); }
// arguments of several slots, and one entry in each of several parts of the queue
__global__ void wide(int* counts, Large large) {
  atomicAdd(&counts[kWide], large.last);
  if (flat() < 4) narrow<<<1, 8, 0, cudaStreamFireAndForget>>>(counts, large);
}

__global__ void parent(int* counts, int* values, int* cells) {
  const int thread = flat();
  if (thread < 4) values[thread + 1] = 2;
  if (thread < 4) node<<<1, 4, 0, cudaStreamFireAndForget>>>(values, thread + 1);
  relay<<<1, 7, 0, cudaStreamFireAndForget>>>(counts, 5);
  sum<<<1, kBlock, 0, cudaStreamFireAndForget>>>(counts, thread);
  reverse<<<3, kBlock, 0, cudaStreamFireAndForget>>>(cells + 2 * kBlock * thread);
  if (thread < 4) quarter<<<1, dim3(kBlock), 0, cudaStreamFireAndForget>>>(counts, 3);
  wide<<<1, 10, 0, cudaStreamFireAndForget>>>(counts, Large{1, {}, 2});
}

int main() {
  int *counts, *values, *cells, host[kCounts], host_values[kTree], host_cells[8 * 2 * kBlock];
  cudaMalloc(&counts, sizeof host);
  cudaMalloc(&values, sizeof host_values);
  cudaMalloc(&cells, sizeof host_cells);
  cudaMemset(counts, 0, sizeof host);
  cudaMemset(values, 0, sizeof host_values);
  cudaMemset(cells, 0, sizeof host_cells);
  parent<<<2, 4>>>(counts, values, cells);
  cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_values, values, sizeof host_values, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_cells, cells, sizeof host_cells, cudaMemcpyDeviceToHost);
  int right = 1, reversed = 0;
  for (int i = 1, level = 1, end = 5; i < kTree; ++i) {
    if (i == end) ++level, end = 4 * end + 1;
    right += host_values[i] == level + 1;
  }
  for (int i = 0; i < 8 * 2 * kBlock; ++i)
    reversed += host_cells[i] == i % (2 * kBlock) / kBlock * kBlock + kBlock - 1 - i % kBlock;
  printf("tree %d of %d, relayed %d, sums %d, reversed %d of %d, quarters %d, wide %d\n", right, kTree,
         host[kRelayed], host[kSums], reversed, 8 * 2 * kBlock, host[kQuarters], host[kWide]);
  printf("%s\n", cudaGetLastError() == cudaSuccess ? "success" : "failure");
}
