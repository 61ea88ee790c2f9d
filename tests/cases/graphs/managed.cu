// flags: --graphs
__global__ void step(float* x, int* changed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) x[i] -= 1, *changed = 1;
}

// Both sides see the flag: there is no copy, but a wait before the host looks.
void settle(float* x, int* changed, int n) {
  do {
    *changed = 0;
    step<<<n / 128 + 1, 128>>>(x, changed, n);
    cudaDeviceSynchronize();
  } while (*changed);
}

// Nobody waits: what the host sees is anybody's guess, and stays so.
void race(float* x, int* changed, int n) {
  while (*changed) {
    step<<<n / 128 + 1, 128>>>(x, changed, n);
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
__global__ void step(float* x, int* changed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) x[i] -= 1, *changed = 1;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: step for one block of a grid: its place there is a parameter.
#line 2 "case.cu"
static __device__ __forceinline__ void step__block(const uint3 blockIdx, const dim3 gridDim, float* x, int* changed, int n) {
#line 2 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) x[i] -= 1, *changed = 1;
}
}
// spawnc: step in a graph: its blocks take turns where fewer are launched.
#line 2 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* changed, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    step__block(spawn_index, spawn_grid, x, changed, n);
  });
}
#endif  // spawnc
#line 6 "case.cu"

// Both sides see the flag: there is no copy, but a wait before the host looks.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:9 makes another trip.
template <typename spawn_source> struct spawn_again_9 {
  __host__ __device__ bool operator()(int spawn_value, long long) const {
    return spawn_value;
  }
};
#endif  // spawnc
#line 8 "case.cu"
void settle(float* x, int* changed, int n) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_9("case.cu:9");
  spawn_region_9.begin(0);
  {  // spawnc: one trip is recorded
#line 10 "case.cu"
    spawn_region_9.store(changed, 0);
    spawn_region_9.kernel(spawn::step_in_turns(step, step__step), n / 128 + 1, 128, 0, x, changed, n);
  }
  if (spawn_region_9.loop(changed, spawn_again_9<spawn::ThisSource>{})) {
    cudaDeviceSynchronize();  // spawnc: as each trip does
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 9 "case.cu"
  do {
    *changed = 0;
    step<<<n / 128 + 1, 128>>>(x, changed, n);
    cudaDeviceSynchronize();
  } while (*changed);
}

// Nobody waits: what the host sees is anybody's guess, and stays so.
void race(float* x, int* changed, int n) {
  while (*changed) {
    step<<<n / 128 + 1, 128>>>(x, changed, n);
  }
}
// ---- diagnostics
case.cu:9:3: note: loop becomes a CUDA graph: it ends by `*changed`, 1 launch in its body [SP100]
case.cu:18:10: warning: no graph: the host reads '*changed', which the device may write [SP109]
2 launches: 2 host, 0 guarded, 0 kept, 0 refused
