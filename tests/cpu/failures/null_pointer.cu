// says: error: invalid memory access at null_pointer.cu:5
// says: in kernel store, block (0,0,0), thread (0,0,0); launched at null_pointer.cu:8
#include <cuda_runtime.h>

__global__ void store(int* data) { *data = 1; }

int main() {
  store<<<1, 1>>>(nullptr);
  cudaDeviceSynchronize();
}
