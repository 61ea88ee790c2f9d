// says: error: atomic function on local memory
// says: in kernel count, block (1,0,0), thread (0,0,0); launched at atomic_on_local_memory.cu:14
#include <cuda_runtime.h>

__global__ void count(int* out) {
  int mine = 0;
  if (blockIdx.x == 1) atomicAdd(&mine, 1);
  out[blockIdx.x] = mine;
}

int main() {
  int* out;
  cudaMalloc(&out, 2 * sizeof(int));
  count<<<2, 1>>>(out);
  cudaDeviceSynchronize();
}
