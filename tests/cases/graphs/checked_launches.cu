// flags: --graphs
// Launches in the argument of a macro.
#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }

#define CK(call) \
  if ((call) != cudaSuccess) std::exit(1)
#define CHECK(call)                                                                 \
  do {                                                                              \
    call;                                                                           \
    cudaError_t e = cudaGetLastError();                                             \
    if (e != cudaSuccess) std::printf("%s: %s\n", __FILE__, cudaGetErrorString(e)); \
  } while (0)
#define TWICE(call)                       \
  do {                                    \
    call;                                 \
    call;                                 \
    if (cudaGetLastError()) std::exit(1); \
  } while (0)
#define OPEN(call) \
  call;            \
  if (cudaGetLastError()) std::exit(1)
#define IF(call)                          \
  do {                                    \
    if (n > 1) call;                      \
    if (cudaGetLastError()) std::exit(1); \
  } while (0)

void once(float* x, int n) {
  CHECK((scale<<<1, 256>>>(x, 2, n)));
  CHECK((scale<<<1, 256>>>(x, 3, n)));
  for (int k = 0; k < n; ++k) CHECK((scale<<<k + 1, 256>>>(x, 3, n)));
}

void beside_others(float* x, float* y, int n) {
  CHECK((scale<<<1, 256>>>(x, 2, n)));
  scale<<<1, 256>>>(x, 3, n);
  CK(cudaMemcpyAsync(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice));
  CHECK((scale<<<1, 256>>>(x, 2, n)));
}

void until_it_stays(float* x, int* changed) {
  int again = 1;
  while (again) {
    CHECK((step<<<1, 1>>>(x, changed)));
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Not understood: more than the launch and a look for errors.
void others(float* x, int n, bool debug) {
  for (int k = 0; k < n; ++k) {
    TWICE((scale<<<1, 256>>>(x, 2, n)));
  }
  for (int k = 0; k < n; ++k) {
    OPEN((scale<<<1, 256>>>(x, 2, n)));
  }
  for (int k = 0; k < n; ++k) {
    IF((scale<<<1, 256>>>(x, 2, n)));
  }
  for (int k = 0; k < n; ++k) {
    if (debug) CHECK((scale<<<1, 256>>>(x, 2, n)));
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Launches in the argument of a macro.
#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 10 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* changed) {
  if (spawn_step.skips()) return;
#line 10 "case.cu"
{ *changed = (x[0] -= 1) > 0; }
}
#endif  // spawnc
#line 11 "case.cu"

#define CK(call) \
  if ((call) != cudaSuccess) std::exit(1)
#define CHECK(call)                                                                 \
  do {                                                                              \
    call;                                                                           \
    cudaError_t e = cudaGetLastError();                                             \
    if (e != cudaSuccess) std::printf("%s: %s\n", __FILE__, cudaGetErrorString(e)); \
  } while (0)
#define TWICE(call)                       \
  do {                                    \
    call;                                 \
    call;                                 \
    if (cudaGetLastError()) std::exit(1); \
  } while (0)
#define OPEN(call) \
  call;            \
  if (cudaGetLastError()) std::exit(1)
#define IF(call)                          \
  do {                                    \
    if (n > 1) call;                      \
    if (cudaGetLastError()) std::exit(1); \
  } while (0)

void once(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_36("case.cu:36");
  spawn_region_36.begin_sequence(0);
#line 36 "case.cu"
  spawn_region_36.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_36.kernel(scale, 1, 256, 0, x, 3, n);
  for (int k = 0; k < n; ++k) spawn_region_36.kernel(scale, k + 1, 256, 0, x, 3, n);
  CHECK((spawn_region_36.end()));
#else  // spawnc: as written
#line 36 "case.cu"
  CHECK((scale<<<1, 256>>>(x, 2, n)));
  CHECK((scale<<<1, 256>>>(x, 3, n)));
  for (int k = 0; k < n; ++k) CHECK((scale<<<k + 1, 256>>>(x, 3, n)));
#endif  // spawnc
#line 39 "case.cu"
}

void beside_others(float* x, float* y, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_42("case.cu:42");
  spawn_region_42.begin_sequence(0);
#line 42 "case.cu"
  spawn_region_42.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_42.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_42.copy(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice);
  spawn_region_42.kernel(scale, 1, 256, 0, x, 2, n);
  CK(spawn_region_42.end());
  CHECK(((void)0));  // spawnc: as above
#else  // spawnc: as written
#line 42 "case.cu"
  CHECK((scale<<<1, 256>>>(x, 2, n)));
  scale<<<1, 256>>>(x, 3, n);
  CK(cudaMemcpyAsync(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice));
  CHECK((scale<<<1, 256>>>(x, 2, n)));
#endif  // spawnc
#line 46 "case.cu"
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:50 makes another trip.
template <typename spawn_source> struct spawn_again_50 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 48 "case.cu"
void until_it_stays(float* x, int* changed) {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_50("case.cu:50");
  spawn_region_50.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 51 "case.cu"
    spawn_region_50.kernel(spawn::step(step, step__step), 1, 1, 0, x, changed);
  }
  if ((again) && spawn_region_50.loop(changed, spawn_again_50<spawn::ThisSource>{})) {
    again = spawn_region_50.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 50 "case.cu"
  while (again) {
    CHECK((step<<<1, 1>>>(x, changed)));
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Not understood: more than the launch and a look for errors.
void others(float* x, int n, bool debug) {
  for (int k = 0; k < n; ++k) {
    TWICE((scale<<<1, 256>>>(x, 2, n)));
  }
  for (int k = 0; k < n; ++k) {
    OPEN((scale<<<1, 256>>>(x, 2, n)));
  }
  for (int k = 0; k < n; ++k) {
    IF((scale<<<1, 256>>>(x, 2, n)));
  }
  for (int k = 0; k < n; ++k) {
    if (debug) CHECK((scale<<<1, 256>>>(x, 2, n)));
  }
}
// ---- diagnostics
case.cu:36:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills, in a loop [SP100]
case.cu:42:3: note: sequence becomes a CUDA graph: 4 launches, copies or fills [SP100]
case.cu:50:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:59:12: warning: no graph: the region calls 'scale', of which it is not known here what it does [SP104]
case.cu:62:10: warning: no graph: '(scale<<<1, 256>>>(x, 2, n))' is not understood [SP118]
case.cu:65:8: warning: no graph: '(scale<<<1, 256>>>(x, 2, n))' is not understood [SP118]
11 launches: 11 host, 0 guarded, 0 kept, 0 refused
