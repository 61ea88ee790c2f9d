// flags: --graphs
__global__ void add(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}

// A value of the arguments, and nothing else.
constexpr int kWarp = 32;
int blocks_for(int outputs) { return (outputs * kWarp + 255) / 256 & ~1; }

void add_thrice(float* x, int n) {
  add<<<blocks_for(n), 256>>>(x, 1, n);
  add<<<blocks_for(n / 2), 256>>>(x, 2, n / 2);
  add<<<blocks_for(n / 4), 256>>>(x, 3, n / 4);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
__global__ void add(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}

// A value of the arguments, and nothing else.
constexpr int kWarp = 32;
int blocks_for(int outputs) { return (outputs * kWarp + 255) / 256 & ~1; }

void add_thrice(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_12("case.cu:12");
  spawn_region_12.begin_sequence(0);
#line 12 "case.cu"
  spawn_region_12.kernel(add, blocks_for(n), 256, 0, x, 1, n);
  spawn_region_12.kernel(add, blocks_for(n / 2), 256, 0, x, 2, n / 2);
  spawn_region_12.kernel(add, blocks_for(n / 4), 256, 0, x, 3, n / 4);
  spawn_region_12.end();
#else  // spawnc: as written
#line 12 "case.cu"
  add<<<blocks_for(n), 256>>>(x, 1, n);
  add<<<blocks_for(n / 2), 256>>>(x, 2, n / 2);
  add<<<blocks_for(n / 4), 256>>>(x, 3, n / 4);
#endif  // spawnc
#line 15 "case.cu"
}
// ---- diagnostics
case.cu:12:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
3 launches: 3 host, 0 guarded, 0 kept, 0 refused
