// flags: --graphs
// Kernels that are declared first, in namespaces, with C linkage; loops in members.
#include <utility>
template <typename T, int N>
__global__ void grow(T* x, const T (*rows)[N], int n, int* left);
namespace inner {
namespace {
__global__ void quiet(int* x, int level, int n, int* left = nullptr);
}
}
extern "C" __global__ void plain(int* x, int n, int* left) {
  int blockId = blockIdx.x;
  const auto at = [&] { return blockIdx.x * blockDim.x + threadIdx.x; };
  if (at() < n) x[at()] = blockId, n = 0;
  *left = n;
}
struct Solver {
  int *x, *d_left;
  int left;
  int threads;
  void run(cudaStream_t s);
  template <typename T> void both(T* rows);
};
void Solver::run(cudaStream_t s) {
  int n = left;
  const int block = 64;
  while (n) {
    plain<<<(n + block - 1) / block, block, 0, s>>>(x, n, d_left);
    cudaMemcpyAsync(&n, d_left, sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
  }
  left = n;
}
void both(float* x, const float (*rows)[4], int* d_left, int n) {
  for (int i = 0; n > 0 && i < 100; ++i) {
    grow<float, 4><<<n / 4 + 1, 128>>>(x, rows, n, d_left);
    inner::quiet<<<dim3(n / 4 + 1, 2), 128>>>(reinterpret_cast<int*>(x), i, n, d_left);
    cudaMemcpy(&n, d_left, sizeof(n), cudaMemcpyDeviceToHost);
  }
}
template <typename T, int N>
__global__ void grow(T* x, const T (*rows)[N], int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += rows[i][N - 1];
  if (i == 0) *left = n / 2;
}
namespace inner {
namespace {
__global__ void quiet(int* x, int level, int n, int* left) {
  if (threadIdx.x == 0) atomicAdd(x, level + n + blockIdx.y);
}
}
}

#ifndef ROWS
#define ROWS (8 * 2)
#endif
constexpr int kThreads = 128;
inline int ceil_div(int items, const int each) { return (items + each - 1) / each; }
static unsigned blocks_of(size_t items) { return ceil_div(items, kThreads); }
void helped(int* x, int* d_left, int n) {
  do {
    const int rows = ceil_div(n, ROWS);
    plain<<<dim3(ceil_div(n + 1, kThreads), rows, blocks_of(n)), 8>>>(x, n, d_left);
    cudaMemcpy(&n, d_left, sizeof(n), cudaMemcpyDeviceToHost);
  } while (n > 1);
}

// The scalar by another name.
void renamed(int* x, int* d_left, int* left) {
  do {
    const int n = *left;
    plain<<<ceil_div(n, kThreads), kThreads>>>(x, n, d_left);
    cudaMemcpy(left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (*left > 1);
}

// The host gives the scalar another value, when its own has gone to variables.
void reset(int* x, int* d_left, int left) {
  while (left) {
    const int n = left, blocks = n / kThreads + 1;
    left = 0;
    cudaMemcpy(d_left, &left, sizeof(int), cudaMemcpyHostToDevice);
    plain<<<blocks, kThreads>>>(x, n, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Threads that meet by the warp, in a function that knows them by their place in the block.
__device__ int sum_of_warp(int value) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_down_sync(~0u, value, lanes);
  return threadIdx.x % 32 == 0 ? value : 0;
}
__global__ void sums(const int* x, int* sum, int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = sum_of_warp(i < n ? x[i] : 0);
  if (value) atomicAdd(sum, value);
  if (i == 0) *left = n / 2;
}
void halves(const int* x, int* sum, int* d_left, int left) {
  for (; left > 0;) {
    sums<<<left / 64 + 1, kThreads>>>(x, sum, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Levels that are counted, with constants that are declared together.
constexpr int kRows = 8, kColumns = 16;
void levels(int* x, int* d_left, int left, int most) {
  for (int level = 0; level < most; ++level) {
    const int rows = (left + kRows - 1) / kRows;
    plain<<<rows, kColumns>>>(x, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Kernels that are declared first, in namespaces, with C linkage; loops in members.
#include <utility>
#if SPAWN_GRAPHS  // spawnc
#line 4 "case.cu"
template <typename T, int N>
static __global__ void grow__step_36(const spawn::Step spawn_step, T* x, const T (*rows)[N], int* left);
#endif  // spawnc
#line 4 "case.cu"
template <typename T, int N>
__global__ void grow(T* x, const T (*rows)[N], int n, int* left);
namespace inner {
namespace {
#if SPAWN_GRAPHS  // spawnc
#line 8 "case.cu"
static __global__ void quiet__step_37(const spawn::Step spawn_step, int* x, int spawn_first_level, int* left);
#endif  // spawnc
#line 8 "case.cu"
__global__ void quiet(int* x, int level, int n, int* left = nullptr);
}
}
extern "C" __global__ void plain(int* x, int n, int* left) {
  int blockId = blockIdx.x;
  const auto at = [&] { return blockIdx.x * blockDim.x + threadIdx.x; };
  if (at() < n) x[at()] = blockId, n = 0;
  *left = n;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: plain for one block of a grid: its place there is a parameter.
#line 11 "case.cu"
static __device__ __forceinline__ void plain__block_112(const uint3 blockIdx, const dim3 gridDim, int* x, int n, int* left) {
#line 11 "case.cu"
{
  int blockId = blockIdx.x;
  const auto at = [&] { return blockIdx.x * blockDim.x + threadIdx.x; };
  if (at() < n) x[at()] = blockId, n = 0;
  *left = n;
}
}
// spawnc: plain in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 11 "case.cu"
static __global__ void plain__step_112(const spawn::Step spawn_step, int* x, int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    plain__block_112(spawn_index, spawn_grid, x, n, left);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: plain for one block of a grid: its place there is a parameter.
#line 11 "case.cu"
static __device__ __forceinline__ void plain__block_28(const uint3 blockIdx, const dim3 gridDim, int* x, int n, int* left) {
#line 11 "case.cu"
{
  int blockId = blockIdx.x;
  const auto at = [&] { return blockIdx.x * blockDim.x + threadIdx.x; };
  if (at() < n) x[at()] = blockId, n = 0;
  *left = n;
}
}
// spawnc: plain in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 11 "case.cu"
static __global__ void plain__step_28(const spawn::Step spawn_step, int* x, int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    plain__block_28(spawn_index, spawn_grid, x, n, left);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: plain for one block of a grid: its place there is a parameter.
#line 11 "case.cu"
static __device__ __forceinline__ void plain__block_64(const uint3 blockIdx, const dim3 gridDim, int* x, int n, int* left) {
#line 11 "case.cu"
{
  int blockId = blockIdx.x;
  const auto at = [&] { return blockIdx.x * blockDim.x + threadIdx.x; };
  if (at() < n) x[at()] = blockId, n = 0;
  *left = n;
}
}
// spawnc: plain in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 11 "case.cu"
static __global__ void plain__step_64(const spawn::Step spawn_step, int* x, int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    plain__block_64(spawn_index, spawn_grid, x, n, left);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: plain for one block of a grid: its place there is a parameter.
#line 11 "case.cu"
static __device__ __forceinline__ void plain__block_73(const uint3 blockIdx, const dim3 gridDim, int* x, int n, int* left) {
#line 11 "case.cu"
{
  int blockId = blockIdx.x;
  const auto at = [&] { return blockIdx.x * blockDim.x + threadIdx.x; };
  if (at() < n) x[at()] = blockId, n = 0;
  *left = n;
}
}
// spawnc: plain in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 11 "case.cu"
static __global__ void plain__step_73(const spawn::Step spawn_step, int* x, int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    plain__block_73(spawn_index, spawn_grid, x, n, left);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: plain for one block of a grid: its place there is a parameter.
#line 11 "case.cu"
static __device__ __forceinline__ void plain__block_84(const uint3 blockIdx, const dim3 gridDim, int* x, int n, int* left) {
#line 11 "case.cu"
{
  int blockId = blockIdx.x;
  const auto at = [&] { return blockIdx.x * blockDim.x + threadIdx.x; };
  if (at() < n) x[at()] = blockId, n = 0;
  *left = n;
}
}
// spawnc: plain in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 11 "case.cu"
static __global__ void plain__step_84(const spawn::Step spawn_step, int* x, int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    plain__block_84(spawn_index, spawn_grid, x, n, left);
  });
}
#endif  // spawnc
#line 17 "case.cu"
struct Solver {
  int *x, *d_left;
  int left;
  int threads;
  void run(cudaStream_t s);
  template <typename T> void both(T* rows);
};
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:27 makes another trip.
template <typename spawn_source> struct spawn_again_27 {
  int block;
  __host__ __device__ bool operator()(int n, long long) const {
    return n;
  }
  __host__ __device__ unsigned spawn_grids(int n, dim3* spawn_grid) const {
    spawn_grid[0] = (n + block - 1) / block;
    return 1;
  }
};
#endif  // spawnc
#line 24 "case.cu"
void Solver::run(cudaStream_t s) {
  int n = left;
  const int block = 64;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_27("case.cu:27");
  spawn_region_27.begin(s);
  if (n) {  // spawnc: one trip is recorded
#line 28 "case.cu"
    spawn_region_27.kernel(spawn::step(plain__step_28), spawn::GridOfTrip{0}, block, 0, x, d_left);
  }
  if ((n) && spawn_region_27.loop(d_left, spawn_again_27<spawn::ThisSource>{block}, n)) {
    n = spawn_region_27.value<int>();
  }
  if (!spawn_region_27.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 27 "case.cu"
  while (n) {
    plain<<<(n + block - 1) / block, block, 0, s>>>(x, n, d_left);
    cudaMemcpyAsync(&n, d_left, sizeof(int), cudaMemcpyDeviceToHost, s);
    cudaStreamSynchronize(s);
  }
  left = n;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:35 makes another trip.
template <typename spawn_source> struct spawn_again_35 {
  int spawn_first_i;
  __host__ __device__ bool operator()(int n, long long spawn_trips) const {
    const int i = static_cast<int>(spawn_first_i + spawn_trips * 1);
    return n > 0 && i < 100;
  }
  __host__ __device__ unsigned spawn_grids(int n, dim3* spawn_grid) const {
    spawn_grid[0] = n / 4 + 1;
    spawn_grid[1] = dim3(n / 4 + 1, 2);
    return 2;
  }
};
#endif  // spawnc
#line 34 "case.cu"
void both(float* x, const float (*rows)[4], int* d_left, int n) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_35("case.cu:35");
  spawn_region_35.begin(0);
  if ([[maybe_unused]] int i = 0; n > 0 && i < 100) {  // spawnc: one trip is recorded
#line 36 "case.cu"
    spawn_region_35.kernel(spawn::step(grow__step_36<float, 4>), spawn::GridOfTrip{0}, 128, 0, x, rows, d_left);
    spawn_region_35.kernel(spawn::step(inner::quiet__step_37), spawn::GridOfTrip{1}, 128, 0, reinterpret_cast<int*>(x), i, d_left);
  }
  if ([[maybe_unused]] int i = 0; (n > 0 && i < 100) && spawn_region_35.loop(d_left, spawn_again_35<spawn::ThisSource>{i}, n)) {
    n = spawn_region_35.value<int>();
  }
  if (!spawn_region_35.is_over())  // spawnc: the trips that the graph did not make
  for (int i = static_cast<int>(0 + spawn_region_35.trips()); n > 0 && i < 100; ++i)  // spawnc: behind those that it made
#else  // spawnc: as written
#line 35 "case.cu"
  for (int i = 0; n > 0 && i < 100; ++i) 
#endif  // spawnc
#line 35 "case.cu"
{
    grow<float, 4><<<n / 4 + 1, 128>>>(x, rows, n, d_left);
    inner::quiet<<<dim3(n / 4 + 1, 2), 128>>>(reinterpret_cast<int*>(x), i, n, d_left);
    cudaMemcpy(&n, d_left, sizeof(n), cudaMemcpyDeviceToHost);
  }
}
template <typename T, int N>
__global__ void grow(T* x, const T (*rows)[N], int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += rows[i][N - 1];
  if (i == 0) *left = n / 2;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: grow for one block of a grid: its place there is a parameter.
#line 41 "case.cu"
template <typename T, int N>
static __device__ __forceinline__ void grow__block_36(const uint3 blockIdx, const dim3 gridDim, T* x, const T (*rows)[N], int n, int* left) {
#line 42 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += rows[i][N - 1];
  if (i == 0) *left = n / 2;
}
}
// spawnc: grow in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 41 "case.cu"
template <typename T, int N>
static __global__ void grow__step_36(const spawn::Step spawn_step, T* x, const T (*rows)[N], int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    grow__block_36<T, N>(spawn_index, spawn_grid, x, rows, n, left);
  });
}
#endif  // spawnc
#line 47 "case.cu"
namespace inner {
namespace {
__global__ void quiet(int* x, int level, int n, int* left) {
  if (threadIdx.x == 0) atomicAdd(x, level + n + blockIdx.y);
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: quiet for one block of a grid: its place there is a parameter.
#line 49 "case.cu"
static __device__ __forceinline__ void quiet__block_37(const uint3 blockIdx, const dim3 gridDim, int* x, int level, int n, int* left) {
#line 49 "case.cu"
{
  if (threadIdx.x == 0) atomicAdd(x, level + n + blockIdx.y);
}
}
// spawnc: quiet in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 49 "case.cu"
static __global__ void quiet__step_37(const spawn::Step spawn_step, int* x, int spawn_first_level, int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int level = static_cast<int>(spawn_first_level + spawn_step.trip() * 1);
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    quiet__block_37(spawn_index, spawn_grid, x, level, n, left);
  });
}
#endif  // spawnc
#line 52 "case.cu"
}
}

#ifndef ROWS
#define ROWS (8 * 2)
#endif
constexpr int kThreads = 128;
inline int ceil_div(int items, const int each) { return (items + each - 1) / each; }
static unsigned blocks_of(size_t items) { return ceil_div(items, kThreads); }
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:62 makes another trip.
template <typename spawn_source> struct spawn_again_62 {
  __host__ __device__ bool operator()(int n, long long) const {
    return n > 1;
  }
  static __host__ __device__ int ceil_div(int items, int each) { return (items + each - 1) / each; }
  static __host__ __device__ unsigned blocks_of(unsigned long items) { return ceil_div(items, kThreads); }
  __host__ __device__ unsigned spawn_grids(int n, dim3* spawn_grid) const {
    const int rows = ceil_div(n, ROWS);
    spawn_grid[0] = dim3(ceil_div(n + 1, kThreads), rows, blocks_of(n));
    return 1;
  }
};
#endif  // spawnc
#line 61 "case.cu"
void helped(int* x, int* d_left, int n) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_62("case.cu:62");
  spawn_region_62.begin(0);
  {  // spawnc: one trip is recorded
#line 64 "case.cu"
    spawn_region_62.kernel(spawn::step(plain__step_64), spawn::GridOfTrip{0}, 8, 0, x, d_left);
  }
  if (spawn_region_62.loop(d_left, spawn_again_62<spawn::ThisSource>{}, n)) {
    n = spawn_region_62.value<int>();
  }
  if (!spawn_region_62.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 62 "case.cu"
  do {
    const int rows = ceil_div(n, ROWS);
    plain<<<dim3(ceil_div(n + 1, kThreads), rows, blocks_of(n)), 8>>>(x, n, d_left);
    cudaMemcpy(&n, d_left, sizeof(n), cudaMemcpyDeviceToHost);
  } while (n > 1);
}

// The scalar by another name.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:71 makes another trip.
template <typename spawn_source> struct spawn_again_71 {
  __host__ __device__ bool operator()(int spawn_value, long long) const {
    return spawn_value > 1;
  }
  static __host__ __device__ int ceil_div(int items, int each) { return (items + each - 1) / each; }
  __host__ __device__ unsigned spawn_grids(int spawn_value, dim3* spawn_grid) const {
    const int n = spawn_value;
    spawn_grid[0] = ceil_div(n, kThreads);
    return 1;
  }
};
#endif  // spawnc
#line 70 "case.cu"
void renamed(int* x, int* d_left, int* left) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_71("case.cu:71");
  spawn_region_71.begin(0);
  {  // spawnc: one trip is recorded
#line 73 "case.cu"
    spawn_region_71.kernel(spawn::step(plain__step_73), spawn::GridOfTrip{0}, kThreads, 0, x, d_left);
  }
  if (spawn_region_71.loop(d_left, spawn_again_71<spawn::ThisSource>{}, *left)) {
    *left = spawn_region_71.value<int>();
  }
  if (!spawn_region_71.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 71 "case.cu"
  do {
    const int n = *left;
    plain<<<ceil_div(n, kThreads), kThreads>>>(x, n, d_left);
    cudaMemcpy(left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (*left > 1);
}

// The host gives the scalar another value, when its own has gone to variables.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:80 makes another trip.
template <typename spawn_source> struct spawn_again_80 {
  __host__ __device__ bool operator()(int left, long long) const {
    return left;
  }
  __host__ __device__ unsigned spawn_grids(int left, dim3* spawn_grid) const {
    const int n = left;
    const int blocks = n / kThreads + 1;
    spawn_grid[0] = blocks;
    return 1;
  }
};
#endif  // spawnc
#line 79 "case.cu"
void reset(int* x, int* d_left, int left) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_80("case.cu:80");
  spawn_region_80.begin(0);
  if (left) {  // spawnc: one trip is recorded
#line 83 "case.cu"
    spawn_region_80.store(d_left, 0);
    spawn_region_80.kernel(spawn::step(plain__step_84), spawn::GridOfTrip{0}, kThreads, 0, x, d_left);
  }
  if ((left) && spawn_region_80.loop(d_left, spawn_again_80<spawn::ThisSource>{}, left)) {
    left = spawn_region_80.value<int>();
  }
  if (!spawn_region_80.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 80 "case.cu"
  while (left) {
    const int n = left, blocks = n / kThreads + 1;
    left = 0;
    cudaMemcpy(d_left, &left, sizeof(int), cudaMemcpyHostToDevice);
    plain<<<blocks, kThreads>>>(x, n, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Threads that meet by the warp, in a function that knows them by their place in the block.
__device__ int sum_of_warp(int value) {
  for (int lanes = 16; lanes > 0; lanes /= 2) value += __shfl_down_sync(~0u, value, lanes);
  return threadIdx.x % 32 == 0 ? value : 0;
}
__global__ void sums(const int* x, int* sum, int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = sum_of_warp(i < n ? x[i] : 0);
  if (value) atomicAdd(sum, value);
  if (i == 0) *left = n / 2;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:101 makes another trip.
template <typename spawn_source> struct spawn_again_101 {
  __host__ __device__ bool operator()(int left, long long) const {
    return left > 0;
  }
  __host__ __device__ unsigned spawn_grids(int left, dim3* spawn_grid) const {
    spawn_grid[0] = left / 64 + 1;
    return 1;
  }
};
#endif  // spawnc
#line 100 "case.cu"
#if SPAWN_GRAPHS  // spawnc
// spawnc: sums for one block of a grid: its place there is a parameter.
#line 94 "case.cu"
static __device__ __forceinline__ void sums__block_102(const uint3 blockIdx, const dim3 gridDim, const int* x, int* sum, int n, int* left) {
#line 94 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const int value = sum_of_warp(i < n ? x[i] : 0);
  if (value) atomicAdd(sum, value);
  if (i == 0) *left = n / 2;
}
}
// spawnc: sums in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 94 "case.cu"
static __global__ void sums__step_102(const spawn::Step spawn_step, const int* x, int* sum, int* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    sums__block_102(spawn_index, spawn_grid, x, sum, n, left);
    __syncthreads();
  });
}
#endif  // spawnc
#line 100 "case.cu"
void halves(const int* x, int* sum, int* d_left, int left) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_101("case.cu:101");
  spawn_region_101.begin(0);
  if (left > 0) {  // spawnc: one trip is recorded
#line 102 "case.cu"
    spawn_region_101.kernel(spawn::step(sums__step_102), spawn::GridOfTrip{0}, kThreads, 0, x, sum, d_left);
  }
  if ((left > 0) && spawn_region_101.loop(d_left, spawn_again_101<spawn::ThisSource>{}, left)) {
    left = spawn_region_101.value<int>();
  }
  if (!spawn_region_101.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 101 "case.cu"
  for (; left > 0;) {
    sums<<<left / 64 + 1, kThreads>>>(x, sum, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Levels that are counted, with constants that are declared together.
constexpr int kRows = 8, kColumns = 16;
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:110 makes another trip.
template <typename spawn_source> struct spawn_again_110 {
  int most;
  int kRows;
  int spawn_first_level;
  __host__ __device__ bool operator()(int, long long spawn_trips) const {
    const int level = static_cast<int>(spawn_first_level + spawn_trips * 1);
    return level < most;
  }
  __host__ __device__ unsigned spawn_grids(int left, dim3* spawn_grid) const {
    const int rows = (left + kRows - 1) / kRows;
    spawn_grid[0] = rows;
    return 1;
  }
};
#endif  // spawnc
#line 109 "case.cu"
void levels(int* x, int* d_left, int left, int most) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_110("case.cu:110");
  spawn_region_110.begin(0);
  if ([[maybe_unused]] int level = 0; level < most) {  // spawnc: one trip is recorded
#line 112 "case.cu"
    spawn_region_110.kernel(spawn::step(plain__step_112), spawn::GridOfTrip{0}, kColumns, 0, x, d_left);
  }
  if ([[maybe_unused]] int level = 0; (level < most) && spawn_region_110.loop(d_left, spawn_again_110<spawn::ThisSource>{most, kRows, level}, left)) {
    left = spawn_region_110.value<int>();
  }
  if (!spawn_region_110.is_over())  // spawnc: the trips that the graph did not make
  for (int level = static_cast<int>(0 + spawn_region_110.trips()); level < most; ++level)  // spawnc: behind those that it made
#else  // spawnc: as written
#line 110 "case.cu"
  for (int level = 0; level < most; ++level) 
#endif  // spawnc
#line 110 "case.cu"
{
    const int rows = (left + kRows - 1) / kRows;
    plain<<<rows, kColumns>>>(x, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- diagnostics
case.cu:27:3: note: loop becomes a CUDA graph: it ends by `n`, 1 launch in its body [SP100]
case.cu:35:3: note: loop becomes a CUDA graph: it ends by `n`, 2 launches in its body [SP100]
case.cu:62:3: note: loop becomes a CUDA graph: it ends by `n`, 1 launch in its body [SP100]
case.cu:71:3: note: loop becomes a CUDA graph: it ends by `*left`, 1 launch in its body [SP100]
case.cu:80:3: note: loop becomes a CUDA graph: it ends by `left`, 1 launch in its body [SP100]
case.cu:101:3: note: loop becomes a CUDA graph: it ends by `left`, 1 launch in its body [SP100]
case.cu:110:3: note: loop becomes a CUDA graph: it ends by `left`, 1 launch in its body [SP100]
8 launches: 8 host, 0 guarded, 0 kept, 0 refused
