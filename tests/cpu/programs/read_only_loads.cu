// Children read with __ldg() what the launching thread has just written.
// prints: 2 32 62 92 | 6 36 66 96
#include <cstdio>

template <class T>
__device__ T get(const T* p, int i) {
  return __ldg(p + i);
}

__global__ void total(const int4* row, int* sum) {
  const int4 first = ::__ldg(row), second = get(row, 1);
  if (threadIdx.x == 0) *sum = first.x + first.y + first.z + first.w - second.x;
}

__global__ void shifted(const int* row, int* sum) {
  __shared__ int values[4];
  values[threadIdx.x] = __ldg(row + threadIdx.x);
  __syncthreads();
  if (threadIdx.x == 0) *sum = values[1] + values[2] + get(row, 3);
}

__global__ void parent(int* rows, int* sums) {
  int* row = rows + threadIdx.x * 8;
  for (int i = 0; i < 8; ++i) row[i] = i + 10 * threadIdx.x;
  total<<<1, 32, 0, cudaStreamFireAndForget>>>(reinterpret_cast<int4*>(row), sums + threadIdx.x);
  shifted<<<1, 4, 0, cudaStreamFireAndForget>>>(row, sums + 4 + threadIdx.x);
}

int main() {
  int *rows, *sums;
  cudaMalloc(&rows, 32 * sizeof(int));
  cudaMallocManaged(&sums, 8 * sizeof(int));
  parent<<<1, 4>>>(rows, sums);
  cudaDeviceSynchronize();
  printf("%d %d %d %d | %d %d %d %d\n", sums[0], sums[1], sums[2], sums[3], sums[4], sums[5], sums[6],
         sums[7]);
}
