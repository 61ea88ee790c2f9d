// Built-in variables in three dimensions: every thread of every block is there once.
// prints: 480 threads, each once: 1, sum 1095909
#include <cstdio>

__global__ void mark(int* seen) {
  const int block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const int thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  const int threads = blockDim.x * blockDim.y * blockDim.z;
  seen[block * threads + thread] += 1000 * blockIdx.z + 100 * blockIdx.y + 10 * blockIdx.x + threadIdx.z + 1;
}

int main() {
  const dim3 grid(5, 2, 2), block(4, 3, 2);
  const int count = 5 * 2 * 2 * 4 * 3 * 2;
  int *seen, host[count];
  cudaMalloc(&seen, sizeof host);
  cudaMemset(seen, 0, sizeof host);
  mark<<<grid, block>>>(seen);
  mark<<<{5, 2, 2}, {4, 3, 2}>>>(seen);
  cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
  int sum = 0, once = 1;
  for (int i = 0; i < count; ++i) {
    const int block_number = i / 24, thread = i % 24;
    const int expected =
        1000 * (block_number / 10) + 100 * (block_number / 5 % 2) + 10 * (block_number % 5) + thread / 12 + 1;
    once &= host[i] == 2 * expected;
    sum += host[i] / 2 * (1 + i % 7);
  }
  printf("%d threads, each once: %d, sum %d\n", count, once, sum);
}
