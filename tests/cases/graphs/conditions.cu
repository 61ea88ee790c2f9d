// flags: --graphs
#include <cstdio>
__global__ void step(float* x, int* changed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) x[i] -= 1, *changed = 1;
}

// The graph is for the program that was read: without TRACE, with QUIET undefined.
void loop(float* x, int* changed, int n) {
  int again = 1;
  do {
    again = 0;
#ifdef TRACE
    std::printf("a trip\n");
#endif
    cudaMemcpy(changed, &again, sizeof again, cudaMemcpyHostToDevice);
#ifndef QUIET
    step<<<n / 128 + 1, 128>>>(x, changed, n);
#endif
#if 0
    some words that nobody reads
#endif
    cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
  } while (again);
}

void sequence(float* x, int* changed, int n, float t) {
  for (float u = 0; u < t; u += 0.5f) {
    step<<<1, 128>>>(x, changed, n);
#ifdef TRACE
    std::printf("a launch\n");
#endif
  }
  std::printf("and one that depends on a number\n");
  for (int i = 0; i < n; i++) {
#if VERBOSE > 1
    std::printf("a launch\n");
#endif
    step<<<1, 128>>>(x, changed, n);
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <cstdio>
__global__ void step(float* x, int* changed, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) x[i] -= 1, *changed = 1;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: step for one block of a grid: its place there is a parameter.
#line 3 "case.cu"
static __device__ __forceinline__ void step__block(const uint3 blockIdx, const dim3 gridDim, float* x, int* changed, int n) {
#line 3 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && x[i] > 0) x[i] -= 1, *changed = 1;
}
}
// spawnc: step in a graph: its blocks take turns where fewer are launched.
#line 3 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* changed, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    step__block(spawn_index, spawn_grid, x, changed, n);
  });
}
#endif  // spawnc
#line 7 "case.cu"

// The graph is for the program that was read: without TRACE, with QUIET undefined.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:11 makes another trip.
template <typename spawn_source> struct spawn_again_11 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 9 "case.cu"
void loop(float* x, int* changed, int n) {
  int again = 1;
#if SPAWN_GRAPHS && !defined(TRACE) && !defined(QUIET)  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_11("case.cu:11");
  spawn_region_11.begin(0);
  {  // spawnc: one trip is recorded
#line 16 "case.cu"
    spawn_region_11.store(changed, 0);

    spawn_region_11.kernel(spawn::step_in_turns(step, step__step), n / 128 + 1, 128, 0, x, changed, n);
  }
  if (spawn_region_11.loop(changed, spawn_again_11<spawn::ThisSource>{})) {
    again = spawn_region_11.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 11 "case.cu"
  do {
    again = 0;
#ifdef TRACE
    std::printf("a trip\n");
#endif
    cudaMemcpy(changed, &again, sizeof again, cudaMemcpyHostToDevice);
#ifndef QUIET
    step<<<n / 128 + 1, 128>>>(x, changed, n);
#endif
#if 0
    some words that nobody reads
#endif
    cudaMemcpy(&again, changed, sizeof again, cudaMemcpyDeviceToHost);
  } while (again);
}

void sequence(float* x, int* changed, int n, float t) {
#if SPAWN_GRAPHS && !defined(TRACE)  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_28("case.cu:28");
  spawn_region_28.begin_sequence(0);
#line 28 "case.cu"
  for (float u = 0; u < t; u += 0.5f) {
    spawn_region_28.kernel(step, 1, 128, 0, x, changed, n);
#ifdef TRACE
    std::printf("a launch\n");
#endif
  }
  spawn_region_28.end();
#else  // spawnc: as written
#line 28 "case.cu"
  for (float u = 0; u < t; u += 0.5f) {
    step<<<1, 128>>>(x, changed, n);
#ifdef TRACE
    std::printf("a launch\n");
#endif
  }
#endif  // spawnc
#line 34 "case.cu"
  std::printf("and one that depends on a number\n");
  for (int i = 0; i < n; i++) {
#if VERBOSE > 1
    std::printf("a launch\n");
#endif
    step<<<1, 128>>>(x, changed, n);
  }
}
// ---- diagnostics
case.cu:11:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:28:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:35:3: warning: no graph: code with such preprocessor conditions inside can't be recorded [SP119]
3 launches: 3 host, 0 guarded, 0 kept, 0 refused
