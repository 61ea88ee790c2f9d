// says: error: launch of child at local_to_child.cu:9: argument 2 points to local memory
// says: in kernel parent, block (0,0,0), thread (0,0,0)
#include <cuda_runtime.h>

__global__ void child(int n, int* data) { *data = n; }

__global__ void parent() {
  int mine = 0;
  child<<<1, 1>>>(3, &mine);
}

int main() {
  parent<<<1, 1>>>();
  cudaDeviceSynchronize();
}
