// says: heap-buffer-overflow
// says: in kernel fill, block (1,0,0), thread (8,0,0); launched at out_of_bounds.cu:16
// says: out_of_bounds.cu:10
#include <cuda_runtime.h>

constexpr int kItems = 40;

__global__ void fill(int* data) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  data[i] = i;
}

int main() {
  int* data;
  cudaMalloc(&data, kItems * sizeof(int));
  fill<<<2, 32>>>(data);
  cudaDeviceSynchronize();
}
