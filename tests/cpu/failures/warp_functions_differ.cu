// says: error: lanes of a warp meet in different functions
// says: in kernel vote
#include <cuda_runtime.h>

__global__ void vote(int* out) {
  if (threadIdx.x < 16)
    *out = __any_sync(0xffffffffu, 1);
  else
    *out = __shfl_sync(0xffffffffu, 1, 0);
}

int main() {
  int* out;
  cudaMalloc(&out, sizeof(int));
  vote<<<1, 32>>>(out);
  cudaDeviceSynchronize();
}
