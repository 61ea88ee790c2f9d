// Entries that many workers share, beside small ones, in a queue that grows: every thread of every child runs once.
// prints: once 21493 of 21493, blocks 345 of 345
// prints: success
// offered: mark 15
// offered: spread 15
// offered: mark_wide 10
// offered: fold 10
#include <cstdio>

constexpr int kCells = 8192, kBlock = 32, kFolded = 256;
constexpr int kThreads = 50;  // no whole warps

struct Wide {
  int* cells;
  int between[40], n;
};

__device__ int flat() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void mark(int* cells, int n) {
  if (flat() < n) atomicAdd(&cells[flat()], 1);
}

// arguments of several slots
__global__ void mark_wide(Wide wide) {
  if (flat() < wide.n) atomicAdd(&wide.cells[flat()], 1);
}

// blocks with a barrier
__global__ void fold(int* folded) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, 1);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&folded[blockIdx.x], sum);
}

// pushes while the queue is drained
__global__ void spread(int* cells, int n) {
  if (flat() == 0) mark<<<n / kThreads + 1, kThreads, 0, cudaStreamFireAndForget>>>(cells, n);
}

__global__ void parent(int* cells, int* folded, int turn) {
  const int thread = flat(), sizes[] = {1, 40, 500, 600, 5000};
  if (thread >= 10 - 5 * turn) return;  // the second turn finds what the first one left
  const int n = sizes[(thread + turn) % 5];
  spread<<<1, 4, 0, cudaStreamFireAndForget>>>(cells + thread * kCells, n);
  if (thread >= 5) return;
  const Wide wide{cells + (10 + thread) * kCells, {}, n / 4};
  mark_wide<<<n / kThreads + 1, kThreads, 0, cudaStreamFireAndForget>>>(wide);
  fold<<<(thread + 1) * 23, kBlock, 0, cudaStreamFireAndForget>>>(folded + thread * kFolded);
}

int main() {
  int *cells, *folded;
  static int host[2][15 * kCells], host_folded[5 * kFolded];
  cudaMalloc(&cells, sizeof host);
  cudaMalloc(&folded, sizeof host_folded);
  cudaMemset(cells, 0, sizeof host);
  cudaMemset(folded, 0, sizeof host_folded);
  for (int turn = 0; turn < 2; ++turn) parent<<<1, 32>>>(cells + turn * 15 * kCells, folded, turn);
  cudaMemcpy(host, cells, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(host_folded, folded, sizeof host_folded, cudaMemcpyDeviceToHost);
  int once = 0, blocks = 0, other = 0;
  for (const auto& turn : host)
    for (int cell : turn) once += cell == 1, other += cell > 1;
  for (int sum : host_folded) blocks += sum == 2 * kBlock, other += sum != 0 && sum != 2 * kBlock;
  printf("once %d of %d, blocks %d of %d\n", once - other, 3 * 6141 + 2 * 1535, blocks,
         23 * (1 + 2 + 3 + 4 + 5));
  printf("%s\n", cudaGetLastError() == cudaSuccess ? "success" : "failure");
}
