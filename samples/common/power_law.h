// Directed graphs as large as the device's memory. The host knows where the edges of each vertex begin; where an edge leads
// is a function of its number, so that the device writes them down, and the CPU checks answers without them.
#pragma once

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "mixed.h"
#include "sample.h"

// Degrees as in many networks, with an exponent of 2.5 (Clauset et al. 2009): no less than a third of the mean, up to `most`.
inline std::vector<long long> power_law_rows(int vertices, int mean, int most, unsigned seed) {
  std::vector<long long> row(static_cast<size_t>(vertices) + 1);
  on_all_cores([&](int core, int cores) {
    for (long long vertex = core; vertex < vertices; vertex += cores) {
      const double root = std::cbrt(draw_fraction(vertex, seed));
      row[vertex + 1] =
          static_cast<long long>(std::min(mean / 3.0 / (root * root), static_cast<double>(most)));
    }
  });
  std::partial_sum(row.begin(), row.end(), row.begin());
  return row;
}

__host__ __device__ inline int target_of(long long edge, int vertices, unsigned seed) {
  return draw_below(vertices, edge, seed + 1ull);
}

static __global__ void write_targets(long long edges, int vertices, unsigned seed, int* column) {
  const long long edge = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (edge < edges) column[edge] = target_of(edge, vertices, seed);
}

inline int* power_law_columns(const std::vector<long long>& row, unsigned seed) {
  constexpr int kThreads = 256;
  const long long edges = row.back();
  int* column;
  CHECK(cudaMalloc(&column, std::max(edges, 1ll) * sizeof(int)));
  write_targets<<<static_cast<unsigned>((edges + kThreads - 1) / kThreads), kThreads>>>(
      edges, static_cast<int>(row.size()) - 1, seed, column);
  CHECK(cudaGetLastError());
  return column;
}
