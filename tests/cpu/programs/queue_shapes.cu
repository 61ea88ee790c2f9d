// Children of all shapes, which may wait in a queue: each thread runs once, with its own built-ins.
// prints: 1-D 3520, ragged 1073, 3-D 9216 of 9216, strided 3200, promised 4096, nothing 0, invalid 0, large 126000
// prints: success
// offered: lines 64
// offered: ragged 64
// offered: boxes 64
// offered: strided 64
// offered: promised 64
// offered: ragged 64
// offered: lines 128
// offered: ragged 120
#include <cstdio>

enum { kLines, kRagged, kBoxes, kWrong, kStrided, kPromised, kNothing, kInvalid, kLarge, kSums };
using Sum = unsigned long long;

__global__ void lines(Sum* sum) { atomicAdd(sum, blockIdx.x * blockDim.x + threadIdx.x + 1ull); }

__global__ void ragged(Sum* sum, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(sum, 1ull);
}

// each thread of a box has a cell
__global__ void boxes(unsigned* cells, Sum* sum) {
  const unsigned x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y,
                 z = blockIdx.z * blockDim.z + threadIdx.z;
  const bool fits = gridDim.x == 2 && gridDim.y == 3 && gridDim.z == 1 + blockDim.z / 3 && blockDim.y == 2;
  const bool first = atomicAdd(&cells[(z * 6 + y) * 6 + x], 1u) == 0;
  atomicAdd(&sum[fits && first ? kBoxes : kWrong], 1ull);
}

__global__ void strided(Sum* sum, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x)
    atomicAdd(sum, 1ull);
}

__global__ void promised(Sum* sum, int n) {
  for (int i = 0; i < n; ++i) atomicAdd(sum, 1ull);
}

__global__ void parent(Sum* sum, unsigned* cells) {
  const int thread = blockIdx.x * blockDim.x + threadIdx.x;
  lines<<<2, 5, 0, cudaStreamFireAndForget>>>(sum + kLines);
  ragged<<<dim3((thread % 41 + 6) / 7), 7, 0, cudaStreamFireAndForget>>>(sum + kRagged, thread % 41);
  boxes<<<dim3(2, 3, 1 + (2 + thread % 2) / 3), dim3(3, 2, 2 + thread % 2), 0, cudaStreamFireAndForget>>>(
      cells + 216 * thread, sum);
  strided<<<3, 5, 0, cudaStreamFireAndForget>>>(sum + kStrided, 50);
#pragma spawn workload(64)
  promised<<<1, 2, 0, cudaStreamFireAndForget>>>(sum + kPromised, 32);
  // none of its threads has anything to do
  ragged<<<2, 32, 0, cudaStreamFireAndForget>>>(sum + kNothing, -(thread % 2));
  // no blocks, or too many threads: CUDA launches nothing
  for (int i = 0; i < 2; ++i) lines<<<i, 2000 * i, 0, cudaStreamFireAndForget>>>(sum + kInvalid);
}

// so much that a warp takes several units at a time, which may be in several parts of the queue
__global__ void large(Sum* sum) { ragged<<<33, 32, 0, cudaStreamFireAndForget>>>(sum, 1050); }

int main() {
  Sum *sum, host[kSums];
  unsigned* cells;
  cudaMalloc(&sum, sizeof host);
  cudaMalloc(&cells, 64 * 216 * sizeof(unsigned));
  cudaMemset(sum, 0, sizeof host);
  cudaMemset(cells, 0, 64 * 216 * sizeof(unsigned));
  parent<<<4, 16>>>(sum, cells);
  large<<<8, 15>>>(sum + kLarge);
  cudaMemcpy(host, sum, sizeof host, cudaMemcpyDeviceToHost);
  printf(
      "1-D %llu, ragged %llu, 3-D %llu of %llu, strided %llu, promised %llu, nothing %llu, invalid %llu, "
      "large %llu\n",
      host[kLines], host[kRagged], host[kBoxes], host[kBoxes] + host[kWrong], host[kStrided], host[kPromised],
      host[kNothing], host[kInvalid], host[kLarge]);
  printf("%s\n", cudaGetLastError() == cudaSuccess ? "success" : "failure");
}
