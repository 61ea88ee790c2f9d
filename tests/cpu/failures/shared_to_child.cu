// says: error: launch of child at shared_to_child.cu:9: argument 1 points to shared memory
// says: in kernel parent
#include <cuda_runtime.h>

__global__ void child(int* data) { *data = 1; }

__global__ void parent() {
  __shared__ int ours[4];
  child<<<1, 1>>>(ours);
}

int main() {
  parent<<<1, 1>>>();
  cudaDeviceSynchronize();
}
