#include <cuda_runtime.h>
inline __device__ int shared_word;
__global__ void touch() { shared_word = 1; }
int* other_unit_address() {
  void* p = nullptr;
  cudaGetSymbolAddress(&p, shared_word);
  return static_cast<int*>(p);
}
