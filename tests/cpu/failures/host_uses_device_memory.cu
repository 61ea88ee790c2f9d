// says: use-after-poison
// says:   in host code
// says: host_uses_device_memory.cu:8
#include <cuda_runtime.h>
int main() {
  int* data;
  cudaMalloc(&data, 4 * sizeof(int));
  data[1] = 1;
}
