// says: error: fire-and-forget launch of child at too_many_launches.cu:8 while 2048 launches are pending
// says: in kernel parent, block (0,0,0), thread (0,0,0)
#include <cuda_runtime.h>

__global__ void child() {}

__global__ void parent() {
  for (int i = 0; i < 3000; ++i) child<<<1, 1, 0, cudaStreamFireAndForget>>>();
}

int main() {
  parent<<<1, 1>>>();
  cudaDeviceSynchronize();
}
