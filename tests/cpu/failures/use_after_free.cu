// says: heap-use-after-free
// says: in kernel read, block (0,0,0), thread (0,0,0); launched at use_after_free.cu:11
#include <cuda_runtime.h>

__global__ void read(int* data, int* out) { *out = *data; }

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  cudaFree(data);
  read<<<1, 1>>>(data, data + 1);
  cudaDeviceSynchronize();
}
