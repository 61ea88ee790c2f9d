// says: allocator is out of memory
// says: in kernel grow, block (0,0,0), thread (0,0,0)
#include <cuda_runtime.h>

__global__ void grow(char** out) {
  for (int i = 0; i < 1000; ++i) *out = new char[1ull << 45];
}

int main() {
  char** out;
  cudaMalloc(&out, sizeof(char*));
  grow<<<1, 1>>>(out);
  cudaDeviceSynchronize();
}
