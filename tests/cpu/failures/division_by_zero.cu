// says: error: division by zero at division_by_zero.cu:5
// says: in kernel divide, block (1,0,0), thread (2,0,0); launched at division_by_zero.cu:11
#include <cuda_runtime.h>

__global__ void divide(int* data) { data[4] = 100 / data[blockIdx.x + threadIdx.x]; }

int main() {
  int *data, host[5] = {1, 2, 3, 0, 0};
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  divide<<<2, 3>>>(data);
  cudaDeviceSynchronize();
}
