// flags: --graphs
namespace solver {
namespace {
template <typename T>
__global__ void relax(T* x, int* changed, T by) {
  if (x[threadIdx.x] > by) x[threadIdx.x] -= by, *changed = 1;
}
}  // namespace
__global__ void count(int* trips, int trip) { *trips += trip; }

int run(float* x, int* changed, int* trips) {
  int again, trip = 0;
  do {
    again = 0;
    cudaMemcpy(changed, &again, sizeof(int), cudaMemcpyHostToDevice);
    relax<<<1, 128>>>(x, changed, 1.0f);
    count<<<1, 1>>>(trips, trip);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    ++trip;
  } while (again);
  return trip;
}
}  // namespace solver

using namespace solver;

int elsewhere(double* x, int* changed, int* trips) {
  int again = 0, trip = 10;
  do {
    solver::relax<double><<<1, 128>>>(x, changed, 2);
    count<<<1, 1>>>(trips, 2 + trip);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    trip -= 2;
  } while (again && trip > 0);
  return trip;
}

extern "C" {
int for_c(int* changed, int* trips) {
  int again = 0;
  do {
    count<<<1, 1>>>(trips, 1);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
  return 0;
}
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
namespace solver {
namespace {
template <typename T>
__global__ void relax(T* x, int* changed, T by) {
  if (x[threadIdx.x] > by) x[threadIdx.x] -= by, *changed = 1;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: relax in a graph: it does nothing where the host would not launch it.
#line 4 "case.cu"
template <typename T>
static __global__ void relax__step(const spawn::Step spawn_step, T* x, int* changed, T by) {
  if (spawn_step.skips()) return;
#line 5 "case.cu"
{
  if (x[threadIdx.x] > by) x[threadIdx.x] -= by, *changed = 1;
}
}
#endif  // spawnc
#line 8 "case.cu"
}  // namespace
__global__ void count(int* trips, int trip) { *trips += trip; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: count in a graph: it does nothing where the host would not launch it.
#line 9 "case.cu"
static __global__ void count__step(const spawn::Step spawn_step, int* trips, int trip) {
  if (spawn_step.skips()) return;
#line 9 "case.cu"
{ *trips += trip; }
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: count in a graph: it does nothing where the host would not launch it.
#line 9 "case.cu"
static __global__ void count__step_17(const spawn::Step spawn_step, int* trips, int spawn_first_trip) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int trip = static_cast<int>(spawn_first_trip + spawn_step.trip() * 1);
#line 9 "case.cu"
{ *trips += trip; }
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: count in a graph: it does nothing where the host would not launch it.
#line 9 "case.cu"
static __global__ void count__step_31(const spawn::Step spawn_step, int* trips, int spawn_first_trip) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int trip = static_cast<int>(spawn_first_trip + spawn_step.trip() * -2);
#line 9 "case.cu"
{ *trips += trip; }
}
#endif  // spawnc
#line 10 "case.cu"

#if SPAWN_GRAPHS  // spawnc
extern "C++" {  // spawnc
// spawnc: whether the loop at case.cu:13 makes another trip.
template <typename spawn_source> struct spawn_again_13 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
}  // spawnc
#endif  // spawnc
#line 11 "case.cu"
int run(float* x, int* changed, int* trips) {
  int again, trip = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_13("case.cu:13");
  spawn_region_13.begin(0);
  {  // spawnc: one trip is recorded
#line 15 "case.cu"
    spawn_region_13.store(changed, 0);
    spawn_region_13.kernel(spawn::step(relax<float>, relax__step<float>), 1, 128, 0, x, changed, 1.0f);
    spawn_region_13.kernel(spawn::step(count__step_17), 1, 1, 0, trips, trip);
  }
  if (spawn_region_13.loop(changed, spawn_again_13<spawn::ThisSource>{})) {
    again = spawn_region_13.value<int>();
    trip += spawn_region_13.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 13 "case.cu"
  do {
    again = 0;
    cudaMemcpy(changed, &again, sizeof(int), cudaMemcpyHostToDevice);
    relax<<<1, 128>>>(x, changed, 1.0f);
    count<<<1, 1>>>(trips, trip);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    ++trip;
  } while (again);
  return trip;
}
}  // namespace solver

using namespace solver;

#if SPAWN_GRAPHS  // spawnc
extern "C++" {  // spawnc
// spawnc: whether the loop at case.cu:29 makes another trip.
template <typename spawn_source> struct spawn_again_29 {
  int spawn_first_trip;
  __host__ __device__ bool operator()(int again, long long spawn_trips) const {
    const int trip = static_cast<int>(spawn_first_trip + spawn_trips * -2);
    return again && trip > 0;
  }
};
}  // spawnc
#endif  // spawnc
#line 27 "case.cu"
int elsewhere(double* x, int* changed, int* trips) {
  int again = 0, trip = 10;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_29("case.cu:29");
  spawn_region_29.begin(0);
  {  // spawnc: one trip is recorded
#line 30 "case.cu"
    spawn_region_29.kernel(spawn::step(solver::relax<double>, solver::relax__step<double>), 1, 128, 0, x, changed, 2);
    spawn_region_29.kernel(spawn::step(count__step_31), 1, 1, 0, trips, 2 + trip);
  }
  if (spawn_region_29.loop(changed, spawn_again_29<spawn::ThisSource>{trip})) {
    again = spawn_region_29.value<int>();
    trip -= 2 * spawn_region_29.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 29 "case.cu"
  do {
    solver::relax<double><<<1, 128>>>(x, changed, 2);
    count<<<1, 1>>>(trips, 2 + trip);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    trip -= 2;
  } while (again && trip > 0);
  return trip;
}

extern "C" {
#if SPAWN_GRAPHS  // spawnc
extern "C++" {  // spawnc
// spawnc: whether the loop at case.cu:41 makes another trip.
template <typename spawn_source> struct spawn_again_41 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
}  // spawnc
#endif  // spawnc
#line 39 "case.cu"
int for_c(int* changed, int* trips) {
  int again = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_41("case.cu:41");
  spawn_region_41.begin(0);
  {  // spawnc: one trip is recorded
#line 42 "case.cu"
    spawn_region_41.kernel(spawn::step(count, count__step), 1, 1, 0, trips, 1);
  }
  if (spawn_region_41.loop(changed, spawn_again_41<spawn::ThisSource>{})) {
    again = spawn_region_41.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 41 "case.cu"
  do {
    count<<<1, 1>>>(trips, 1);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
  return 0;
}
}
// ---- diagnostics
case.cu:13:3: note: loop becomes a CUDA graph: it ends by `again`, 2 launches in its body [SP100]
case.cu:29:3: note: loop becomes a CUDA graph: it ends by `again`, 2 launches in its body [SP100]
case.cu:41:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
5 launches: 5 host, 0 guarded, 0 kept, 0 refused
