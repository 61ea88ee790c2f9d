// flags: --graphs
// Conversions of numbers look like calls.
__global__ void step(float* x, int* again, float by) { *again = (x[threadIdx.x] -= by) > 0; }
template <class T>
__global__ void halve(T* x, int* again, T least) {
  *again = (x[0] /= 2) > least;
}

using real = float;
int asked;
template <class T>
T twice(T x) {
  return ++asked, 2 * x;
}

void fundamental(float* x, int* d_again, int n, double by) {
  int again = 1;
  while (again) {
    step<<<long(n), short(32)>>>(x, d_again, float(by) + real(n) + unsigned(3));
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// In a template, `T(1)` is the cast; the kernel is what is not known.
template <class T>
void left_open(T* x, float* y, int* d_again, int n) {
  int again = 1;
  while (again) {
    const float by = T(n) / T(2);
    step<<<1, 32>>>(y, d_again, by);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    halve<T><<<1, 1>>>(x, d_again, T(3));
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    const float by = twice(T(n));
    step<<<1, 32>>>(y, d_again, by);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again > T(n)) {
    step<<<1, 32>>>(y, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
template void left_open<float>(float*, float*, int*, int);
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Conversions of numbers look like calls.
__global__ void step(float* x, int* again, float by) { *again = (x[threadIdx.x] -= by) > 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step for one block of a grid: its place there is a parameter.
#line 3 "case.cu"
static __device__ __forceinline__ void step__block(const uint3 blockIdx, const dim3 gridDim, float* x, int* again, float by) {
#line 3 "case.cu"
{ *again = (x[threadIdx.x] -= by) > 0; }
}
// spawnc: step in a graph: its blocks take turns where fewer are launched.
#line 3 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* again, float by) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    step__block(spawn_index, spawn_grid, x, again, by);
  });
}
#endif  // spawnc
#line 4 "case.cu"
template <class T>
__global__ void halve(T* x, int* again, T least) {
  *again = (x[0] /= 2) > least;
}

using real = float;
int asked;
template <class T>
T twice(T x) {
  return ++asked, 2 * x;
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:18 makes another trip.
template <typename spawn_source> struct spawn_again_18 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 16 "case.cu"
void fundamental(float* x, int* d_again, int n, double by) {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_18("case.cu:18");
  spawn_region_18.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 19 "case.cu"
    spawn_region_18.kernel(spawn::step_in_turns(step, step__step), long(n), short(32), 0, x, d_again, float(by) + real(n) + unsigned(3));
  }
  if ((again) && spawn_region_18.loop(d_again, spawn_again_18<spawn::ThisSource>{})) {
    again = spawn_region_18.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 18 "case.cu"
  while (again) {
    step<<<long(n), short(32)>>>(x, d_again, float(by) + real(n) + unsigned(3));
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// In a template, `T(1)` is the cast; the kernel is what is not known.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:28 makes another trip.
template <typename spawn_source> struct spawn_again_28 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 25 "case.cu"
template <class T>
void left_open(T* x, float* y, int* d_again, int n) {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_28("case.cu:28");
  spawn_region_28.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 29 "case.cu"
    const float by = T(n) / T(2);
    spawn_region_28.kernel(spawn::step(step, step__step), 1, 32, 0, y, d_again, by);
  }
  if ((again) && spawn_region_28.loop(d_again, spawn_again_28<spawn::ThisSource>{})) {
    again = spawn_region_28.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 28 "case.cu"
  while (again) {
    const float by = T(n) / T(2);
    step<<<1, 32>>>(y, d_again, by);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    halve<T><<<1, 1>>>(x, d_again, T(3));
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    const float by = twice(T(n));
    step<<<1, 32>>>(y, d_again, by);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again > T(n)) {
    step<<<1, 32>>>(y, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
template void left_open<float>(float*, float*, int*, int);
// ---- diagnostics
case.cu:18:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:28:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:34:5: warning: no graph: it is not known which kernel is launched here [SP112]
case.cu:38:22: warning: no graph: the region calls 'twice(T(n))', of which it is not known here what it does [SP104]
case.cu:42:10: warning: no graph: the device can't evaluate 'again > T(n)': 'T' may mean another thing outside of the function [SP116]
5 launches: 5 host, 0 guarded, 0 kept, 0 refused
