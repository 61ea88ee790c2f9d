// Variables of the device: constant, global, managed; symbols; memory that stays between launches.
// prints: weighted 40 then 400, counter 64, managed 7 -> 71
// prints: size 16, from the second on 4 3, address ok 1
#include <cstdio>

__constant__ int weights[4] = {1, 2, 3, 4};
__device__ int counter, table[4] = {5, 4, 3, 2};
__managed__ int shared_with_host = 7;
__device__ int* where;

__global__ void use(int* out) {
  int sum = 0;
  for (int i = 0; i < 4; ++i) sum += weights[i] * (i + 2);
  out[threadIdx.x] = sum;
  atomicAdd(&counter, 1);
  atomicAdd(&shared_with_host, 1);
  where = out;
}

int main() {
  int *out, first, second, count;
  cudaMalloc(&out, 32 * sizeof(int));
  use<<<1, 32>>>(out);
  cudaMemcpy(&first, out + 5, sizeof first, cudaMemcpyDeviceToHost);
  const int heavier[] = {10, 20, 30, 40};
  cudaMemcpyToSymbol(weights, heavier, sizeof heavier);
  use<<<1, 32>>>(out);
  cudaMemcpy(&second, out + 31, sizeof second, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&count, counter, sizeof count);
  printf("weighted %d then %d, counter %d, managed 7 -> %d\n", first, second, count, shared_with_host);
  size_t size;
  cudaGetSymbolSize(&size, table);
  int two[2], *pointer;
  cudaMemcpyFromSymbol(two, table, sizeof two, sizeof(int));
  cudaMemcpyFromSymbol(&pointer, where, sizeof pointer);
  void* address;
  cudaGetSymbolAddress(&address, weights);
  int third;
  cudaMemcpy(&third, static_cast<int*>(address) + 2, sizeof third, cudaMemcpyDeviceToHost);
  printf("size %zu, from the second on %d %d, address ok %d\n", size, two[0], two[1],
         third == 30 && pointer == out);
}
