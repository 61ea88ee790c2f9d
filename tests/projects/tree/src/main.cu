#include <cstdio>

#include "../lib/prune.h"
#include "walk.cuh"

static __global__ void clear(int* marks, int nodes) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes) marks[node] = 0;
}

// the root has two children, each of which has two
int main() {
  const int offsets[] = {0, 2, 4, 6, 6, 6, 6, 6}, children[] = {1, 2, 3, 4, 5, 6},
            cut[] = {0, 1, 0, 0, 0, 0, 0};
  int *device = nullptr, *marks = nullptr, sum = 0, found[7];
  if (cudaMalloc(&device, sizeof offsets + sizeof children + sizeof cut) != cudaSuccess) return 2;
  if (cudaMalloc(&marks, sizeof found) != cudaSuccess) return 2;
  cudaMemcpy(device, offsets, sizeof offsets, cudaMemcpyDefault);
  cudaMemcpy(device + 8, children, sizeof children, cudaMemcpyDefault);
  cudaMemcpy(device + 14, cut, sizeof cut, cudaMemcpyDefault);
  clear<<<1, 32>>>(marks, 7);
  walk(1, device, device + 8, marks);
  prune(7, device + 14, device, device + 8, marks);
  if (cudaMemcpy(found, marks, sizeof found, cudaMemcpyDefault) != cudaSuccess) return 1;
  for (int mark : found) sum += mark;
  std::printf("%d nodes are marked\n", sum);
  return sum == 4 ? 0 : 1;
}
