// flags: --graphs
#include <algorithm>
#include <utility>

// The scalar that is copied back is the size of the next trip's work: it stands in the grid and in an argument.
__global__ void expand(const int* row, const int* column, int* distance, const int* frontier, int count, int* next,
                       int* next_count, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i];
  for (int e = row[v]; e < row[v + 1]; e++)
    if (atomicCAS(&distance[column[e]], -1, level + 1) == -1) next[atomicAdd(next_count, 1)] = column[e];
}

int search(const int* row, const int* column, int* distance, int* frontier, int* next, int* d_next_count) {
  int count = 1, level = 0;
  do {
    cudaMemset(d_next_count, 0, sizeof(int));
    expand<<<(count + 255) / 256, 256>>>(row, column, distance, frontier, count, next, d_next_count, level);
    cudaMemcpy(&count, d_next_count, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(frontier, next);
    ++level;
  } while (count > 0);
  return level;
}

// Blocks with barriers take turns, too; the size comes from pinned memory, through variables of the body and a macro.
#define BLOCKS(n, threads) (((n) + (threads)-1) / (threads))
template <typename T>
__global__ void __launch_bounds__(128) fold(const T* values, T* sums, unsigned n, unsigned* left) {
  __shared__ T part[128];
  const unsigned i = blockIdx.x * 128 + threadIdx.x;
  part[threadIdx.x] = i < n ? values[i] : T(0);
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0], *left = gridDim.x;
}
__global__ void note(int* log, int n) { log[n] = 1; }

void folds(float* values, float* sums, int* log, int* d_left, int* left, dim3 block, cudaStream_t stream) {
  while (true) {
    const int blocks = BLOCKS(*left, 128);
    const dim3 grid(blocks);
    note<<<1, 1, 0, stream>>>(log, *left);
    fold<float><<<grid, 128, 0, stream>>>(values, sums, *left, reinterpret_cast<unsigned*>(d_left));
    note<<<dim3(std::max(blocks, 2), block.x), block, 0, stream>>>(log, 0);
    cudaMemcpyAsync(left, d_left, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    if (*left <= 1) break;
    std::swap(values, sums);
  }
}

// Trips that the graph did not make go on where it ended: the head is there twice.
int counted(int* log, int* d_left, int left, int most) {
  int trips = 0;
  for (int i = most - 1, n = 3; left && i >= 0; --i) {
    note<<<left, n>>>(log, i);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (trips = 0; left; trips += 2) {
    const int rows = 2 * left, n = rows;
    note<<<{static_cast<unsigned>(n / 2), 2}, 1>>>(log, 0);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
  return trips;
}

// The device's text has a name of its own beside the program's.
void divided(int* log, int* d_left, int left, int grids) {
  do {
    note<<<left / grids + 1, 1>>>(log, left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left > grids);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <algorithm>
#include <utility>

// The scalar that is copied back is the size of the next trip's work: it stands in the grid and in an argument.
__global__ void expand(const int* row, const int* column, int* distance, const int* frontier, int count, int* next,
                       int* next_count, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i];
  for (int e = row[v]; e < row[v + 1]; e++)
    if (atomicCAS(&distance[column[e]], -1, level + 1) == -1) next[atomicAdd(next_count, 1)] = column[e];
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: expand for one block of a grid: its place there is a parameter.
#line 6 "case.cu"
static __device__ __forceinline__ void expand__block_19(const uint3 blockIdx, const dim3 gridDim, const int* row, const int* column, int* distance, const int* frontier, int count, int* next, int* next_count, int level) {
#line 7 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i];
  for (int e = row[v]; e < row[v + 1]; e++)
    if (atomicCAS(&distance[column[e]], -1, level + 1) == -1) next[atomicAdd(next_count, 1)] = column[e];
}
}
// spawnc: expand in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 6 "case.cu"
static __global__ void expand__step_19(const spawn::Step spawn_step, const int* row, const int* column, int* distance, const int* spawn_frontier_0, const int* spawn_frontier_1, int* spawn_next_0, int* spawn_next_1, int* next_count, int spawn_first_level) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] const int* frontier = spawn_step.trip() % 2 == 0 ? spawn_frontier_0 : spawn_frontier_1;
  [[maybe_unused]] int count = spawn_step.value<int>();
  [[maybe_unused]] int* next = spawn_step.trip() % 2 == 0 ? spawn_next_0 : spawn_next_1;
  [[maybe_unused]] int level = static_cast<int>(spawn_first_level + spawn_step.trip() * 1);
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    expand__block_19(spawn_index, spawn_grid, row, column, distance, frontier, count, next, next_count, level);
  });
}
#endif  // spawnc
#line 14 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:17 makes another trip.
template <typename spawn_source> struct spawn_again_17 {
  __host__ __device__ bool operator()(int count, long long) const {
    return count > 0;
  }
  __host__ __device__ unsigned spawn_grids(int count, dim3* spawn_grid) const {
    spawn_grid[0] = (count + 255) / 256;
    return 1;
  }
};
#endif  // spawnc
#line 15 "case.cu"
int search(const int* row, const int* column, int* distance, int* frontier, int* next, int* d_next_count) {
  int count = 1, level = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_17("case.cu:17");
  spawn_region_17.begin(0);
  {  // spawnc: one trip is recorded
#line 18 "case.cu"
    spawn_region_17.set(d_next_count, 0, sizeof(int));
    spawn_region_17.kernel(spawn::step(expand__step_19), spawn::GridOfTrip{0}, 256, 0, row, column, distance, frontier, next, next, frontier, d_next_count, level);
  }
  if (spawn_region_17.loop(d_next_count, spawn_again_17<spawn::ThisSource>{}, count)) {
    count = spawn_region_17.value<int>();
    level += spawn_region_17.trips();
    if (spawn_region_17.trips() % 2 != 0) { std::swap(frontier, next); }
  }
  if (!spawn_region_17.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 17 "case.cu"
  do {
    cudaMemset(d_next_count, 0, sizeof(int));
    expand<<<(count + 255) / 256, 256>>>(row, column, distance, frontier, count, next, d_next_count, level);
    cudaMemcpy(&count, d_next_count, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(frontier, next);
    ++level;
  } while (count > 0);
  return level;
}

// Blocks with barriers take turns, too; the size comes from pinned memory, through variables of the body and a macro.
#define BLOCKS(n, threads) (((n) + (threads)-1) / (threads))
template <typename T>
__global__ void __launch_bounds__(128) fold(const T* values, T* sums, unsigned n, unsigned* left) {
  __shared__ T part[128];
  const unsigned i = blockIdx.x * 128 + threadIdx.x;
  part[threadIdx.x] = i < n ? values[i] : T(0);
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0], *left = gridDim.x;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: fold for one block of a grid: its place there is a parameter.
#line 29 "case.cu"
template <typename T>
static __device__ __forceinline__ void fold__block_48(const uint3 blockIdx, const dim3 gridDim, const T* values, T* sums, unsigned n, unsigned* left) {
#line 30 "case.cu"
{
  __shared__ T part[128];
  const unsigned i = blockIdx.x * 128 + threadIdx.x;
  part[threadIdx.x] = i < n ? values[i] : T(0);
  __syncthreads();
  for (unsigned half = 64; half > 0; half /= 2) {
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 0) sums[blockIdx.x] = part[0], *left = gridDim.x;
}
}
// spawnc: fold in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 29 "case.cu"
template <typename T>
static __global__ void __launch_bounds__(128) fold__step_48(const spawn::Step spawn_step, const T* spawn_values_0, const T* spawn_values_1, T* spawn_sums_0, T* spawn_sums_1, unsigned* left) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] const T* values = spawn_step.trip() % 2 == 0 ? spawn_values_0 : spawn_values_1;
  [[maybe_unused]] T* sums = spawn_step.trip() % 2 == 0 ? spawn_sums_0 : spawn_sums_1;
  [[maybe_unused]] unsigned n = static_cast<unsigned int>(spawn_step.value<int>());
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    fold__block_48<T>(spawn_index, spawn_grid, values, sums, n, left);
    __syncthreads();
  });
}
#endif  // spawnc
#line 41 "case.cu"
__global__ void note(int* log, int n) { log[n] = 1; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: note in a graph: it does nothing where the host would not launch it.
#line 41 "case.cu"
static __global__ void note__step_47(const spawn::Step spawn_step, int* log) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
#line 41 "case.cu"
{ log[n] = 1; }
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: note for one block of a grid: its place there is a parameter.
#line 41 "case.cu"
static __device__ __forceinline__ void note__block_49(const uint3 blockIdx, const dim3 gridDim, int* log, int n) {
#line 41 "case.cu"
{ log[n] = 1; }
}
// spawnc: note in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 41 "case.cu"
static __global__ void note__step_49(const spawn::Step spawn_step, int* log, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    note__block_49(spawn_index, spawn_grid, log, n);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: note for one block of a grid: its place there is a parameter.
#line 41 "case.cu"
static __device__ __forceinline__ void note__block_61(const uint3 blockIdx, const dim3 gridDim, int* log, int n) {
#line 41 "case.cu"
{ log[n] = 1; }
}
// spawnc: note in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 41 "case.cu"
static __global__ void note__step_61(const spawn::Step spawn_step, int* log, int spawn_first_n) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = static_cast<int>(spawn_first_n + spawn_step.trip() * -1);
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    note__block_61(spawn_index, spawn_grid, log, n);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: note for one block of a grid: its place there is a parameter.
#line 41 "case.cu"
static __device__ __forceinline__ void note__block_66(const uint3 blockIdx, const dim3 gridDim, int* log, int n) {
#line 41 "case.cu"
{ log[n] = 1; }
}
// spawnc: note in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 41 "case.cu"
static __global__ void note__step_66(const spawn::Step spawn_step, int* log, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    note__block_66(spawn_index, spawn_grid, log, n);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: note for one block of a grid: its place there is a parameter.
#line 41 "case.cu"
static __device__ __forceinline__ void note__block_75(const uint3 blockIdx, const dim3 gridDim, int* log, int n) {
#line 41 "case.cu"
{ log[n] = 1; }
}
// spawnc: note in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 41 "case.cu"
static __global__ void note__step_75(const spawn::Step spawn_step, int* log) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int n = spawn_step.value<int>();
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    note__block_75(spawn_index, spawn_grid, log, n);
  });
}
#endif  // spawnc
#line 42 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:44 makes another trip.
template <typename spawn_source> struct spawn_again_44 {
  dim3 block;
  __host__ __device__ bool operator()(int spawn_value, long long) const {
    {
      if (spawn_value <= 1) return false;
    }
    return true;
  }
  __host__ __device__ unsigned spawn_grids(int spawn_value, dim3* spawn_grid) const {
    const int blocks = BLOCKS(spawn_value, 128);
    const dim3 grid = dim3(blocks);
    spawn_grid[0] = grid;
    spawn_grid[1] = dim3((blocks < 2 ? 2 : blocks), block.x);
    return 2;
  }
};
#endif  // spawnc
#line 43 "case.cu"
void folds(float* values, float* sums, int* log, int* d_left, int* left, dim3 block, cudaStream_t stream) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_44("case.cu:44");
  spawn_region_44.begin(stream);
  {  // spawnc: one trip is recorded
#line 47 "case.cu"
    spawn_region_44.kernel(spawn::step(note__step_47), 1, 1, 0, log);
    spawn_region_44.kernel(spawn::step(fold__step_48<float>), spawn::GridOfTrip{0}, 128, 0, values, sums, sums, values, reinterpret_cast<unsigned*>(d_left));
    spawn_region_44.kernel(spawn::step(note__step_49), spawn::GridOfTrip{1}, block, 0, log, 0);
  }
  if (spawn_region_44.loop(d_left, spawn_again_44<spawn::ThisSource>{block}, *left)) {
    *left = spawn_region_44.value<int>();
    const long long spawn_late = spawn_region_44.trips() - ((*left <= 1) ? 1 : 0);
    if (spawn_late % 2 != 0) { std::swap(values, sums); }
  }
  if (!spawn_region_44.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 44 "case.cu"
  while (true) {
    const int blocks = BLOCKS(*left, 128);
    const dim3 grid(blocks);
    note<<<1, 1, 0, stream>>>(log, *left);
    fold<float><<<grid, 128, 0, stream>>>(values, sums, *left, reinterpret_cast<unsigned*>(d_left));
    note<<<dim3(std::max(blocks, 2), block.x), block, 0, stream>>>(log, 0);
    cudaMemcpyAsync(left, d_left, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    if (*left <= 1) break;
    std::swap(values, sums);
  }
}

// Trips that the graph did not make go on where it ended: the head is there twice.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:60 makes another trip.
template <typename spawn_source> struct spawn_again_60 {
  int spawn_first_i;
  __host__ __device__ bool operator()(int left, long long spawn_trips) const {
    const int i = static_cast<int>(spawn_first_i + spawn_trips * -1);
    return left && i >= 0;
  }
  __host__ __device__ unsigned spawn_grids(int left, dim3* spawn_grid) const {
    spawn_grid[0] = left;
    return 1;
  }
};
#endif  // spawnc
#line 58 "case.cu"
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:64 makes another trip.
template <typename spawn_source> struct spawn_again_64 {
  __host__ __device__ bool operator()(int left, long long) const {
    return left;
  }
  __host__ __device__ unsigned spawn_grids(int left, dim3* spawn_grid) const {
    const int rows = 2 * left;
    const int n = rows;
    spawn_grid[0] = dim3(static_cast<unsigned>(n / 2), 2);
    return 1;
  }
};
#endif  // spawnc
#line 58 "case.cu"
int counted(int* log, int* d_left, int left, int most) {
  int trips = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_60("case.cu:60");
  spawn_region_60.begin(0);
  if ([[maybe_unused]] int i = most - 1, n = 3; left && i >= 0) {  // spawnc: one trip is recorded
#line 61 "case.cu"
    spawn_region_60.kernel(spawn::step(note__step_61), spawn::GridOfTrip{0}, n, 0, log, i);
  }
  if ([[maybe_unused]] int i = most - 1, n = 3; (left && i >= 0) && spawn_region_60.loop(d_left, spawn_again_60<spawn::ThisSource>{i}, left)) {
    left = spawn_region_60.value<int>();
  }
  if (!spawn_region_60.is_over())  // spawnc: the trips that the graph did not make
  for (int i = static_cast<int>((most - 1) + spawn_region_60.trips() * -1), n = 3; left && i >= 0; --i)  // spawnc: behind those that it made
#else  // spawnc: as written
#line 60 "case.cu"
  for (int i = most - 1, n = 3; left && i >= 0; --i) 
#endif  // spawnc
#line 60 "case.cu"
{
    note<<<left, n>>>(log, i);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_64("case.cu:64");
  spawn_region_64.begin(0);
  if (trips = 0; left) {  // spawnc: one trip is recorded
#line 66 "case.cu"
    spawn_region_64.kernel(spawn::step(note__step_66), spawn::GridOfTrip{0}, 1, 0, log, 0);
  }
  if (trips = 0; (left) && spawn_region_64.loop(d_left, spawn_again_64<spawn::ThisSource>{}, left)) {
    left = spawn_region_64.value<int>();
    trips += 2 * spawn_region_64.trips();
  }
  if (!spawn_region_64.is_over())  // spawnc: the trips that the graph did not make
  for (; left; trips += 2)  // spawnc: behind those that it made
#else  // spawnc: as written
#line 64 "case.cu"
  for (trips = 0; left; trips += 2) 
#endif  // spawnc
#line 64 "case.cu"
{
    const int rows = 2 * left, n = rows;
    note<<<{static_cast<unsigned>(n / 2), 2}, 1>>>(log, 0);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
  return trips;
}

// The device's text has a name of its own beside the program's.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:74 makes another trip.
template <typename spawn_source> struct spawn_again_74 {
  int grids;
  __host__ __device__ bool operator()(int left, long long) const {
    return left > grids;
  }
  __host__ __device__ unsigned spawn_grids(int left, dim3* spawn_grid) const {
    spawn_grid[0] = left / grids + 1;
    return 1;
  }
};
#endif  // spawnc
#line 73 "case.cu"
void divided(int* log, int* d_left, int left, int grids) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_74("case.cu:74");
  spawn_region_74.begin(0);
  {  // spawnc: one trip is recorded
#line 75 "case.cu"
    spawn_region_74.kernel(spawn::step(note__step_75), spawn::GridOfTrip{0}, 1, 0, log);
  }
  if (spawn_region_74.loop(d_left, spawn_again_74<spawn::ThisSource>{grids}, left)) {
    left = spawn_region_74.value<int>();
  }
  if (!spawn_region_74.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 74 "case.cu"
  do {
    note<<<left / grids + 1, 1>>>(log, left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left > grids);
}
// ---- diagnostics
case.cu:17:3: note: loop becomes a CUDA graph: it ends by `count`, 1 launch in its body [SP100]
case.cu:44:3: note: loop becomes a CUDA graph: it ends by `*left`, 3 launches in its body [SP100]
case.cu:60:3: note: loop becomes a CUDA graph: it ends by `left`, 1 launch in its body [SP100]
case.cu:64:3: note: loop becomes a CUDA graph: it ends by `left`, 1 launch in its body [SP100]
case.cu:74:3: note: loop becomes a CUDA graph: it ends by `left`, 1 launch in its body [SP100]
7 launches: 7 host, 0 guarded, 0 kept, 0 refused
