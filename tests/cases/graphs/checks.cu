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
  if (twice) scale<<<1, 256>>>(x, 3, n); else CHECK_AND_FORGET
  check_launch("scale");
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
  static thread_local spawn::Region spawn_region_48("case.cu:48");
  spawn_region_48.begin_sequence(0);
#line 48 "case.cu"
  spawn_region_48.kernel(scale, 1, 256, 0, x, 2, n);

  spawn_region_48.kernel(scale, 1, 256, 0, x, 3, n);
  if (twice) spawn_region_48.kernel(scale, 1, 256, 0, x, 3, n); else ;
  ;
  spawn_region_48.end();
  CHECK_LAUNCH();  // spawnc: as above
#else  // spawnc: as written
#line 48 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  CHECK_LAUNCH();
  scale<<<1, 256>>>(x, 3, n);
  if (twice) scale<<<1, 256>>>(x, 3, n); else CHECK_AND_FORGET
  check_launch("scale");
#endif  // spawnc
#line 53 "case.cu"
}

void both(float* x, float* y, int n, cudaStream_t s) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_56("case.cu:56");
  spawn_region_56.begin_sequence(s);
#line 56 "case.cu"
  spawn_region_56.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_56.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_56.copy(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice);

  CK(spawn_region_56.end());
  check_launch("both");  // spawnc: as above
#else  // spawnc: as written
#line 56 "case.cu"
  scale<<<1, 256, 0, s>>>(x, 2, n);
  scale<<<1, 256, 0, s>>>(x, 3, n);
  CK(cudaMemcpyAsync(y, x, n * sizeof(float), cudaMemcpyDeviceToDevice, s));
  check_launch("both");
#endif  // spawnc
#line 60 "case.cu"
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:64 makes another trip.
template <typename spawn_source> struct spawn_again_64 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 62 "case.cu"
void in_a_loop(float* x, int* changed) {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_64("case.cu:64");
  spawn_region_64.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 65 "case.cu"
    spawn_region_64.kernel(spawn::step(step, step__step), 1, 1, 0, x, changed);
  }
  if ((again) && spawn_region_64.loop(changed, spawn_again_64<spawn::ThisSource>{})) {
    again = spawn_region_64.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 64 "case.cu"
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
  static thread_local spawn::Region spawn_region_90("case.cu:90");
  spawn_region_90.begin_sequence(0);
#line 90 "case.cu"
  spawn_region_90.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_90.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_90.kernel(scale, 1, 256, 0, x, 4, n);

  spawn_region_90.end();
  CHECK_LAUNCH();  // spawnc: as above
#else  // spawnc: as written
#line 90 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  CHECK_LAUNCH();
#endif  // spawnc
#line 94 "case.cu"
  scale<<<1, 256>>>(x, 5, n);
  for (int k = 0; k < n; ++k) {
    CHECK_LAUNCH();
    scale<<<1, 256>>>(x, 2, n);
  }
}

// An error that is taken away must not be told behind the region.
void forgets(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_103("case.cu:103");
  spawn_region_103.begin_sequence(0);
#line 103 "case.cu"
  spawn_region_103.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_103.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_103.kernel(scale, 1, 256, 0, x, 4, n);

  spawn_region_103.end();
  CHECK_LAUNCH();  // spawnc: as above
#else  // spawnc: as written
#line 103 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  CHECK_LAUNCH();
#endif  // spawnc
#line 107 "case.cu"
  scale<<<1, 256>>>(x, 5, n);
  cudaGetLastError();
}
// ---- diagnostics
case.cu:48:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:56:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:64:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:76:5: warning: no graph: 'WRONG_WAY_ROUND()' is not understood [SP118]
case.cu:80:5: warning: no graph: 'TELLS_A_NUMBER()' is not understood [SP118]
case.cu:84:5: warning: no graph: the region calls 'check_and_count', of which it is not known here what it does [SP104]
case.cu:90:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:96:5: warning: no graph: 'CHECK_LAUNCH();' is not understood [SP118]
case.cu:103:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
18 launches: 18 host, 0 guarded, 0 kept, 0 refused
