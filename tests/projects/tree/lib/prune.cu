#include <visit.cuh>

#include "prune.h"

static __global__ void prune_level(int nodes, const int* cut, const int* offsets, const int* children,
                                   int* marks) {
  const int node = blockIdx.x * blockDim.x + threadIdx.x;
  if (node < nodes && cut[node]) {
    const int count = offsets[node + 1] - offsets[node];
    visit<<<(count + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(children + offsets[node], count, marks);
  }
}

void prune(int nodes, const int* cut, const int* offsets, const int* children, int* marks) {
  prune_level<<<(nodes + 127) / 128, 128>>>(nodes, cut, offsets, children, marks);
}
