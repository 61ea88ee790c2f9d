#pragma once

// marks the children of one node
static __global__ void visit(const int* children, int count, int* marks) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) {
    marks[children[i]] = 1;
  }
}
