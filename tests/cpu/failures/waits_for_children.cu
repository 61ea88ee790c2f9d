// says: error: cudaDeviceSynchronize() in device code
// says: in kernel parent
#include <cuda_runtime.h>

__global__ void parent() { cudaDeviceSynchronize(); }

int main() {
  parent<<<1, 1>>>();
  cudaDeviceSynchronize();
}
