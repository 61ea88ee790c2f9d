// flags: --graphs -std=c++17
// Checks that set or declare a variable where they ask for the error.
#include <cstdio>
#include <cstdlib>

#define CK(call) \
  if ((call) != cudaSuccess) std::exit(1)
#define CHECK_LAST()                                              \
  do {                                                            \
    if (cudaError_t error = cudaGetLastError()) std::exit(error); \
  } while (0)

cudaError_t last;
void check_and_keep() {
  if ((last = cudaGetLastError()) != cudaSuccess) std::puts("failed");
}

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }

int set(float* x, int n) {
  cudaError_t err;
  scale<<<1, 256>>>(x, 2, n);
  if ((err = cudaGetLastError()) != cudaSuccess) {
    std::fprintf(stderr, "first: %s\n", cudaGetErrorString(err));
    return 1;
  }
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if ((err = cudaGetLastError()) != cudaSuccess) {
    std::fprintf(stderr, "second: %s\n", cudaGetErrorString(err));
    return 1;
  }
  return 0;
}

// Each has a variable of its own, also in an inner block.
void declared(float* x, int n) {
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError()) std::printf("%s\n", cudaGetErrorString(e));
  }
  std::puts("between");
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (auto e = cudaPeekAtLastError(); e != cudaSuccess) std::exit(e);
    scale<<<1, 256>>>(x, 3, n);
    if (auto e = cudaPeekAtLastError(); e != cudaSuccess) std::exit(e);
  }
}

void until_it_stays(float* x, int* changed) {
  int again = 1;
  cudaError_t err;
  while (again) {
    step<<<1, 1>>>(x, changed);
    if ((err = cudaGetLastError())) std::printf("%s\n", cudaGetErrorString(err));
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    if (const cudaError_t copied = cudaGetLastError(); cudaSuccess != copied) return;
  }
}

// One that looks itself stands behind one that is handed the error.
int both(float* x, int n) {
  scale<<<1, 256>>>(x, 2, n);
  CK(cudaGetLastError());
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if (cudaError_t e = cudaGetLastError()) return e;
  return 0;
}

void hidden(float* x, int n) {
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    CHECK_LAST();
  }
}

// Not understood: a value that is read elsewhere, what is done where there is no error, a check that may not be made.
int kept(float* x, int n, bool debug) {
  cudaError_t err = cudaSuccess, other;
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if ((err = cudaGetLastError()) != cudaSuccess) std::puts("failed");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError())
      std::exit(e);
    else
      std::puts("well");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError(); e == cudaSuccess) std::puts("well");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (debug && (other = cudaGetLastError()) != cudaSuccess) std::puts("failed");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError(); other) std::exit(e);
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if ((other == cudaGetLastError()) != cudaSuccess) std::exit(1);
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    check_and_keep();
  }
  return err;
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs -std=c++17
// Checks that set or declare a variable where they ask for the error.
#include <cstdio>
#include <cstdlib>

#define CK(call) \
  if ((call) != cudaSuccess) std::exit(1)
#define CHECK_LAST()                                              \
  do {                                                            \
    if (cudaError_t error = cudaGetLastError()) std::exit(error); \
  } while (0)

cudaError_t last;
void check_and_keep() {
  if ((last = cudaGetLastError()) != cudaSuccess) std::puts("failed");
}

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 22 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* changed) {
  if (spawn_step.skips()) return;
#line 22 "case.cu"
{ *changed = (x[0] -= 1) > 0; }
}
#endif  // spawnc
#line 23 "case.cu"

int set(float* x, int n) {
  cudaError_t err;
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_26("case.cu:26");
  spawn_region_26.begin_sequence(0);
#line 26 "case.cu"
  spawn_region_26.kernel(scale, 1, 256, 0, x, 2, n);




  spawn_region_26.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_26.kernel(scale, 1, 256, 0, x, 4, n);




  spawn_region_26.end();
  if ((err = cudaGetLastError()) != cudaSuccess) { std::fprintf(stderr, "first: %s\n", cudaGetErrorString(err)); return 1; }  // spawnc: as above
#else  // spawnc: as written
#line 26 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  if ((err = cudaGetLastError()) != cudaSuccess) {
    std::fprintf(stderr, "first: %s\n", cudaGetErrorString(err));
    return 1;
  }
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if ((err = cudaGetLastError()) != cudaSuccess) {
    std::fprintf(stderr, "second: %s\n", cudaGetErrorString(err));
    return 1;
  }
#endif  // spawnc
#line 37 "case.cu"
  return 0;
}

// Each has a variable of its own, also in an inner block.
void declared(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_42("case.cu:42");
  spawn_region_42.begin_sequence(0);
#line 42 "case.cu"
  for (int k = 0; k < n; ++k) {
    spawn_region_42.kernel(scale, 1, 256, 0, x, 2, n);

  }
  spawn_region_42.end();
  if (cudaError_t e = cudaGetLastError()) std::printf("%s\n", cudaGetErrorString(e));  // spawnc: as above
#else  // spawnc: as written
#line 42 "case.cu"
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError()) std::printf("%s\n", cudaGetErrorString(e));
  }
#endif  // spawnc
#line 46 "case.cu"
  std::puts("between");
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_47("case.cu:47");
  spawn_region_47.begin_sequence(0);
#line 47 "case.cu"
  for (int k = 0; k < n; ++k) {
    spawn_region_47.kernel(scale, 1, 256, 0, x, 2, n);

    spawn_region_47.kernel(scale, 1, 256, 0, x, 3, n);

  }
  spawn_region_47.end();
  if (auto e = cudaPeekAtLastError(); e != cudaSuccess) std::exit(e);  // spawnc: as above
#else  // spawnc: as written
#line 47 "case.cu"
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (auto e = cudaPeekAtLastError(); e != cudaSuccess) std::exit(e);
    scale<<<1, 256>>>(x, 3, n);
    if (auto e = cudaPeekAtLastError(); e != cudaSuccess) std::exit(e);
  }
#endif  // spawnc
#line 53 "case.cu"
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:58 makes another trip.
template <typename spawn_source> struct spawn_again_58 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 55 "case.cu"
void until_it_stays(float* x, int* changed) {
  int again = 1;
  cudaError_t err;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_58("case.cu:58");
  spawn_region_58.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 59 "case.cu"
    spawn_region_58.kernel(spawn::step(step, step__step), 1, 1, 0, x, changed);
  }
  if ((again) && spawn_region_58.loop(changed, spawn_again_58<spawn::ThisSource>{})) {
    again = spawn_region_58.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 58 "case.cu"
  while (again) {
    step<<<1, 1>>>(x, changed);
    if ((err = cudaGetLastError())) std::printf("%s\n", cudaGetErrorString(err));
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    if (const cudaError_t copied = cudaGetLastError(); cudaSuccess != copied) return;
  }
}

// One that looks itself stands behind one that is handed the error.
int both(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_68("case.cu:68");
  spawn_region_68.begin_sequence(0);
#line 68 "case.cu"
  spawn_region_68.kernel(scale, 1, 256, 0, x, 2, n);
  spawn_region_68.check();
  spawn_region_68.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_68.kernel(scale, 1, 256, 0, x, 4, n);

  CK(spawn_region_68.end());
  if (cudaError_t e = cudaGetLastError()) return e;  // spawnc: as above
#else  // spawnc: as written
#line 68 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  CK(cudaGetLastError());
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if (cudaError_t e = cudaGetLastError()) return e;
#endif  // spawnc
#line 73 "case.cu"
  return 0;
}

void hidden(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_77("case.cu:77");
  spawn_region_77.begin_sequence(0);
#line 77 "case.cu"
  for (int k = 0; k < n; ++k) {
    spawn_region_77.kernel(scale, 1, 256, 0, x, 2, n);

  }
  spawn_region_77.end();
  CHECK_LAST();  // spawnc: as above
#else  // spawnc: as written
#line 77 "case.cu"
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    CHECK_LAST();
  }
#endif  // spawnc
#line 81 "case.cu"
}

// Not understood: a value that is read elsewhere, what is done where there is no error, a check that may not be made.
int kept(float* x, int n, bool debug) {
  cudaError_t err = cudaSuccess, other;
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if ((err = cudaGetLastError()) != cudaSuccess) std::puts("failed");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError())
      std::exit(e);
    else
      std::puts("well");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError(); e == cudaSuccess) std::puts("well");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (debug && (other = cudaGetLastError()) != cudaSuccess) std::puts("failed");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaError_t e = cudaGetLastError(); other) std::exit(e);
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if ((other == cudaGetLastError()) != cudaSuccess) std::exit(1);
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    check_and_keep();
  }
  return err;
}
// ---- diagnostics
case.cu:26:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:42:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:47:3: note: sequence becomes a CUDA graph: 2 launches, copies or fills, in a loop [SP100]
case.cu:58:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:68:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:77:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:88:10: warning: no graph: 'err = cudaGetLastError()' is not understood [SP118]
case.cu:92:5: warning: no graph: 'if (cudaError_t e = cudaGetLastError()) std::exit(e); el...' is not understood [SP118]
case.cu:99:5: warning: no graph: 'if (cudaError_t e = cudaGetLastError(); e == cudaSuccess...' is not understood [SP118]
case.cu:103:19: warning: no graph: 'other = cudaGetLastError()' is not understood [SP118]
case.cu:107:5: warning: no graph: 'if (cudaError_t e = cudaGetLastError(); other) std::exit(e)' is not understood [SP118]
case.cu:111:19: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:115:5: warning: no graph: the region calls 'check_and_keep', of which it is not known here what it does [SP104]
18 launches: 18 host, 0 guarded, 0 kept, 0 refused
