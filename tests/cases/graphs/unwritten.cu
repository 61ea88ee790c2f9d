// flags: --graphs
// Values for which code runs though no call stands there, and variables with a second name.
int ended, made();
struct End {
  int n;
  ~End() { ++ended; }
};
struct Made {
  int n = made();
};
struct Counted {
  explicit Counted(int by) { ended += by; }
  operator float() const { return 1; }
};
struct Both {
  End end;
  int n;
};

__global__ void step(float* x, int n) { x[threadIdx.x % n] += 1; }

void arguments(float* x, int n) {
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, End{n}.n);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, Made().n);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, Made{}.n);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, Counted(1));
  for (int i = 0; i < n; i++) step<<<int(Counted(1)), 32>>>(x, 1);
}

void variables(float* x, int n) {
  for (int i = 0; i < n; i++) {
    Both both{{n}, n};
    step<<<1, 32>>>(x, n);
  }
  for (int i = 0; i < n; i++) {
    Made two[2];
    step<<<1, 32>>>(x, n);
  }
}

template <typename T>
void left_open(float* x, int n, T t, T* p) {
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, t * 2);
  for (int i = 0; i < n; i++) {
    const float by = T(n) / T(2);
    step<<<1, 32>>>(x, by);
  }
  for (int i = 0; i < n; i++) {
    T u = t;
    step<<<1, 32>>>(x, n);
  }
  for (int i = 0; i < n; i++) {
    t = n;
    step<<<1, 32>>>(x, n);
  }
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, n);
}

int trips;
void second_names(float* x, bool* d_again, int& m, int n) {
  bool again;
  do {
    step<<<1, 32>>>(x, m);
    ++trips;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again);
  int* const of_n = &n;
  int& l = *of_n;
  do {
    step<<<l, 32>>>(x, 1);
    ++n;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again);
}

int& global_one = trips;
volatile int told;
void global_names(float* x, bool* d_again, int n) {
  bool again;
  do {
    step<<<global_one, 32>>>(x, n);
    ++trips;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again);
  for (int i = 0; i < n; i++) {
    told = i;
    step<<<1, 32>>>(x, n);
  }
}

void none(float* x, bool* d_again, int& m, int n) {
  bool again;
  do {
    step<<<m, 32>>>(x, m);
    ++n;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again && n < 9);
}

#define MORE NEXT
#define NEXT n++
#define BECOMES =
void behind_macros(float* x, int n) {
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, MORE);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, n BECOMES i);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Values for which code runs though no call stands there, and variables with a second name.
int ended, made();
struct End {
  int n;
  ~End() { ++ended; }
};
struct Made {
  int n = made();
};
struct Counted {
  explicit Counted(int by) { ended += by; }
  operator float() const { return 1; }
};
struct Both {
  End end;
  int n;
};

__global__ void step(float* x, int n) { x[threadIdx.x % n] += 1; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step for one block of a grid: its place there is a parameter.
#line 20 "case.cu"
static __device__ __forceinline__ void step__block(const uint3 blockIdx, const dim3 gridDim, float* x, int n) {
#line 20 "case.cu"
{ x[threadIdx.x % n] += 1; }
}
// spawnc: step in a graph: its blocks take turns where fewer are launched.
#line 20 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    step__block(spawn_index, spawn_grid, x, n);
  });
}
#endif  // spawnc
#line 21 "case.cu"

void arguments(float* x, int n) {
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, End{n}.n);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, Made().n);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, Made{}.n);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, Counted(1));
  for (int i = 0; i < n; i++) step<<<int(Counted(1)), 32>>>(x, 1);
}

void variables(float* x, int n) {
  for (int i = 0; i < n; i++) {
    Both both{{n}, n};
    step<<<1, 32>>>(x, n);
  }
  for (int i = 0; i < n; i++) {
    Made two[2];
    step<<<1, 32>>>(x, n);
  }
}

template <typename T>
void left_open(float* x, int n, T t, T* p) {
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, t * 2);
  for (int i = 0; i < n; i++) {
    const float by = T(n) / T(2);
    step<<<1, 32>>>(x, by);
  }
  for (int i = 0; i < n; i++) {
    T u = t;
    step<<<1, 32>>>(x, n);
  }
  for (int i = 0; i < n; i++) {
    t = n;
    step<<<1, 32>>>(x, n);
  }
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_56("case.cu:56");
  spawn_region_56.begin_sequence(0);
#line 56 "case.cu"
  for (int i = 0; i < n; i++) spawn_region_56.kernel(step, 1, 32, 0, x, n);
  spawn_region_56.end();
#else  // spawnc: as written
#line 56 "case.cu"
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, n);
#endif  // spawnc
#line 57 "case.cu"
}

int trips;
void second_names(float* x, bool* d_again, int& m, int n) {
  bool again;
  do {
    step<<<1, 32>>>(x, m);
    ++trips;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again);
  int* const of_n = &n;
  int& l = *of_n;
  do {
    step<<<l, 32>>>(x, 1);
    ++n;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again);
}

int& global_one = trips;
volatile int told;
void global_names(float* x, bool* d_again, int n) {
  bool again;
  do {
    step<<<global_one, 32>>>(x, n);
    ++trips;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again);
  for (int i = 0; i < n; i++) {
    told = i;
    step<<<1, 32>>>(x, n);
  }
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:93 makes another trip.
template <typename spawn_source> struct spawn_again_93 {
  int spawn_first_n;
  __host__ __device__ bool operator()(bool again, long long spawn_trips) const {
    const int n = static_cast<int>(spawn_first_n + spawn_trips * 1);
    return again && n < 9;
  }
};
#endif  // spawnc
#line 91 "case.cu"
void none(float* x, bool* d_again, int& m, int n) {
  bool again;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_93("case.cu:93");
  spawn_region_93.begin(0);
  {  // spawnc: one trip is recorded
#line 94 "case.cu"
    spawn_region_93.kernel(spawn::step_in_turns(step, step__step), m, 32, 0, x, m);
  }
  if (spawn_region_93.loop(d_again, spawn_again_93<spawn::ThisSource>{n})) {
    again = spawn_region_93.value<bool>();
    n += spawn_region_93.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 93 "case.cu"
  do {
    step<<<m, 32>>>(x, m);
    ++n;
    cudaMemcpy(&again, d_again, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (again && n < 9);
}

#define MORE NEXT
#define NEXT n++
#define BECOMES =
void behind_macros(float* x, int n) {
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, MORE);
  for (int i = 0; i < n; i++) step<<<1, 32>>>(x, n BECOMES i);
}
// ---- diagnostics
case.cu:23:50: warning: no graph: 'End{n}' is not understood [SP118]
case.cu:24:50: warning: no graph: 'Made()' is not understood [SP118]
case.cu:25:50: warning: no graph: 'Made{}' is not understood [SP118]
case.cu:26:50: warning: no graph: the region calls 'operator float', of which it is not known here what it does [SP104]
case.cu:27:38: warning: no graph: the region calls 'Counted', of which it is not known here what it does [SP104]
case.cu:32:5: warning: no graph: 'Both both{{n}, n}' is not understood [SP118]
case.cu:36:5: warning: no graph: 'Made two[2]' is not understood [SP118]
case.cu:43:50: warning: no graph: 't' is not understood [SP118]
case.cu:45:22: warning: no graph: 'T(n)' is not understood [SP118]
case.cu:49:5: warning: no graph: 'T u = t' is not understood [SP118]
case.cu:53:5: warning: no graph: 't = n' is not understood [SP118]
case.cu:56:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:62:3: warning: no graph: 'trips' is changed in the region in a way that can't be followed [SP115]
case.cu:69:3: warning: no graph: 'n' is changed in the region in a way that can't be followed [SP115]
case.cu:80:3: warning: no graph: 'trips' is changed in the region in a way that can't be followed [SP115]
case.cu:86:5: warning: no graph: 'told' is changed in the region in a way that can't be followed [SP115]
case.cu:93:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:104:50: warning: no graph: 'MORE' is not understood [SP118]
case.cu:105:50: warning: no graph: 'n BECOMES i' is not understood [SP118]
19 launches: 19 host, 0 guarded, 0 kept, 0 refused
