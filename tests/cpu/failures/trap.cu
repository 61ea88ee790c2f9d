// says: error: __trap()
// says: in kernel stop, block (0,0,0), thread (1,0,0); launched at trap.cu:10
#include <cuda_runtime.h>

__global__ void stop() {
  if (threadIdx.x == 1) __trap();
}

int main() {
  stop<<<1, 2>>>();
  cudaDeviceSynchronize();
}
