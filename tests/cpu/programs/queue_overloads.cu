// Children of one name, with C linkage, and with parameters that are written as arrays.
// prints: 12, 2400, 28, 30, 72, 34.00
// offered: c_child 2
// offered: add 8
// offered: add 2
// offered: add 2
// offered: add 2
// offered: c_child 2
// offered: rows 2
#include <cstdio>

__global__ void add(int* to, int n) { atomicAdd(to, n); }
__global__ void add(int* to, long long n) { atomicAdd(to + 1, static_cast<int>(n)); }
__global__ void add(float* to, int n) { atomicAdd(to, n / 4.f); }

extern "C" {
__global__ void c_child(int* to, int n);
static __global__ void c_parent(int* to) {
  if (threadIdx.x < 2) c_child<<<1, 3, 0, cudaStreamFireAndForget>>>(to + 4, 4 + threadIdx.x);
}
__global__ void c_child(int* to, int n) {
  if (threadIdx.x < 2) atomicAdd(to, n);
}
}

__global__ void rows(int to[], const int from[2][3], int count[/* of to */ 1]) {
  if (threadIdx.x < 3) atomicAdd(to + 6, from[0][threadIdx.x] + from[1][threadIdx.x] + count[0]);
}

// any of them, as the type says
template <typename T>
__global__ void any(T* to, int n) {
  if (threadIdx.x < 4) add<<<1, 1, 0, cudaStreamFireAndForget>>>(to, n);
}

__global__ void parent(int* to, float* floats, const int (*from)[3], int* count) {
  if (threadIdx.x == 0) add<<<2, 3, 0, cudaStreamFireAndForget>>>(to, 1);
  if (threadIdx.x == 1) add<<<2, 3, 0, cudaStreamFireAndForget>>>(to, 200ll);
  if (threadIdx.x == 2) add<<<1, 3, 0, cudaStreamFireAndForget>>>(floats, 20);
  if (threadIdx.x == 3) c_child<<<1, 3, 0, cudaStreamFireAndForget>>>(to + 4, 3);
  if (threadIdx.x == 4) rows<<<1, 8, 0, cudaStreamFireAndForget>>>(to, from, count);
}

int main() {
  const int numbers[6] = {1, 2, 3, 4, 5, 6};
  int *to, *from, host[8];
  float *floats, sum;
  cudaMalloc(&to, sizeof host);
  cudaMalloc(&from, sizeof numbers);
  cudaMalloc(&floats, sizeof sum);
  cudaMemset(to, 0, sizeof host);
  cudaMemset(floats, 0, sizeof sum);
  cudaMemcpy(from, numbers, sizeof numbers, cudaMemcpyHostToDevice);
  parent<<<2, 32>>>(to, floats, reinterpret_cast<const int (*)[3]>(from), from + 4);
  c_parent<<<1, 32>>>(to);
  any<<<1, 32>>>(to + 2, 7);
  any<<<1, 32>>>(floats, 4);
  cudaMemcpy(host, to, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&sum, floats, sizeof sum, cudaMemcpyDeviceToHost);
  printf("%d, %d, %d, %d, %d, %.2f\n", host[0], host[1], host[2], host[4], host[6], sum);
}
