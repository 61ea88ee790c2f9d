// flags: --graphs
// Loops in templates, member functions and lambdas.
__global__ void step(float* x, int* changed, int trip) { *changed = (x[0] -= trip) > 0; }
template <class T>
__global__ void halve(T* x, int* changed) {
  *changed = (x[0] /= 2) > 1;
}

template <class T>
int solve(T* out, float* x, int* changed, int most) {
  int again = 1, trips = 0;
  do {
    step<<<1, 1>>>(x, changed, trips);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    ++trips;
  } while (again && trips < most);
  *out = static_cast<T>(trips);
  return trips;
}
template int solve<int>(int*, float*, int*, int);

template <class T>
void left_open(T* x, int* changed, T least) {
  int again = 1;
  while (again) {
    halve<T><<<1, 1>>>(x, changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  T error = 1;
  while (error > least) {
    step<<<1, 1>>>(nullptr, changed, 1);
    cudaMemcpy(&error, x, sizeof(T), cudaMemcpyDeviceToHost);
  }
}

namespace solvers {
class Solver {
 public:
  explicit Solver(float* x);
  int run(int most);
  void inside() {
    int again = 1;
    while (again) {
      step<<<1, 1>>>(x_, changed_, 1);
      cudaMemcpy(&again, changed_, sizeof(int), cudaMemcpyDeviceToHost);
    }
  }

 private:
  float* x_ = nullptr;
  int* changed_ = nullptr;
};
template <class T>
struct Typed {
  float* x;
  int* changed;
  void run();
};
}  // namespace solvers

solvers::Solver::Solver(float* x) : x_(x) {
  int again = 1;
  while (again) {
    halve<<<1, 1>>>(x_, changed_);
    cudaMemcpy(&again, changed_, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

int solvers::Solver::run(int most) {
  int again = 1, trips = 0;
  for (; again && trips < most; ++trips) {
    step<<<1, 1>>>(x_, changed_, trips);
    cudaMemcpy(&again, changed_, sizeof(int), cudaMemcpyDeviceToHost);
  }
  return trips;
}

template <class T>
void solvers::Typed<T>::run() {
  int again = 1;
  while (again) {
    step<<<1, 1>>>(x, changed, 2);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
template struct solvers::Typed<int>;

int in_a_lambda(float* x, int* changed) {
  int trips = 0;
  const auto run = [&](int most) {
    int again = 1;
    do {
      step<<<1, 1>>>(x, changed, 1);
      cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
      ++trips;
    } while (again && trips < most);
  };
  run(5);
  return trips;
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Loops in templates, member functions and lambdas.
__global__ void step(float* x, int* changed, int trip) { *changed = (x[0] -= trip) > 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 3 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step,
    float* x, int* changed, int trip) {
  if (spawn_step.skips()) return;
#line 3 "case.cu"
{ *changed = (x[0] -= trip) > 0; }
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 3 "case.cu"
static __global__ void step__step_13(const spawn::Step spawn_step, float* x, int* changed, int spawn_first_trip) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int trip = static_cast<int>(spawn_first_trip + spawn_step.trip() * 1);
#line 3 "case.cu"
{ *changed = (x[0] -= trip) > 0; }
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 3 "case.cu"
static __global__ void step__step_72(const spawn::Step spawn_step, float* x, int* changed, int spawn_first_trip) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int trip = static_cast<int>(spawn_first_trip + spawn_step.trip() * 1);
#line 3 "case.cu"
{ *changed = (x[0] -= trip) > 0; }
}
#endif  // spawnc
#line 4 "case.cu"
template <class T>
__global__ void halve(T* x, int* changed) {
  *changed = (x[0] /= 2) > 1;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: halve in a graph: it does nothing where the host would not launch it.
#line 4 "case.cu"
template <class T>
static __global__ void halve__step(const spawn::Step spawn_step, T* x, int* changed) {
  if (spawn_step.skips()) return;
#line 5 "case.cu"
{
  *changed = (x[0] /= 2) > 1;
}
}
#endif  // spawnc
#line 8 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:12 makes another trip.
template <typename spawn_source> struct spawn_again_12 {
  int most;
  int spawn_first_trips;
  __host__ __device__ bool operator()(int again, long long spawn_trips) const {
    const int trips = static_cast<int>(spawn_first_trips + spawn_trips * 1);
    return again && trips < most;
  }
};
#endif  // spawnc
#line 9 "case.cu"
template <class T>
int solve(T* out, float* x, int* changed, int most) {
  int again = 1, trips = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_12("case.cu:12");
  spawn_region_12.begin(0);
  {  // spawnc: one trip is recorded
#line 13 "case.cu"
    spawn_region_12.kernel(spawn::step(step__step_13), 1, 1, 0, x, changed, trips);
  }
  if (spawn_region_12.loop(changed, spawn_again_12<spawn::ThisSource>{most, trips})) {
    again = spawn_region_12.value<int>();
    trips += spawn_region_12.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 12 "case.cu"
  do {
    step<<<1, 1>>>(x, changed, trips);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    ++trips;
  } while (again && trips < most);
  *out = static_cast<T>(trips);
  return trips;
}
template int solve<int>(int*, float*, int*, int);

template <class T>
void left_open(T* x, int* changed, T least) {
  int again = 1;
  while (again) {
    halve<T><<<1, 1>>>(x, changed);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  T error = 1;
  while (error > least) {
    step<<<1, 1>>>(nullptr, changed, 1);
    cudaMemcpy(&error, x, sizeof(T), cudaMemcpyDeviceToHost);
  }
}

namespace solvers {
class Solver {
 public:
  explicit Solver(float* x);
  int run(int most);
  void inside() {
    int again = 1;
    while (again) {
      step<<<1, 1>>>(x_, changed_, 1);
      cudaMemcpy(&again, changed_, sizeof(int), cudaMemcpyDeviceToHost);
    }
  }

 private:
  float* x_ = nullptr;
  int* changed_ = nullptr;
};
template <class T>
struct Typed {
  float* x;
  int* changed;
  void run();
};
}  // namespace solvers

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:63 makes another trip.
template <typename spawn_source> struct spawn_again_63 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 61 "case.cu"
solvers::Solver::Solver(float* x) : x_(x) {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_63("case.cu:63");
  spawn_region_63.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 64 "case.cu"
    spawn_region_63.kernel(spawn::step(halve<float>, halve__step<float>), 1, 1, 0, x_, changed_);
  }
  if ((again) && spawn_region_63.loop(changed_, spawn_again_63<spawn::ThisSource>{})) {
    again = spawn_region_63.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 63 "case.cu"
  while (again) {
    halve<<<1, 1>>>(x_, changed_);
    cudaMemcpy(&again, changed_, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:71 makes another trip.
template <typename spawn_source> struct spawn_again_71 {
  int most;
  int spawn_first_trips;
  __host__ __device__ bool operator()(int again, long long spawn_trips) const {
    const int trips = static_cast<int>(spawn_first_trips + spawn_trips * 1);
    return again && trips < most;
  }
};
#endif  // spawnc
#line 69 "case.cu"
int solvers::Solver::run(int most) {
  int again = 1, trips = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_71("case.cu:71");
  spawn_region_71.begin(0);
  if (again && trips < most) {  // spawnc: one trip is recorded
#line 72 "case.cu"
    spawn_region_71.kernel(spawn::step(step__step_72), 1, 1, 0, x_, changed_, trips);
  }
  if ((again && trips < most) && spawn_region_71.loop(changed_, spawn_again_71<spawn::ThisSource>{most, trips})) {
    again = spawn_region_71.value<int>();
    trips += spawn_region_71.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 71 "case.cu"
  for (; again && trips < most; ++trips) {
    step<<<1, 1>>>(x_, changed_, trips);
    cudaMemcpy(&again, changed_, sizeof(int), cudaMemcpyDeviceToHost);
  }
  return trips;
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:81 makes another trip.
template <typename spawn_source> struct spawn_again_81 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 78 "case.cu"
template <class T>
void solvers::Typed<T>::run() {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_81("case.cu:81");
  spawn_region_81.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 82 "case.cu"
    spawn_region_81.kernel(spawn::step(step, step__step), 1, 1, 0, x, changed, 2);
  }
  if ((again) && spawn_region_81.loop(changed, spawn_again_81<spawn::ThisSource>{})) {
    again = spawn_region_81.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 81 "case.cu"
  while (again) {
    step<<<1, 1>>>(x, changed, 2);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
template struct solvers::Typed<int>;

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:92 makes another trip.
template <typename spawn_source> struct spawn_again_92 {
  int most;
  int spawn_first_trips;
  __host__ __device__ bool operator()(int again, long long spawn_trips) const {
    const int trips = static_cast<int>(spawn_first_trips + spawn_trips * 1);
    return again && trips < most;
  }
};
#endif  // spawnc
#line 88 "case.cu"
int in_a_lambda(float* x, int* changed) {
  int trips = 0;
  const auto run = [&](int most) {
    int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
    static thread_local spawn::Region spawn_region_92("case.cu:92");
    spawn_region_92.begin(0);
    {  // spawnc: one trip is recorded
#line 93 "case.cu"
      spawn_region_92.kernel(spawn::step(step, step__step), 1, 1, 0, x, changed, 1);
    }
    if (spawn_region_92.loop(changed, spawn_again_92<spawn::ThisSource>{most, trips})) {
      again = spawn_region_92.value<int>();
      trips += spawn_region_92.trips();
    } else  // spawnc: no graph ran
#endif  // spawnc
#line 92 "case.cu"
    do {
      step<<<1, 1>>>(x, changed, 1);
      cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
      ++trips;
    } while (again && trips < most);
  };
  run(5);
  return trips;
}
// ---- diagnostics
case.cu:12:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:26:5: warning: no graph: it is not known which kernel is launched here [SP112]
case.cu:30:10: warning: no graph: 'error' is not understood [SP118]
case.cu:43:5: warning: no graph: a loop in a function that is defined in its class can't be recorded [SP119]
case.cu:63:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:71:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:81:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:92:5: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
8 launches: 8 host, 0 guarded, 0 kept, 0 refused
