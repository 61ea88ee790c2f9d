// flags: --graphs
#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }

#define CK(call)                               \
  do {                                         \
    const cudaError_t ck_error = (call);       \
    if (ck_error != cudaSuccess) std::exit(1); \
  } while (0)
#define CHECK_LAUNCH()                                \
  do {                                                \
    cudaError_t error = cudaGetLastError();           \
    if (cudaSuccess != error) {                       \
      std::printf("%s\n", cudaGetErrorString(error)); \
      std::exit(1);                                   \
    }                                                 \
  } while (0)
#define CHECK_AND_FORGET \
  if (cudaGetLastError()) std::exit(2);
#define STOP_AT_ERROR() \
  if (cudaGetLastError()) break;
#define WRONG_WAY_ROUND()                            \
  do {                                               \
    cudaError_t error = cudaGetLastError();          \
    if (error == cudaSuccess) std::printf("well\n"); \
  } while (0)
#define TELLS_A_NUMBER()                         \
  do {                                           \
    cudaError_t error = cudaGetLastError();      \
    if (error != cudaSuccess) std::exit(number); \
  } while (0)

void check_launch(const char* what) {
  cudaError_t error = cudaPeekAtLastError();
  if (error != cudaSuccess) std::printf("%s: %s\n", what, cudaGetErrorString(error));
}
void check_and_count(const char* what) {
  static int checks = 0;
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::printf("%s: %d\n", what, checks);
}

void hidden(float* x, int n, bool twice) {
  scale<<<1, 256>>>(x, 2, n);
  CHECK_LAUNCH();
  scale<<<1, 256>>>(x, 3, n);
  if (twice) scale<<<1, 256>>>(x, 3, n);
  CHECK_LAUNCH();
}

// One of them would stand behind the region for both.
void of_two_kinds(float* x, int n) {
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  check_launch("scale");
  scale<<<1, 256>>>(x, 5, n);
  CHECK_AND_FORGET
}

void sometimes(float* x, int n, bool debug) {
  for (int i = 0; i < n; i++) {
    scale<<<1, 256>>>(x, 2, n);
    if (debug) CHECK_LAUNCH();
  }
}

// Out of the loop, there is nothing to break.
void in_the_loop_only(float* x, int n) {
  for (int i = 0; i < n; i++) {
    scale<<<1, 256>>>(x, 2, n);
    STOP_AT_ERROR()
  }
}

void both(float* x, float* y, int n, cudaStream_t s) {
  scale<<<1, 256, 0, s>>>(x, 2, n);
  scale<<<1, 256, 0, s>>>(x, 3, n);
  CK(cudaMemcpyAsync(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice, s));
  check_launch("both");
}

void in_a_loop(float* x, int* changed) {
  int again = 1;
  while (again) {
    step<<<1, 1>>>(x, changed);
    CHECK_LAUNCH();
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    check_launch("copy");
  }
}

// Not understood: each does something where there is no error, or needs a variable of the function.
void others(float* x, int n, int number) {
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    WRONG_WAY_ROUND();
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    TELLS_A_NUMBER();
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    check_and_count("scale");
  }
}

// A check tells of the launches before it, not of those behind it.
void unchecked(float* x, int n) {
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  CHECK_LAUNCH();
  scale<<<1, 256>>>(x, 5, n);
  for (int k = 0; k < n; ++k) {
    CHECK_LAUNCH();
    scale<<<1, 256>>>(x, 2, n);
  }
}

// An error that is taken away must not be told behind the region.
void forgets(float* x, int n) {
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  CHECK_LAUNCH();
  scale<<<1, 256>>>(x, 5, n);
  cudaGetLastError();
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <cstdio>
#include <cstdlib>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 9 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* changed) {
  if (spawn_step.skips()) return;
#line 9 "case.cu"
{ *changed = (x[0] -= 1) > 0; }
}
#endif  // spawnc
#line 10 "case.cu"

#define CK(call)                               \
  do {                                         \
    const cudaError_t ck_error = (call);       \
    if (ck_error != cudaSuccess) std::exit(1); \
  } while (0)
#define CHECK_LAUNCH()                                \
  do {                                                \
    cudaError_t error = cudaGetLastError();           \
    if (cudaSuccess != error) {                       \
      std::printf("%s\n", cudaGetErrorString(error)); \
      std::exit(1);                                   \
    }                                                 \
  } while (0)
#define CHECK_AND_FORGET \
  if (cudaGetLastError()) std::exit(2);
#define STOP_AT_ERROR() \
  if (cudaGetLastError()) break;
#define WRONG_WAY_ROUND()                            \
  do {                                               \
    cudaError_t error = cudaGetLastError();          \
    if (error == cudaSuccess) std::printf("well\n"); \
  } while (0)
#define TELLS_A_NUMBER()                         \
  do {                                           \
    cudaError_t error = cudaGetLastError();      \
    if (error != cudaSuccess) std::exit(number); \
  } while (0)

void check_launch(const char* what) {
  cudaError_t error = cudaPeekAtLastError();
  if (error != cudaSuccess) std::printf("%s: %s\n", what, cudaGetErrorString(error));
}
void check_and_count(const char* what) {
  static int checks = 0;
  cudaError_t error = cudaGetLastError();
  if (error != cudaSuccess) std::printf("%s: %d\n", what, checks);
}

void hidden(float* x, int n, bool twice) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_50("case.cu:50");
  spawn_region_50.begin_sequence(0);
#line 50 "case.cu"
  spawn_region_50.kernel(scale, 1, 256, 0, x, 2, n);

  spawn_region_50.kernel(scale, 1, 256, 0, x, 3, n);
  if (twice) spawn_region_50.kernel(scale, 1, 256, 0, x, 3, n);

  spawn_region_50.end();
  CHECK_LAUNCH();  // spawnc: as above
#else  // spawnc: as written
#line 50 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  CHECK_LAUNCH();
  scale<<<1, 256>>>(x, 3, n);
  if (twice) scale<<<1, 256>>>(x, 3, n);
  CHECK_LAUNCH();
#endif  // spawnc
#line 55 "case.cu"
}

// One of them would stand behind the region for both.
void of_two_kinds(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_59("case.cu:59");
  spawn_region_59.begin_sequence(0);
#line 59 "case.cu"
  spawn_region_59.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_59.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_59.kernel(scale, 1, 256, 0, x, 4, n);

  spawn_region_59.end();
  check_launch("scale");  // spawnc: as above
#else  // spawnc: as written
#line 59 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  check_launch("scale");
#endif  // spawnc
#line 63 "case.cu"
  scale<<<1, 256>>>(x, 5, n);
  CHECK_AND_FORGET
}

void sometimes(float* x, int n, bool debug) {
  for (int i = 0; i < n; i++) {
    scale<<<1, 256>>>(x, 2, n);
    if (debug) CHECK_LAUNCH();
  }
}

// Out of the loop, there is nothing to break.
void in_the_loop_only(float* x, int n) {
  for (int i = 0; i < n; i++) {
    scale<<<1, 256>>>(x, 2, n);
    STOP_AT_ERROR()
  }
}

void both(float* x, float* y, int n, cudaStream_t s) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_83("case.cu:83");
  spawn_region_83.begin_sequence(s);
#line 83 "case.cu"
  spawn_region_83.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_83.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_83.copy(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice);

  CK(spawn_region_83.end());
  check_launch("both");  // spawnc: as above
#else  // spawnc: as written
#line 83 "case.cu"
  scale<<<1, 256, 0, s>>>(x, 2, n);
  scale<<<1, 256, 0, s>>>(x, 3, n);
  CK(cudaMemcpyAsync(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice, s));
  check_launch("both");
#endif  // spawnc
#line 87 "case.cu"
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:91 makes another trip.
template <typename spawn_source> struct spawn_again_91 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 89 "case.cu"
void in_a_loop(float* x, int* changed) {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_91("case.cu:91");
  spawn_region_91.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 92 "case.cu"
    spawn_region_91.kernel(spawn::step(step, step__step), 1, 1, 0, x, changed);
  }
  if ((again) && spawn_region_91.loop(changed, spawn_again_91<spawn::ThisSource>{})) {
    again = spawn_region_91.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 91 "case.cu"
  while (again) {
    step<<<1, 1>>>(x, changed);
    CHECK_LAUNCH();
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    check_launch("copy");
  }
}

// Not understood: each does something where there is no error, or needs a variable of the function.
void others(float* x, int n, int number) {
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    WRONG_WAY_ROUND();
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    TELLS_A_NUMBER();
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    check_and_count("scale");
  }
}

// A check tells of the launches before it, not of those behind it.
void unchecked(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_117("case.cu:117");
  spawn_region_117.begin_sequence(0);
#line 117 "case.cu"
  spawn_region_117.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_117.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_117.kernel(scale, 1, 256, 0, x, 4, n);

  spawn_region_117.end();
  CHECK_LAUNCH();  // spawnc: as above
#else  // spawnc: as written
#line 117 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  CHECK_LAUNCH();
#endif  // spawnc
#line 121 "case.cu"
  scale<<<1, 256>>>(x, 5, n);
  for (int k = 0; k < n; ++k) {
    CHECK_LAUNCH();
    scale<<<1, 256>>>(x, 2, n);
  }
}

// An error that is taken away must not be told behind the region.
void forgets(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_130("case.cu:130");
  spawn_region_130.begin_sequence(0);
#line 130 "case.cu"
  spawn_region_130.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_130.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_130.kernel(scale, 1, 256, 0, x, 4, n);

  spawn_region_130.end();
  CHECK_LAUNCH();  // spawnc: as above
#else  // spawnc: as written
#line 130 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  CHECK_LAUNCH();
#endif  // spawnc
#line 134 "case.cu"
  scale<<<1, 256>>>(x, 5, n);
  cudaGetLastError();
}
// ---- diagnostics
case.cu:50:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:59:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:70:16: warning: no graph: 'CHECK_LAUNCH();' is not understood [SP118]
case.cu:78:5: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:83:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:91:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:103:5: warning: no graph: 'WRONG_WAY_ROUND()' is not understood [SP118]
case.cu:107:5: warning: no graph: 'TELLS_A_NUMBER()' is not understood [SP118]
case.cu:111:5: warning: no graph: the region calls 'check_and_count', of which it is not known here what it does [SP104]
case.cu:117:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:123:5: warning: no graph: 'CHECK_LAUNCH();' is not understood [SP118]
case.cu:130:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
24 launches: 24 host, 0 guarded, 0 kept, 0 refused
