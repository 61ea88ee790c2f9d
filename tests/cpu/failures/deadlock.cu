// says: error: deadlock: no thread of the block can go on:
// says: thread (0,0,0) waits at deadlock.cu:8 for all threads of the block
// says: thread (16,0,0) waits at deadlock.cu:10 for other lanes of its warp
// says: in kernel part, block (0,0,0), thread (0,0,0); launched at deadlock.cu:14
#include <cuda_runtime.h>

__global__ void part() {
  if (threadIdx.x < 16) __syncthreads();
  // the lanes that this one waits for wait for it
  __syncwarp();
}

int main() {
  part<<<1, 32>>>();
  cudaDeviceSynchronize();
}
