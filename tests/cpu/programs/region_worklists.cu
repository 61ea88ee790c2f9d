// Loops whose scalar is the size of the next trip's work, as spawnc emits them.
// prints: 17 levels, 0 wrong, swapped 1; 22 levels, 0 wrong, swapped 0; 12 levels, 0 wrong, swapped 0
// prints: rows: 6 trips, 261 blocks of 261, last 0; 1 trips, 1 blocks of 1, last 0
// prints: refused: 3 trips, then 7 more as written, 10 in all, 3 errors
#include <cstdio>
#include <cstdlib>
#include <spawn/graph.cuh>
#include <utility>
#include <vector>

// ---- breadth-first search by frontier lists: the count is a grid and an argument, the lists change places

constexpr int kWidth = 11, kHeight = 12, kCells = kWidth * kHeight;

__global__ void expand(int* distance, const int* frontier, int count, int* next, int* next_count, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i], x = v % kWidth, y = v / kWidth;
  const int around[] = {x > 0 ? v - 1 : v, x + 1 < kWidth ? v + 1 : v, y > 0 ? v - kWidth : v,
                        y + 1 < kHeight ? v + kWidth : v};
  for (const int u : around)
    if (atomicCAS(&distance[u], -1, level + 1) == -1) next[atomicAdd(next_count, 1)] = u;
}
static __device__ __forceinline__ void expand__block_31(const uint3 blockIdx, const dim3 gridDim,
                                                        int* distance, const int* frontier, int count,
                                                        int* next, int* next_count, int level) {
  {
    const int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i >= count) return;
    const int v = frontier[i], x = v % kWidth, y = v / kWidth;
    const int around[] = {x > 0 ? v - 1 : v, x + 1 < kWidth ? v + 1 : v, y > 0 ? v - kWidth : v,
                          y + 1 < kHeight ? v + kWidth : v};
    for (const int u : around)
      if (atomicCAS(&distance[u], -1, level + 1) == -1) next[atomicAdd(next_count, 1)] = u;
  }
}
__global__ void expand__step_31(const spawn::Step spawn_step, int* distance, const int* spawn_frontier_0,
                                const int* spawn_frontier_1, int* spawn_next_0, int* spawn_next_1,
                                int* next_count, int spawn_first_level) {
  if (spawn_step.skips()) return;
  const int* frontier = spawn_step.trip() % 2 == 0 ? spawn_frontier_0 : spawn_frontier_1;
  int count = static_cast<int>(spawn_step.value<int>());
  int* next = spawn_step.trip() % 2 == 0 ? spawn_next_0 : spawn_next_1;
  int level = static_cast<int>(spawn_first_level + spawn_step.trip() * 1);
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    expand__block_31(spawn_index, spawn_grid, distance, frontier, count, next, next_count, level);
  });
}

namespace {
struct spawn_again_frontier {
  int threads;
  __host__ __device__ bool operator()(int count, long long) const { return count > 0; }
  __host__ __device__ unsigned spawn_grids(int count, dim3* spawn_grid) const {
    spawn_grid[0] = (count + threads - 1) / threads;
    return 1;
  }
};
}  // namespace

static void search_from(int source, int threads, const char* end) {
  std::vector<int> host(kCells, -1);
  host[source] = 0;
  int *distance, *frontier, *next, *next_count, count = 1, level = 0;
  cudaMalloc(&distance, kCells * sizeof(int));
  cudaMalloc(&frontier, kCells * sizeof(int));
  cudaMalloc(&next, kCells * sizeof(int));
  cudaMalloc(&next_count, sizeof(int));
  cudaMemcpy(distance, host.data(), kCells * sizeof(int), cudaMemcpyHostToDevice);
  cudaMemcpy(frontier, &source, sizeof(int), cudaMemcpyHostToDevice);
  int* const first = frontier;
  static thread_local spawn::Region region("region_worklists.cu:frontier");
  region.begin();
  {
    region.set(next_count, 0, sizeof(int));
    region.kernel(spawn::step(expand__step_31), spawn::GridOfTrip{0}, threads, 0, distance, frontier, next,
                  next, frontier, next_count, level);
  }
  if (region.loop(next_count, spawn_again_frontier{threads}, count)) {
    count = region.value<int>();
    level += region.trips();
    if (region.trips() % 2 != 0) std::swap(frontier, next);
  }
  if (!region.is_over()) do {
      cudaMemset(next_count, 0, sizeof(int));
      expand<<<(count + threads - 1) / threads, threads>>>(distance, frontier, count, next, next_count,
                                                           level);
      cudaMemcpy(&count, next_count, sizeof(int), cudaMemcpyDeviceToHost);
      std::swap(frontier, next);
      ++level;
    } while (count > 0);
  cudaMemcpy(host.data(), distance, kCells * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = count;
  for (int v = 0; v < kCells; ++v)
    wrong += host[v] != std::abs(v % kWidth - source % kWidth) + std::abs(v / kWidth - source / kWidth);
  printf("%d levels, %d wrong, swapped %d%s", level, wrong, frontier != first, end);
  cudaFree(distance);
  cudaFree(frontier);
  cudaFree(next);
  cudaFree(next_count);
}

// ---- grids of three dimensions: each block is there once, with its own indices

__global__ void count_blocks(unsigned* left, unsigned* seen) {
  __shared__ unsigned number;
  if (threadIdx.x == 0) number = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  __syncthreads();
  if (threadIdx.x == 7) atomicAdd(&seen[number], 1);
  if (threadIdx.x == 0 && number == 0) --*left;
}
static __device__ __forceinline__ void count_blocks__block_99(const uint3 blockIdx, const dim3 gridDim,
                                                              unsigned* left, unsigned* seen) {
  __shared__ unsigned number;
  if (threadIdx.x == 0) number = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  __syncthreads();
  if (threadIdx.x == 7) atomicAdd(&seen[number], 1);
  if (threadIdx.x == 0 && number == 0) --*left;
}
__global__ void count_blocks__step_99(const spawn::Step spawn_step, unsigned* left, unsigned* seen) {
  if (spawn_step.skips()) return;
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    count_blocks__block_99(spawn_index, spawn_grid, left, seen);
    __syncthreads();
  });
}
namespace {
struct spawn_again_rows {
  __host__ __device__ bool operator()(unsigned left, long long) const { return left > 0; }
  __host__ __device__ unsigned spawn_grids(unsigned left, dim3* spawn_grid) const {
    spawn_grid[0] = dim3(left, left, left > 5 ? 1 : left);
    return 1;
  }
};
}  // namespace

static void count_rows(unsigned left, const char* end) {
  unsigned *d_left, *seen, trips = 0;
  const unsigned all = left == 6 ? 36 + 125 + 64 + 27 + 8 + 1 : 1;
  cudaMalloc(&d_left, sizeof left);
  cudaMalloc(&seen, 256 * sizeof(unsigned));
  cudaMemset(seen, 0, 256 * sizeof(unsigned));
  cudaMemcpy(d_left, &left, sizeof left, cudaMemcpyHostToDevice);
  static thread_local spawn::Region region("region_worklists.cu:rows");
  region.begin();
  region.kernel(spawn::step(count_blocks__step_99), spawn::GridOfTrip{0}, 32, 0, d_left, seen);
  if (region.loop(d_left, spawn_again_rows{}, left)) {
    left = region.value<unsigned>();
    trips += region.trips();
  }
  if (!region.is_over()) do {
      count_blocks<<<dim3(left, left, left > 5 ? 1 : left), 32>>>(d_left, seen);
      cudaMemcpy(&left, d_left, sizeof left, cudaMemcpyDeviceToHost);
      ++trips;
    } while (left > 0);
  unsigned host[256], blocks = 0, first = 0;
  cudaMemcpy(host, seen, sizeof host, cudaMemcpyDeviceToHost);
  for (const unsigned each : host) blocks += each;
  first = host[0];
  printf("%u trips, %u blocks of %u, last %u%s", trips, blocks, first == trips ? all : 0, left, end);
  cudaFree(d_left);
  cudaFree(seen);
}

// ---- a grid that CUDA refuses: the statements as written make that launch, and all that follow

__global__ void lower(int* count, int by) {
  if (blockIdx.x == 0) *count -= by;
}
static __device__ __forceinline__ void lower__block_140(const uint3 blockIdx, const dim3 gridDim, int* count,
                                                        int by) {
  if (blockIdx.x == 0) *count -= by;
}
__global__ void lower__step_140(const spawn::Step spawn_step, int* count, int by) {
  if (spawn_step.skips()) return;
  spawn_step.each_block(
      [&](uint3 spawn_index, dim3 spawn_grid) { lower__block_140(spawn_index, spawn_grid, count, by); });
}
namespace {
struct spawn_again_refused {
  int limit, spawn_first_trip;
  __host__ __device__ bool operator()(int, long long spawn_trips) const {
    const int trip = static_cast<int>(spawn_first_trip + spawn_trips * 1);
    return trip < limit;
  }
  __host__ __device__ unsigned spawn_grids(int count, dim3* spawn_grid) const {
    spawn_grid[0] = count;
    return 1;
  }
};
}  // namespace

static void refused() {
  int count = 3, *d_count, trip = 0, errors = 0, by_hand = 0;
  const int limit = 10;
  cudaMalloc(&d_count, sizeof count);
  cudaMemcpy(d_count, &count, sizeof count, cudaMemcpyHostToDevice);
  static thread_local spawn::Region region("region_worklists.cu:refused");
  region.begin();
  region.kernel(spawn::step(lower__step_140), spawn::GridOfTrip{0}, 1, 0, d_count, 1);
  if (region.loop(d_count, spawn_again_refused{limit, trip}, count)) {
    count = region.value<int>();
    trip += region.trips();
  }
  const bool all_by_hand = trip == 0;
  if (!region.is_over()) do {
      lower<<<count, 1>>>(d_count, 1);
      errors += cudaGetLastError() != cudaSuccess;
      cudaMemcpy(&count, d_count, sizeof count, cudaMemcpyDeviceToHost);
      // the third error ends the work that is missing
      if (errors == 3) count = 1, cudaMemcpy(d_count, &limit, sizeof count, cudaMemcpyHostToDevice);
      ++trip, ++by_hand;
    } while (trip < limit);
  if (all_by_hand) by_hand -= 3;
  printf("refused: 3 trips, then %d more as written, %d in all, %d errors\n", by_hand, trip, errors);
  cudaFree(d_count);
}

int main() {
  search_from(5, 32, "; ");
  search_from(0, 8, "; ");
  search_from(5 + 6 * kWidth, 8, "\n");
  printf("rows: ");
  count_rows(6, "; ");
  count_rows(1, "\n");
  refused();
  return cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess;
}
