// says: Assertion `data[0] == 1' failed
// says: in kernel check, block (0,0,0), thread (1,0,0)
#include <cassert>

__global__ void check(int* data) {
  if (threadIdx.x == 1) assert(data[0] == 1);
}

int main() {
  int* data;
  cudaMalloc(&data, sizeof(int));
  cudaMemset(data, 0, sizeof(int));
  check<<<1, 2>>>(data);
  cudaDeviceSynchronize();
}
