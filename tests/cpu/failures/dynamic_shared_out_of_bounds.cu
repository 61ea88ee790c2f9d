// says: use-after-poison
// says: in kernel shift, block (0,0,0), thread (63,0,0)
#include <cuda_runtime.h>

__global__ void shift() {
  extern __shared__ int values[];
  values[threadIdx.x + 1] = threadIdx.x;
}

int main() {
  shift<<<1, 64, 64 * sizeof(int)>>>();
  cudaDeviceSynchronize();
}
