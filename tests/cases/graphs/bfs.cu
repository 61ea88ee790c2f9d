// flags: --graphs
#include <cstdio>
#include <cstdlib>
#define CK(x)                                                                             \
  do {                                                                                    \
    cudaError_t e = (x);                                                                  \
    if (e != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(e)), exit(1); \
  } while (0)

__global__ void expand(const int* row, const int* column, const bool* frontier, bool* next, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || !frontier[v]) return;
  for (int e = row[v]; e < row[v + 1]; e++) next[column[e]] = true;
}

__global__ void commit(bool* frontier, bool* next, int* cost, bool* over, int level, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  frontier[v] = next[v] && cost[v] < 0;
  if (frontier[v]) {
    cost[v] = level;
    *over = true;
  }
  next[v] = false;
}

// The level is an argument: its clone counts.
int bfs(const int* row, const int* column, bool* frontier, bool* next, int* cost, bool* d_over, int n) {
  dim3 grid((n + 255) / 256), block(256);
  bool over;
  int levels = 0;
  do {
    over = false;
    CK(cudaMemcpy(d_over, &over, sizeof(bool), cudaMemcpyHostToDevice));
    expand<<<grid, block>>>(row, column, frontier, next, n);
    CK(cudaGetLastError());
    commit<<<grid, block>>>(frontier, next, cost, d_over, levels + 1, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost));
    levels++;
  } while (over);
  return levels;
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <cstdio>
#include <cstdlib>
#define CK(x)                                                                             \
  do {                                                                                    \
    cudaError_t e = (x);                                                                  \
    if (e != cudaSuccess) std::fprintf(stderr, "%s\n", cudaGetErrorString(e)), exit(1); \
  } while (0)

__global__ void expand(const int* row, const int* column, const bool* frontier, bool* next, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || !frontier[v]) return;
  for (int e = row[v]; e < row[v + 1]; e++) next[column[e]] = true;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: expand for one block of a grid: its place there is a parameter.
#line 10 "case.cu"
static __device__ __forceinline__ void expand__block(const uint3 blockIdx, const dim3 gridDim, const int* row, const int* column, const bool* frontier, bool* next, int n) {
#line 10 "case.cu"
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || !frontier[v]) return;
  for (int e = row[v]; e < row[v + 1]; e++) next[column[e]] = true;
}
}
// spawnc: expand in a graph: its blocks take turns where fewer are launched.
#line 10 "case.cu"
static __global__ void expand__step(const spawn::Step spawn_step,
    const int* row, const int* column, const bool* frontier, bool* next, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    expand__block(spawn_index, spawn_grid, row, column, frontier, next, n);
  });
}
#endif  // spawnc
#line 15 "case.cu"

__global__ void commit(bool* frontier, bool* next, int* cost, bool* over, int level, int n) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  frontier[v] = next[v] && cost[v] < 0;
  if (frontier[v]) {
    cost[v] = level;
    *over = true;
  }
  next[v] = false;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: commit for one block of a grid: its place there is a parameter.
#line 16 "case.cu"
static __device__ __forceinline__ void commit__block_37(const uint3 blockIdx, const dim3 gridDim, bool* frontier, bool* next, int* cost, bool* over, int level, int n) {
#line 16 "case.cu"
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n) return;
  frontier[v] = next[v] && cost[v] < 0;
  if (frontier[v]) {
    cost[v] = level;
    *over = true;
  }
  next[v] = false;
}
}
// spawnc: commit in a graph: its blocks take turns where fewer are launched.
#line 16 "case.cu"
static __global__ void commit__step_37(const spawn::Step spawn_step, bool* frontier, bool* next, int* cost, bool* over, int spawn_first_level, int n) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int level = static_cast<int>(spawn_first_level + spawn_step.trip() * 1);
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    commit__block_37(spawn_index, spawn_grid, frontier, next, cost, over, level, n);
  });
}
#endif  // spawnc
#line 26 "case.cu"

// The level is an argument: its clone counts.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:32 makes another trip.
template <typename spawn_source> struct spawn_again_32 {
  __host__ __device__ bool operator()(bool over, long long) const {
    return over;
  }
};
#endif  // spawnc
#line 28 "case.cu"
int bfs(const int* row, const int* column, bool* frontier, bool* next, int* cost, bool* d_over, int n) {
  dim3 grid((n + 255) / 256), block(256);
  bool over;
  int levels = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_32("case.cu:32");
  spawn_region_32.begin(0);
  {  // spawnc: one trip is recorded
#line 34 "case.cu"
    spawn_region_32.store(d_over, false);
    spawn_region_32.kernel(spawn::step_in_turns(expand, expand__step), grid, block, 0, row, column, frontier, next, n);

    spawn_region_32.kernel(spawn::step_in_turns(commit__step_37), grid, block, 0, frontier, next, cost, d_over, levels + 1, n);
  }
  if (spawn_region_32.loop(d_over, spawn_again_32<spawn::ThisSource>{})) {
    over = spawn_region_32.value<bool>();
    levels += spawn_region_32.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 32 "case.cu"
  do {
    over = false;
    CK(cudaMemcpy(d_over, &over, sizeof(bool), cudaMemcpyHostToDevice));
    expand<<<grid, block>>>(row, column, frontier, next, n);
    CK(cudaGetLastError());
    commit<<<grid, block>>>(frontier, next, cost, d_over, levels + 1, n);
    CK(cudaGetLastError());
    CK(cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost));
    levels++;
  } while (over);
  return levels;
}
// ---- diagnostics
case.cu:32:3: note: loop becomes a CUDA graph: it ends by `over`, 2 launches in its body [SP100]
2 launches: 2 host, 0 guarded, 0 kept, 0 refused
