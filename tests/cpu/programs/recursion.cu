// Kernels that launch themselves and each other.
// prints: fib(10) 55, leaves of a 3-ary tree of depth 5: 243, parity of 9: 1
#include <cstdio>

__global__ void fib(int* out, int n) {
  if (n < 2) {
    atomicAdd(out, n);
    return;
  }
  fib<<<1, 1>>>(out, n - 1);
  fib<<<1, 1>>>(out, n - 2);
}

__global__ void tree(int* out, int depth) {
  if (depth == 0)
    atomicAdd(out, 1);
  else
    tree<<<1, 3>>>(out, depth - 1);
}

__global__ void odd(int* out, int n);
__global__ void even(int* out, int n) {
  if (n)
    odd<<<1, 1>>>(out, n - 1);
  else
    *out = 0;
}
__global__ void odd(int* out, int n) {
  if (n)
    even<<<1, 1>>>(out, n - 1);
  else
    *out = 1;
}

int main() {
  int *out, host[3];
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  fib<<<1, 1>>>(out, 10);
  tree<<<1, 3>>>(out + 1, 4);
  even<<<1, 1>>>(out + 2, 9);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("fib(10) %d, leaves of a 3-ary tree of depth 5: %d, parity of 9: %d\n", host[0], host[1], host[2]);
}
