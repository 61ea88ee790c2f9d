// Functions that launch for a parent with a queue, and for its children.
// prints: 3072 no error
// offered: child 46
// offered: middle 6
#include <cstdio>
__global__ void child(int* x, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(x, 1);
}
__device__ int index_of() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ void inner(int* x, int n) {
  if (index_of() % 2 == 0) child<<<(n + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(x, n);
}
template <typename T>
__device__ void outer(T* x, int n) {
  inner(x, n + (int)threadIdx.x);
}
__global__ void middle(int* x, int n) {
  if (threadIdx.x == 0) inner(x, n);
  atomicAdd(x, 1);
}
__global__ void parent(int* x, int n) {
  outer<int>(x, n);
  if (threadIdx.x < 3) middle<<<1, 2, 0, cudaStreamFireAndForget>>>(x, n);
}
int main() {
  int *x, host = 0;
  cudaMalloc(&x, 4);
  cudaMemset(x, 0, 4);
  parent<<<2, 40>>>(x, 50);
  cudaMemcpy(&host, x, 4, cudaMemcpyDeviceToHost);
  printf("%d %s\n", host, cudaGetErrorString(cudaGetLastError()));
}
