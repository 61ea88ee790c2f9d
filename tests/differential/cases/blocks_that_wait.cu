// Two blocks that wait for longer than the CPU backend lets one wait: each was left for the other one for ever.
#include <cstdio>

static __device__ int done;

__global__ void child() {
  for (int i = 0; i < 20; ++i) __nanosleep(100);
  atomicAdd(&done, 1);
}

__global__ void parent() { child<<<2, 1>>>(); }

int main() {
  parent<<<1, 1>>>();
  cudaDeviceSynchronize();
  int blocks = 0;
  cudaMemcpyFromSymbol(&blocks, done, sizeof blocks);
  printf("%d\n", blocks);
}
