// exit: 124
// says: error: no end after 1 s
// says: in kernel wait, block (0,0,0), thread (2,0,0); launched at never_ends.cu:15
#include <cuda_runtime.h>

__global__ void wait(int* flag) {
  if (threadIdx.x == 2)
    while (*const_cast<volatile int*>(flag) == 0) continue;
}

int main() {
  int* flag;
  cudaMalloc(&flag, sizeof(int));
  cudaMemset(flag, 0, sizeof(int));
  wait<<<1, 4>>>(flag);
  cudaDeviceSynchronize();
}
