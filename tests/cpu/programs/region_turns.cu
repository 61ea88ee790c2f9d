// Loops over kernels with more blocks than run at once, as spawnc emits them: in modes with `+turns`, fewer are launched.
// prints: 3 trips: 1100 blocks of 1100, 0 wrong; 5 trips: 1100 blocks of 1100, 0 wrong; 1 trips: 3 blocks of 3, 0 wrong
#include <cstdio>
#include <spawn/graph.cuh>
#include <vector>

// So much that few blocks run at once, on a GPU as well.
constexpr size_t kShared = 48 << 10;

// Each block once in a trip, with its own place in the grid as launched.
__global__ void visit(int* seen, dim3 grid, int trip) {
  if (threadIdx.x + blockDim.x * threadIdx.y != 5) return;
  const bool is_right = gridDim.x == grid.x && gridDim.y == grid.y && gridDim.z == grid.z;
  atomicAdd(&seen[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)],
            is_right ? trip + 1 : 1000);
}
static __device__ __forceinline__ void visit__block_31(const uint3 blockIdx, const dim3 gridDim, int* seen,
                                                       dim3 grid, int trip) {
  {
    if (threadIdx.x + blockDim.x * threadIdx.y != 5) return;
    const bool is_right = gridDim.x == grid.x && gridDim.y == grid.y && gridDim.z == grid.z;
    atomicAdd(&seen[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)],
              is_right ? trip + 1 : 1000);
  }
}
__global__ void visit__step_31(const spawn::Step spawn_step, int* seen, dim3 grid, int spawn_first_trip) {
  if (spawn_step.skips()) return;
  int trip = static_cast<int>(spawn_first_trip + spawn_step.trip() * 1);
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    visit__block_31(spawn_index, spawn_grid, seen, grid, trip);
  });
}

// The same in all trips: the kernel may run as written.
__global__ void visit_again(int* seen) {
  if (threadIdx.x + threadIdx.y == 0)
    atomicAdd(&seen[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)], 100000);
}
static __device__ __forceinline__ void visit_again__block(const uint3 blockIdx, const dim3 gridDim,
                                                          int* seen) {
  {
    if (threadIdx.x + threadIdx.y == 0)
      atomicAdd(&seen[blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z)], 100000);
  }
}
__global__ void visit_again__step(const spawn::Step spawn_step, int* seen) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn(
      [&](uint3 spawn_index, dim3 spawn_grid) { visit_again__block(spawn_index, spawn_grid, seen); });
}

__global__ void count_down(int* left) { --*left; }
__global__ void count_down__step(const spawn::Step spawn_step, int* left) {
  if (spawn_step.skips()) return;
  --*left;
}

namespace {
struct spawn_again {
  __host__ __device__ bool operator()(int left, long long) const { return left > 0; }
};
}  // namespace

static void visit_all(dim3 grid, int trips, const char* end) {
  const dim3 block(8, 4);
  const int blocks = static_cast<int>(grid.x * grid.y * grid.z);
  int *seen, *left, host = trips, trip = 0;
  cudaMalloc(&seen, blocks * sizeof(int));
  cudaMalloc(&left, sizeof(int));
  cudaMemset(seen, 0, blocks * sizeof(int));
  cudaMemcpy(left, &host, sizeof host, cudaMemcpyHostToDevice);
  static thread_local spawn::Region region("region_turns.cu:visits");
  region.begin();
  {
    region.kernel(spawn::step_in_turns(visit__step_31), grid, block, kShared, seen, grid, trip);
    region.kernel(spawn::step_in_turns(visit_again, visit_again__step), grid, block, kShared, seen);
    region.kernel(spawn::step(count_down, count_down__step), 1, 1, 0, left);
  }
  if (region.loop(left, spawn_again{})) {
    host = region.value<int>();
    trip += region.trips();
  } else
    do {
      visit<<<grid, block, kShared>>>(seen, grid, trip);
      visit_again<<<grid, block, kShared>>>(seen);
      count_down<<<1, 1>>>(left);
      cudaMemcpy(&host, left, sizeof host, cudaMemcpyDeviceToHost);
      ++trip;
    } while (host > 0);
  std::vector<int> counts(blocks);
  cudaMemcpy(counts.data(), seen, blocks * sizeof(int), cudaMemcpyDeviceToHost);
  int there = 0, wrong = trip != trips;
  for (const int count : counts) {
    there += count > 0;
    wrong += count != trips * 100000 + trips * (trips + 1) / 2;
  }
  printf("%d trips: %d blocks of %d, %d wrong%s", trip, there, blocks, wrong, end);
  cudaFree(seen);
  cudaFree(left);
}

int main() {
  visit_all(dim3(11, 25, 4), 3, "; ");
  visit_all(dim3(1100), 5, "; ");
  visit_all(dim3(1, 3), 1, "\n");
  return cudaDeviceSynchronize() != cudaSuccess;
}
