// says: global-buffer-overflow
// says: in kernel shift, block (0,0,0), thread (63,0,0)
#include <cuda_runtime.h>

__global__ void shift() {
  __shared__ int values[64];
  values[threadIdx.x + 1] = threadIdx.x;
}

int main() {
  shift<<<1, 64>>>();
  cudaDeviceSynchronize();
}
