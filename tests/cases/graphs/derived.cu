// flags: --graphs
// What the host computes of the copied scalar before it decides.
#include <cmath>

__global__ void relax(float* x, double* error, float* rest) { *error = *rest = *x *= 0.5f; }

double residual(float* x, double* d_error, float* d_rest, double tolerance, double first) {
  double error = first, relative = 1;
  int trips = 0;
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = sqrt(error);
    relative = error / first;
    ++trips;
  } while (relative > tolerance && trips < 1000);
  return error + relative + trips;
}

int single(float* x, double* d_error, float* d_rest, float tolerance) {
  int trip = 0;
  for (; trip < 100; ++trip) {
    float rest;
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&rest, d_rest, sizeof(float), cudaMemcpyDeviceToHost);
    const float norm = std::sqrt(rest);
    if (norm < tolerance) break;
  }
  return trip;
}

int pinned(float* x, double* d_error, float* d_rest, float* rest, float tolerance) {
  int trip = 0;
  while (trip < 100) {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(rest, d_rest, sizeof(float), cudaMemcpyDeviceToHost);
    const float norm = sqrtf(*rest);
    if (norm < tolerance) break;
    ++trip;
  }
  return trip;
}

// Rounded in another way there; of the trip before; of the number of the trip; not of the scalar alone.
double others(float* x, double* d_error, float* d_rest, double tolerance, const double* first) {
  double error = 1, last = 0, change = 0;
  float rest = 1;
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = error * tolerance;
    error = error + tolerance;
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&rest, d_rest, sizeof(float), cudaMemcpyDeviceToHost);
    error = (float)rest / 3;
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    change = error - last;
    last = error;
  } while (change > tolerance);
  int trips = 0;
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = error / trips;
    ++trips;
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = error / first[0];
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = exp(error);
  } while (error > tolerance);
  return error;
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// What the host computes of the copied scalar before it decides.
#include <cmath>

__global__ void relax(float* x, double* error, float* rest) { *error = *rest = *x *= 0.5f; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: relax in a graph: it does nothing where the host would not launch it.
#line 5 "case.cu"
static __global__ void relax__step(const spawn::Step spawn_step,
    float* x, double* error, float* rest) {
  if (spawn_step.skips()) return;
#line 5 "case.cu"
{ *error = *rest = *x *= 0.5f; }
}
#endif  // spawnc
#line 6 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:10 makes another trip.
template <typename spawn_source> struct spawn_again_10 {
  double first;
  double tolerance;
  int spawn_first_trips;
  __host__ __device__ bool operator()(double error, long long spawn_trips) const {
    error = sqrt(error);
    [[maybe_unused]] double relative = error / first;
    const int trips = static_cast<int>(spawn_first_trips + spawn_trips * 1);
    return relative > tolerance && trips < 1000;
  }
};
#endif  // spawnc
#line 7 "case.cu"
double residual(float* x, double* d_error, float* d_rest, double tolerance, double first) {
  double error = first, relative = 1;
  int trips = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_10("case.cu:10");
  spawn_region_10.begin(0);
  {  // spawnc: one trip is recorded
#line 11 "case.cu"
    spawn_region_10.kernel(spawn::step(relax, relax__step), 1, 1, 0, x, d_error, d_rest);
  }
  if (spawn_region_10.loop(d_error, spawn_again_10<spawn::ThisSource>{first, tolerance, trips})) {
    error = spawn_region_10.value<double>();
    error = sqrt(error);  // spawnc: as each trip does
    relative = error / first;  // spawnc: as each trip does
    trips += spawn_region_10.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 10 "case.cu"
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = sqrt(error);
    relative = error / first;
    ++trips;
  } while (relative > tolerance && trips < 1000);
  return error + relative + trips;
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:22 makes another trip.
template <typename spawn_source> struct spawn_again_22 {
  float tolerance;
  int spawn_first_trip;
  __host__ __device__ bool operator()(float rest, long long spawn_trips) const {
    [[maybe_unused]] float norm = spawn::exact_sqrt(rest);
    {
      if (norm < tolerance) return false;
    }
    const int trip = static_cast<int>(spawn_first_trip + spawn_trips * 1);
    return trip < 100;
  }
};
#endif  // spawnc
#line 20 "case.cu"
int single(float* x, double* d_error, float* d_rest, float tolerance) {
  int trip = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_22("case.cu:22");
  spawn_region_22.begin(0);
  if (trip < 100) {  // spawnc: one trip is recorded
#line 24 "case.cu"
    spawn_region_22.kernel(spawn::step(relax, relax__step), 1, 1, 0, x, d_error, d_rest);
  }
  if ((trip < 100) && spawn_region_22.loop(d_rest, spawn_again_22<spawn::ThisSource>{tolerance, trip})) {
    const float rest = spawn_region_22.value<float>();
    [[maybe_unused]] const float norm = std::sqrt(rest);  // spawnc: as each trip does
    const long long spawn_late = spawn_region_22.trips() - ((norm < tolerance) ? 1 : 0);
    trip += spawn_late;
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 22 "case.cu"
  for (; trip < 100; ++trip) {
    float rest;
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&rest, d_rest, sizeof(float), cudaMemcpyDeviceToHost);
    const float norm = std::sqrt(rest);
    if (norm < tolerance) break;
  }
  return trip;
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:34 makes another trip.
template <typename spawn_source> struct spawn_again_34 {
  float tolerance;
  int spawn_first_trip;
  __host__ __device__ bool operator()(float spawn_value, long long spawn_trips) const {
    [[maybe_unused]] float norm = spawn::exact_sqrt(spawn_value);
    {
      if (norm < tolerance) return false;
    }
    const int trip = static_cast<int>(spawn_first_trip + spawn_trips * 1);
    return trip < 100;
  }
};
#endif  // spawnc
#line 32 "case.cu"
int pinned(float* x, double* d_error, float* d_rest, float* rest, float tolerance) {
  int trip = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_34("case.cu:34");
  spawn_region_34.begin(0);
  if (trip < 100) {  // spawnc: one trip is recorded
#line 35 "case.cu"
    spawn_region_34.kernel(spawn::step(relax, relax__step), 1, 1, 0, x, d_error, d_rest);
  }
  if ((trip < 100) && spawn_region_34.loop(d_rest, spawn_again_34<spawn::ThisSource>{tolerance, trip})) {
    *rest = spawn_region_34.value<float>();
    [[maybe_unused]] const float norm = sqrtf(*rest);  // spawnc: as each trip does
    const long long spawn_late = spawn_region_34.trips() - ((norm < tolerance) ? 1 : 0);
    trip += spawn_late;
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 34 "case.cu"
  while (trip < 100) {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(rest, d_rest, sizeof(float), cudaMemcpyDeviceToHost);
    const float norm = sqrtf(*rest);
    if (norm < tolerance) break;
    ++trip;
  }
  return trip;
}

// Rounded in another way there; of the trip before; of the number of the trip; not of the scalar alone.
double others(float* x, double* d_error, float* d_rest, double tolerance, const double* first) {
  double error = 1, last = 0, change = 0;
  float rest = 1;
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = error * tolerance;
    error = error + tolerance;
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&rest, d_rest, sizeof(float), cudaMemcpyDeviceToHost);
    error = (float)rest / 3;
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    change = error - last;
    last = error;
  } while (change > tolerance);
  int trips = 0;
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = error / trips;
    ++trips;
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = error / first[0];
  } while (error > tolerance);
  do {
    relax<<<1, 1>>>(x, d_error, d_rest);
    cudaMemcpy(&error, d_error, sizeof(double), cudaMemcpyDeviceToHost);
    error = exp(error);
  } while (error > tolerance);
  return error;
}
// ---- diagnostics
case.cu:10:3: note: loop becomes a CUDA graph: it ends by `error`, 1 launch in its body [SP100]
case.cu:22:3: note: loop becomes a CUDA graph: it ends by `rest`, 1 launch in its body [SP100]
case.cu:34:3: note: loop becomes a CUDA graph: it ends by `*rest`, 1 launch in its body [SP100]
case.cu:52:13: warning: no graph: the device can't evaluate 'error + tolerance': the device may round it in another way [SP116]
case.cu:57:13: warning: no graph: the device can't evaluate '(float)rest / 3': the device may round it in another way [SP116]
case.cu:62:5: warning: no graph: 'change = error - last;' changes from trip to trip [SP113]
case.cu:69:5: warning: no graph: 'error = error / trips;' changes from trip to trip [SP113]
case.cu:75:21: warning: no graph: the device can't evaluate 'error / first[0]': 'first[0]' is more than a computation with numbers [SP116]
case.cu:80:13: warning: no graph: the device can't evaluate 'exp(error)': it calls 'exp' [SP116]
9 launches: 9 host, 0 guarded, 0 kept, 0 refused
