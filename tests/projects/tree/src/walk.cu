#include <visit.cuh>

#include "walk.cuh"

static __global__ void walk_level(int nodes, const int* offsets, const int* children, int* marks) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes) {
    const int count = offsets[node + 1] - offsets[node];
    visit<<<(count + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(children + offsets[node], count, marks);
  }
}

void walk(int nodes, const int* offsets, const int* children, int* marks) {
  walk_level<<<(nodes + 127) / 128, 128>>>(nodes, offsets, children, marks);
}
