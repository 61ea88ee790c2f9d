// One region of each kind, as spawnc emits them, some of them twice: the graphs that come of them are in *.txt beside this.
#include <spawn/graph.cuh>

__global__ void scale(const float* in, float* out, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by;
}
__global__ void lower(int* n) { --*n; }
__global__ void lower__step(const spawn::Step spawn_step, int* n) {
  if (spawn_step.skips()) return;
  --*n;
}
__global__ void add(int* to, int by) { *to += by; }
__global__ void add__step(const spawn::Step spawn_step, int* to, int by) {
  if (spawn_step.skips()) return;
  *to += by;
}
__global__ void by_trip__step(const spawn::Step spawn_step, int* to) {
  if (spawn_step.skips()) return;
  *to = static_cast<int>(spawn_step.trip());
}
static __device__ __forceinline__ void mark__block_61(const uint3 blockIdx, const dim3 gridDim, int* to,
                                                      int n) {
  if (threadIdx.x == 0) to[blockIdx.x] = n;
}
__global__ void mark__step_61(const spawn::Step spawn_step, int* to) {
  if (spawn_step.skips()) return;
  int n = spawn_step.value<int>();
  spawn_step.each_block(
      [&](uint3 spawn_index, dim3 spawn_grid) { mark__block_61(spawn_index, spawn_grid, to, n); });
}
namespace {
struct spawn_if_positive {
  __host__ __device__ bool operator()(int n) const { return n > 0; }
};
struct spawn_again_positive {
  __host__ __device__ bool operator()(int n, long long) const { return n > 0; }
};
struct spawn_again_sized {
  int more;
  __host__ __device__ bool operator()(int n, long long) const { return n > 0; }
  __host__ __device__ unsigned spawn_grids(int n, dim3* spawn_grid) const {
    spawn_grid[0] = n + more;
    return 1;
  }
};
}  // namespace

static void sequence(float* x, int n, int stages) {
  static thread_local spawn::Region region("structures.cu:sequence");
  region.begin_sequence();
  for (int k = 0; k < stages; ++k) region.kernel(scale, (n + 63) / 64, 64, 0, x, x, 2, n);
  region.copy(x + 64, x, n, cudaMemcpyDeviceToDevice);
  region.set(x, 0, n);
  region.store(x, 1.0f);
  region.end();
}

static void branch(int* d, int by) {
  static thread_local spawn::Region region("structures.cu:branch");
  region.begin();
  region.branch(d, spawn_if_positive{});
  region.kernel(spawn::step(lower, lower__step), 1, 32, 0, d);
  region.branch(d + 1, spawn_if_positive{});
  region.set(d + 8, by, 32);
  region.branch_end();
  region.otherwise();
  region.kernel(spawn::step(add, add__step), 1, 1, 0, d, 3);
  region.branch_end();
  region.copy(d + 8, d, 32, cudaMemcpyDeviceToDevice);
  region.end();
}

static bool loop(int* d, int by) {
  static thread_local spawn::Region region("structures.cu:loop");
  region.begin();
  region.store(d + 1, 0);
  region.set(d + 2, 1, 2 * sizeof(int));
  region.kernel(spawn::step(lower, lower__step), 1, 32, 0, d);
  region.branch(d + 1, spawn_if_positive{});
  region.kernel(spawn::step(add, add__step), 1, 1, 0, d, by);
  region.branch_end();
  region.kernel(spawn::step(by_trip__step), 1, 1, 0, d + 3);
  region.set(d + 8, 0, 32);
  region.copy(d + 8, d, 32, cudaMemcpyDeviceToDevice);
  return region.loop(d, spawn_again_positive{});
}

static bool plain_loop(int* d) {
  static thread_local spawn::Region region("structures.cu:plain_loop");
  region.begin();
  region.kernel(lower, 1, 32, 0, d);
  return region.loop(d, spawn_again_positive{});
}

static bool sized_loop(int* d, int more, int n) {
  static thread_local spawn::Region region("structures.cu:sized_loop");
  region.begin();
  region.kernel(spawn::step(mark__step_61), spawn::GridOfTrip{0}, 32, 0, d + 1);
  region.kernel(spawn::step(lower, lower__step), 1, 1, 0, d);
  return region.loop(d, spawn_again_sized{more}, n) && region.is_over();
}

int main() {
  float* x;
  int* d;
  const int begin[16] = {2};
  cudaMalloc(&x, 512 * sizeof(float));
  cudaMalloc(&d, sizeof begin);
  cudaMemset(x, 0, 512 * sizeof(float));
  sequence(x, 100, 2);
  sequence(x, 200, 2);
  sequence(x, 200, 2);
  cudaMemcpy(d, begin, sizeof begin, cudaMemcpyHostToDevice);
  for (const int by : {0, 1, 2}) branch(d, by);
  for (const int by : {5, 6}) {
    cudaMemcpy(d, begin, sizeof begin, cudaMemcpyHostToDevice);
    loop(d, by);
  }
  cudaMemcpy(d, begin, sizeof begin, cudaMemcpyHostToDevice);
  plain_loop(d);
  for (const int more : {0, -1}) {  // where the second trip has a block, and none
    cudaMemcpy(d, begin, sizeof begin, cudaMemcpyHostToDevice);
    if (sized_loop(d, more, 2) != (more == 0)) return 1;
  }
  return cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess;
}
