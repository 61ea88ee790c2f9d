// flags: --graphs
#include <utility>

__global__ void jacobi(const float* __restrict__ in, float* __restrict__ out, float* error, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  out[i] = 0.5f * (in[i - 1] + in[i + 1]);
  atomicMax(reinterpret_cast<int*>(error), __float_as_int(fabsf(out[i] - in[i])));
}

__global__ void scale(double* x, double by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

#define CHECK(call) check(call, #call, __LINE__)
void check(cudaError_t, const char*, int);

// An error norm against a tolerance, an iteration limit, two buffers in turns, a named stream.
int solve(float* a, float* b, float* d_error, int n, float tolerance, int limit, cudaStream_t stream) {
  float error = 1;
  int iterations = 0;
  while (error > tolerance && iterations < limit) {
    CHECK(cudaMemsetAsync(d_error, 0, sizeof(float), stream));
    jacobi<<<(n + 127) / 128, 128, 0, stream>>>(a, b, d_error, n);
    CHECK(cudaMemcpyAsync(&error, d_error, sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    std::swap(a, b);
    ++iterations;
  }
  return iterations;
}

// Left by a break; what stands behind that isn't done in the last trip.
int solve_with_break(float* a, float* b, float* d_error, int n, float tolerance, int limit) {
  int i;
  for (i = 0; i < limit; i++) {
    float error;
    cudaMemset(d_error, 0, sizeof(float));
    jacobi<<<(n + 127) / 128, 128>>>(a, b, d_error, n);
    cudaMemcpy(&error, d_error, sizeof error, cudaMemcpyDeviceToHost);
    if (error < tolerance) break;
    float* t = a;
    a = b;
    b = t;
  }
  return i;
}

// A pinned flag, an inner loop of launches, a choice that is the same in all trips, a wait for the device.
void relax(double* x, int* changed, int* changed_on_host, int n, int sweeps, bool twice) {
  for (int round = 0; round < 100; ++round) {
    *changed_on_host = 0;
    cudaMemcpyAsync(changed, changed_on_host, sizeof(int), cudaMemcpyHostToDevice);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const double by = 1.0 + sweep;
      scale<<<n / 256 + 1, 256>>>(x, by, n);
    }
    if (twice)
      scale<<<n / 256 + 1, 256>>>(x, 0.5, n);
    else
      scale<<<n / 256 + 1, 256>>>(x, 0.25, n);
    cudaMemcpyAsync(changed_on_host, changed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    if (!*changed_on_host) break;
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <utility>

__global__ void jacobi(const float* __restrict__ in, float* __restrict__ out, float* error, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  out[i] = 0.5f * (in[i - 1] + in[i + 1]);
  atomicMax(reinterpret_cast<int*>(error), __float_as_int(fabsf(out[i] - in[i])));
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: jacobi for one block of a grid: its place there is a parameter.
#line 4 "case.cu"
static __device__ __forceinline__ void jacobi__block_25(const uint3 blockIdx, const dim3 gridDim, const float* __restrict__ in, float* __restrict__ out, float* error, int n) {
#line 4 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  out[i] = 0.5f * (in[i - 1] + in[i + 1]);
  atomicMax(reinterpret_cast<int*>(error), __float_as_int(fabsf(out[i] - in[i])));
}
}
// spawnc: jacobi in a graph: its blocks take turns where fewer are launched.
#line 4 "case.cu"
static __global__ void jacobi__step_25(const spawn::Step spawn_step, const float* __restrict__ spawn_in_0, const float* __restrict__ spawn_in_1, float* __restrict__ spawn_out_0, float* __restrict__ spawn_out_1, float* error, int n) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] const float* __restrict__ in = spawn_step.trip() % 2 == 0 ? spawn_in_0 : spawn_in_1;
  [[maybe_unused]] float* __restrict__ out = spawn_step.trip() % 2 == 0 ? spawn_out_0 : spawn_out_1;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    jacobi__block_25(spawn_index, spawn_grid, in, out, error, n);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: jacobi for one block of a grid: its place there is a parameter.
#line 4 "case.cu"
static __device__ __forceinline__ void jacobi__block_40(const uint3 blockIdx, const dim3 gridDim, const float* __restrict__ in, float* __restrict__ out, float* error, int n) {
#line 4 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i == 0 || i >= n - 1) return;
  out[i] = 0.5f * (in[i - 1] + in[i + 1]);
  atomicMax(reinterpret_cast<int*>(error), __float_as_int(fabsf(out[i] - in[i])));
}
}
// spawnc: jacobi in a graph: its blocks take turns where fewer are launched.
#line 4 "case.cu"
static __global__ void jacobi__step_40(const spawn::Step spawn_step, const float* __restrict__ spawn_in_0, const float* __restrict__ spawn_in_1, float* __restrict__ spawn_out_0, float* __restrict__ spawn_out_1, float* error, int n) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] const float* __restrict__ in = spawn_step.trip() % 2 == 0 ? spawn_in_0 : spawn_in_1;
  [[maybe_unused]] float* __restrict__ out = spawn_step.trip() % 2 == 0 ? spawn_out_0 : spawn_out_1;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    jacobi__block_40(spawn_index, spawn_grid, in, out, error, n);
  });
}
#endif  // spawnc
#line 10 "case.cu"

__global__ void scale(double* x, double by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: scale for one block of a grid: its place there is a parameter.
#line 11 "case.cu"
static __device__ __forceinline__ void scale__block(const uint3 blockIdx, const dim3 gridDim, double* x, double by, int n) {
#line 11 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
}
// spawnc: scale in a graph: its blocks take turns where fewer are launched.
#line 11 "case.cu"
static __global__ void scale__step(const spawn::Step spawn_step, double* x, double by, int n) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    scale__block(spawn_index, spawn_grid, x, by, n);
  });
}
#endif  // spawnc
#line 15 "case.cu"

#define CHECK(call) check(call, #call, __LINE__)
void check(cudaError_t, const char*, int);

// An error norm against a tolerance, an iteration limit, two buffers in turns, a named stream.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:23 makes another trip.
template <typename spawn_source> struct spawn_again_23 {
  float tolerance;
  int limit;
  int spawn_first_iterations;
  __host__ __device__ bool operator()(float error, long long spawn_trips) const {
    const int iterations = static_cast<int>(spawn_first_iterations + spawn_trips * 1);
    return error > tolerance && iterations < limit;
  }
};
#endif  // spawnc
#line 20 "case.cu"
int solve(float* a, float* b, float* d_error, int n, float tolerance, int limit, cudaStream_t stream) {
  float error = 1;
  int iterations = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_23("case.cu:23");
  spawn_region_23.begin(stream);
  if (error > tolerance && iterations < limit) {  // spawnc: one trip is recorded
#line 24 "case.cu"
    spawn_region_23.set(d_error, 0, sizeof(float));
    spawn_region_23.kernel(spawn::step_in_turns(jacobi__step_25), (n + 127) / 128, 128, 0, a, b, b, a, d_error, n);
  }
  if ((error > tolerance && iterations < limit) && spawn_region_23.loop(d_error, spawn_again_23<spawn::ThisSource>{tolerance, limit, iterations})) {
    error = spawn_region_23.value<float>();
    iterations += spawn_region_23.trips();
    if (spawn_region_23.trips() % 2 != 0) { std::swap(a, b); }
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 23 "case.cu"
  while (error > tolerance && iterations < limit) {
    CHECK(cudaMemsetAsync(d_error, 0, sizeof(float), stream));
    jacobi<<<(n + 127) / 128, 128, 0, stream>>>(a, b, d_error, n);
    CHECK(cudaMemcpyAsync(&error, d_error, sizeof(float), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    std::swap(a, b);
    ++iterations;
  }
  return iterations;
}

// Left by a break; what stands behind that isn't done in the last trip.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:37 makes another trip.
template <typename spawn_source> struct spawn_again_37 {
  float tolerance;
  int limit;
  int spawn_first_i;
  __host__ __device__ bool operator()(float error, long long spawn_trips) const {
    {
      if (error < tolerance) return false;
    }
    const int i = static_cast<int>(spawn_first_i + spawn_trips * 1);
    return i < limit;
  }
};
#endif  // spawnc
#line 35 "case.cu"
int solve_with_break(float* a, float* b, float* d_error, int n, float tolerance, int limit) {
  int i;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_37("case.cu:37");
  spawn_region_37.begin(0);
  if (i = 0; i < limit) {  // spawnc: one trip is recorded
#line 39 "case.cu"
    spawn_region_37.set(d_error, 0, sizeof(float));
    spawn_region_37.kernel(spawn::step_in_turns(jacobi__step_40), (n + 127) / 128, 128, 0, a, b, b, a, d_error, n);
  }
  if (i = 0; (i < limit) && spawn_region_37.loop(d_error, spawn_again_37<spawn::ThisSource>{tolerance, limit, i})) {
    const float error = spawn_region_37.value<float>();
    const long long spawn_late = spawn_region_37.trips() - ((error < tolerance) ? 1 : 0);
    i += spawn_late;
    if (spawn_late % 2 != 0) { float* t = a; a = b; b = t; }
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 37 "case.cu"
  for (i = 0; i < limit; i++) {
    float error;
    cudaMemset(d_error, 0, sizeof(float));
    jacobi<<<(n + 127) / 128, 128>>>(a, b, d_error, n);
    cudaMemcpy(&error, d_error, sizeof error, cudaMemcpyDeviceToHost);
    if (error < tolerance) break;
    float* t = a;
    a = b;
    b = t;
  }
  return i;
}

// A pinned flag, an inner loop of launches, a choice that is the same in all trips, a wait for the device.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:52 makes another trip.
template <typename spawn_source> struct spawn_again_52 {
  int spawn_first_round;
  __host__ __device__ bool operator()(int spawn_value, long long spawn_trips) const {
    {
      if (!spawn_value) return false;
    }
    const int round = static_cast<int>(spawn_first_round + spawn_trips * 1);
    return round < 100;
  }
};
#endif  // spawnc
#line 51 "case.cu"
void relax(double* x, int* changed, int* changed_on_host, int n, int sweeps, bool twice) {
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_52("case.cu:52");
  spawn_region_52.begin(0);
  if ([[maybe_unused]] int round = 0; round < 100) {  // spawnc: one trip is recorded
#line 54 "case.cu"
    spawn_region_52.store(changed, 0);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const double by = 1.0 + sweep;
      spawn_region_52.kernel(spawn::step_in_turns(scale, scale__step), n / 256 + 1, 256, 0, x, by, n);
    }
    if (twice)
      spawn_region_52.kernel(spawn::step_in_turns(scale, scale__step), n / 256 + 1, 256, 0, x, 0.5, n);
    else
      spawn_region_52.kernel(spawn::step_in_turns(scale, scale__step), n / 256 + 1, 256, 0, x, 0.25, n);
  }
  if ([[maybe_unused]] int round = 0; (round < 100) && spawn_region_52.loop(changed, spawn_again_52<spawn::ThisSource>{round})) {
    cudaDeviceSynchronize();  // spawnc: as each trip does
    *changed_on_host = spawn_region_52.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 52 "case.cu"
  for (int round = 0; round < 100; ++round) {
    *changed_on_host = 0;
    cudaMemcpyAsync(changed, changed_on_host, sizeof(int), cudaMemcpyHostToDevice);
    for (int sweep = 0; sweep < sweeps; ++sweep) {
      const double by = 1.0 + sweep;
      scale<<<n / 256 + 1, 256>>>(x, by, n);
    }
    if (twice)
      scale<<<n / 256 + 1, 256>>>(x, 0.5, n);
    else
      scale<<<n / 256 + 1, 256>>>(x, 0.25, n);
    cudaMemcpyAsync(changed_on_host, changed, sizeof(int), cudaMemcpyDeviceToHost);
    cudaDeviceSynchronize();
    if (!*changed_on_host) break;
  }
}
// ---- diagnostics
case.cu:23:3: note: loop becomes a CUDA graph: it ends by `error`, 1 launch in its body [SP100]
case.cu:37:3: note: loop becomes a CUDA graph: it ends by `error`, 1 launch in its body [SP100]
case.cu:52:3: note: loop becomes a CUDA graph: it ends by `*changed_on_host`, 3 launches in its body [SP100]
5 launches: 5 host, 0 guarded, 0 kept, 0 refused
