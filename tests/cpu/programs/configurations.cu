// A child's own launches: their configuration is computed by the child's thread.
// prints: 1 2 3 4
#include <cstdio>

__device__ int threads(int n) { return threadIdx.x + n; }

__global__ void count(int* d) { atomicAdd(d, 1); }

__global__ void child(int* d) { count<<<1, threads(1), 0, cudaStreamFireAndForget>>>(d + threadIdx.x); }

__global__ void parent(int* d) { child<<<1, 4, 0, cudaStreamFireAndForget>>>(d); }

int main() {
  int* d;
  cudaMallocManaged(&d, 4 * sizeof(int));
  for (int i = 0; i < 4; ++i) d[i] = 0;
  parent<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  printf("%d %d %d %d\n", d[0], d[1], d[2], d[3]);
}
