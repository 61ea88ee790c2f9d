// says: error: stack overflow at stack_overflow.cu:
// says: in kernel dive, block (0,0,0), thread (1,0,0)
#include <cuda_runtime.h>

__device__ __noinline__ int deeper(volatile int* data, int n) {
  volatile int frame[64];
  frame[n % 64] = *data;
  return n == 0 ? 0 : deeper(data, n - 1) + frame[n % 64];
}

__global__ void dive(int* data) { data[1] = deeper(data, threadIdx.x ? 1 << 30 : 0); }

int main() {
  int* data;
  cudaMalloc(&data, 2 * sizeof(int));
  dive<<<1, 2>>>(data);
  cudaDeviceSynchronize();
}
