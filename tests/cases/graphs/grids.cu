// flags: --graphs
// What a grid does behind the name of a macro, or of a function template.
struct Sizes {
  int n;
};
#define GRID sizes->n
#define BLOCK (2 * 32)

int asked;
template <int threads>
int blocks(int n) {
  return ++asked, n / threads;
}
template <int threads>
int ratio(int n, int m) {
  return n / m * threads;
}

__global__ void damp(float* x, float* again, int n) { *again = (x[threadIdx.x % n] *= 0.5f) > 1; }

void loops(float* x, float* d_again, Sizes* sizes, int n) {
  float again = 1;
  while (again) {
    damp<<<GRID, BLOCK>>>(x, d_again, n);
    cudaMemcpy(&again, d_again, sizeof(float), cudaMemcpyDeviceToHost);
  }
  while (again) {
    damp<<<blocks<32>(n), BLOCK>>>(x, d_again, n);
    cudaMemcpy(&again, d_again, sizeof(float), cudaMemcpyDeviceToHost);
  }
  while (again) {
    damp<<<1 + (n < 4), BLOCK>>>(x, d_again, n);
    cudaMemcpy(&again, d_again, sizeof(float), cudaMemcpyDeviceToHost);
  }
}

void branches(float* x, float* d_most, Sizes* sizes, int n) {
  float a, b;
#pragma spawn graph
  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<ratio<2>(n, n - 1), BLOCK>>>(x, d_most, n);
#pragma spawn graph
  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<GRID, BLOCK>>>(x, d_most, n);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// What a grid does behind the name of a macro, or of a function template.
struct Sizes {
  int n;
};
#define GRID sizes->n
#define BLOCK (2 * 32)

int asked;
template <int threads>
int blocks(int n) {
  return ++asked, n / threads;
}
template <int threads>
int ratio(int n, int m) {
  return n / m * threads;
}

__global__ void damp(float* x, float* again, int n) { *again = (x[threadIdx.x % n] *= 0.5f) > 1; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: damp for one block of a grid: its place there is a parameter.
#line 19 "case.cu"
static __device__ __forceinline__ void damp__block(const uint3 blockIdx, const dim3 gridDim, float* x, float* again, int n) {
#line 19 "case.cu"
{ *again = (x[threadIdx.x % n] *= 0.5f) > 1; }
}
// spawnc: damp in a graph: its blocks take turns where fewer are launched.
#line 19 "case.cu"
static __global__ void damp__step(const spawn::Step spawn_step, float* x, float* again, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    damp__block(spawn_index, spawn_grid, x, again, n);
  });
}
#endif  // spawnc
#line 20 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:31 makes another trip.
template <typename spawn_source> struct spawn_again_31 {
  __host__ __device__ bool operator()(float again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 21 "case.cu"
void loops(float* x, float* d_again, Sizes* sizes, int n) {
  float again = 1;
  while (again) {
    damp<<<GRID, BLOCK>>>(x, d_again, n);
    cudaMemcpy(&again, d_again, sizeof(float), cudaMemcpyDeviceToHost);
  }
  while (again) {
    damp<<<blocks<32>(n), BLOCK>>>(x, d_again, n);
    cudaMemcpy(&again, d_again, sizeof(float), cudaMemcpyDeviceToHost);
  }
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_31("case.cu:31");
  spawn_region_31.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 32 "case.cu"
    spawn_region_31.kernel(spawn::step_in_turns(damp, damp__step), 1 + (n < 4), BLOCK, 0, x, d_again, n);
  }
  if ((again) && spawn_region_31.loop(d_again, spawn_again_31<spawn::ThisSource>{})) {
    again = spawn_region_31.value<float>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 31 "case.cu"
  while (again) {
    damp<<<1 + (n < 4), BLOCK>>>(x, d_again, n);
    cudaMemcpy(&again, d_again, sizeof(float), cudaMemcpyDeviceToHost);
  }
}

void branches(float* x, float* d_most, Sizes* sizes, int n) {
  float a, b;

  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<ratio<2>(n, n - 1), BLOCK>>>(x, d_most, n);

  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<GRID, BLOCK>>>(x, d_most, n);
}
// ---- diagnostics
case.cu:24:12: warning: no graph: the host reads 'GRID', which the device may write [SP109]
case.cu:28:12: warning: no graph: the region calls 'blocks', of which it is not known here what it does [SP104]
case.cu:31:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:41:21: warning: no graph: the region calls 'ratio', of which it is not known here what it does [SP104]
case.cu:44:21: warning: no graph: 'GRID' would be computed whichever side of the branch is taken [SP123]
5 launches: 5 host, 0 guarded, 0 kept, 0 refused
