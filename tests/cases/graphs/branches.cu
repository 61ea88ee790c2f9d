// flags: --graphs
__global__ void absmax(const float* x, float* most, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(reinterpret_cast<int*>(most), __float_as_int(fabsf(x[i])));
}
__global__ void damp(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}

#define CK(call) check(call, __LINE__)
void check(cudaError_t, int);

// The device decides, as a promise is given: the host has no other use for the wait.
void step(float* x, float* d_most, float limit, int n, cudaStream_t s) {
  float most = 0.f;
#pragma spawn graph
  CK(cudaMemsetAsync(d_most, 0, sizeof(float), s));
  absmax<<<(n + 255) / 256, 256, 0, s>>>(x, d_most, n);
  CK(cudaMemcpyAsync(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost, s));
  CK(cudaStreamSynchronize(s));
  if (most > limit)
    damp<<<(n + 255) / 256, 256, 0, s>>>(x, 0.5f, n);
  else {
    damp<<<(n + 255) / 256, 256, 0, s>>>(x, 2.0f, n);
    CK(cudaGetLastError());
  }
  damp<<<(n + 255) / 256, 256, 0, s>>>(x, 0.9f, n);
}

// Without a promise, what comes before may still be a sequence.
void without(float* x, float* d_most, int n) {
  float most;
  absmax<<<(n + 255) / 256, 256>>>(x, d_most, n);
  damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
  damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1) damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
}

// The host uses the value, too.
float used(float* x, float* d_most, int n) {
  float most;
  absmax<<<(n + 255) / 256, 256>>>(x, d_most, n);
#pragma spawn graph
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1) damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
  return most;
}

// The pragma is not lost: what is in the way is told.
float used_after_work(float* x, float* d_most, int n) {
  float most;
#pragma spawn graph
  absmax<<<(n + 255) / 256, 256>>>(x, d_most, n);
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1) damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
  return most;
}

#define BLOCKS(n, threads) (((n) + (threads) - 1) / (threads))
#define THREADS 128
struct Shape { int n; };

// What both sides compute may always be computed.
void safe(float* x, float* d_most, int n) {
  const int threads = 64;
  float most;
#pragma spawn graph
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1)
    damp<<<(n + threads - 1) / threads, threads>>>(x, 2.0f / 3, n / 2);
  else
    damp<<<(n + THREADS - 1) / THREADS, THREADS>>>(&x[n % 4], 0.5f, n);
}

// A division by what may be 0, in the grid, in a macro and in an argument; a pointer that may be null.
void may_fail(float* x, float* d_most, int n, int parts, const Shape* shape, const int* counts) {
  float a, b, c, d, e;
#pragma spawn graph
  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<n / parts, 256>>>(x, 0.5f, n);
#pragma spawn graph
  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<BLOCKS(n, parts), 256>>>(x, 0.5f, n);
#pragma spawn graph
  cudaMemcpy(&c, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (c > 1) damp<<<1, 256>>>(x, 0.5f, n % parts);
#pragma spawn graph
  cudaMemcpy(&d, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (d > 1) damp<<<1, 256>>>(x, 0.5f, shape->n);
#pragma spawn graph
  cudaMemcpy(&e, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (e > 1) damp<<<counts[0], 256>>>(x, 0.5f, n);
}

// Checks between the copy and the branch are about what was before.
void checked(float* x, float* d_most, int n) {
  float most;
#pragma spawn graph
  absmax<<<1, 256>>>(x, d_most, n);
  CK(cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost));
  CK(cudaGetLastError());
  if (most > 1) damp<<<1, 256>>>(x, 0.5f, n);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
__global__ void absmax(const float* x, float* most, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicMax(reinterpret_cast<int*>(most), __float_as_int(fabsf(x[i])));
}
__global__ void damp(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: damp in a graph: it does nothing where the host would not launch it.
#line 6 "case.cu"
static __global__ void damp__step(const spawn::Step spawn_step, float* x, float by, int n) {
  if (spawn_step.skips()) return;
#line 6 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
}
#endif  // spawnc
#line 10 "case.cu"

#define CK(call) check(call, __LINE__)
void check(cudaError_t, int);

// The device decides, as a promise is given: the host has no other use for the wait.
#if SPAWN_GRAPHS  // spawnc
// spawnc: the condition at case.cu:22.
template <typename spawn_source> struct spawn_if_22 {
  float limit;
  __host__ __device__ bool operator()(float most) const {
    return most > limit;
  }
};
#endif  // spawnc
#line 15 "case.cu"
void step(float* x, float* d_most, float limit, int n, cudaStream_t s) {
  float most = 0.f;

#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_18("case.cu:18");
  spawn_region_18.begin(s);
#line 18 "case.cu"
  spawn_region_18.set(d_most, 0, sizeof(float));
  spawn_region_18.kernel(absmax, (n + 255) / 256, 256, 0, x, d_most, n);
  spawn_region_18.branch(d_most, spawn_if_22<spawn::ThisSource>{limit}); (void)&most;


    spawn_region_18.kernel(spawn::step(damp, damp__step), (n + 255) / 256, 256, 0, x, 0.5f, n);
  spawn_region_18.otherwise(); {
    spawn_region_18.kernel(spawn::step(damp, damp__step), (n + 255) / 256, 256, 0, x, 2.0f, n);
    spawn_region_18.check();
  } spawn_region_18.branch_end();
  spawn_region_18.kernel(damp, (n + 255) / 256, 256, 0, x, 0.9f, n);
  CK(spawn_region_18.end());
#else  // spawnc: as written
#line 18 "case.cu"
  CK(cudaMemsetAsync(d_most, 0, sizeof(float), s));
  absmax<<<(n + 255) / 256, 256, 0, s>>>(x, d_most, n);
  CK(cudaMemcpyAsync(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost, s));
  CK(cudaStreamSynchronize(s));
  if (most > limit)
    damp<<<(n + 255) / 256, 256, 0, s>>>(x, 0.5f, n);
  else {
    damp<<<(n + 255) / 256, 256, 0, s>>>(x, 2.0f, n);
    CK(cudaGetLastError());
  }
  damp<<<(n + 255) / 256, 256, 0, s>>>(x, 0.9f, n);
#endif  // spawnc
#line 29 "case.cu"
}

// Without a promise, what comes before may still be a sequence.
void without(float* x, float* d_most, int n) {
  float most;
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_34("case.cu:34");
  spawn_region_34.begin_sequence(0);
#line 34 "case.cu"
  spawn_region_34.kernel(absmax, (n + 255) / 256, 256, 0, x, d_most, n);
  spawn_region_34.kernel(damp, (n + 255) / 256, 256, 0, x, 0.5f, n);
  spawn_region_34.kernel(damp, (n + 255) / 256, 256, 0, x, 0.5f, n);
  spawn_region_34.end();
#else  // spawnc: as written
#line 34 "case.cu"
  absmax<<<(n + 255) / 256, 256>>>(x, d_most, n);
  damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
  damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
#endif  // spawnc
#line 37 "case.cu"
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1) damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
}

// The host uses the value, too.
float used(float* x, float* d_most, int n) {
  float most;
  absmax<<<(n + 255) / 256, 256>>>(x, d_most, n);

  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1) damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
  return most;
}

// The pragma is not lost: what is in the way is told.
float used_after_work(float* x, float* d_most, int n) {
  float most;

  absmax<<<(n + 255) / 256, 256>>>(x, d_most, n);
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1) damp<<<(n + 255) / 256, 256>>>(x, 0.5f, n);
  return most;
}

#define BLOCKS(n, threads) (((n) + (threads) - 1) / (threads))
#define THREADS 128
struct Shape { int n; };

// What both sides compute may always be computed.
#if SPAWN_GRAPHS  // spawnc
// spawnc: the condition at case.cu:71.
template <typename spawn_source> struct spawn_if_71 {
  __host__ __device__ bool operator()(float most) const {
    return most > 1;
  }
};
#endif  // spawnc
#line 66 "case.cu"
void safe(float* x, float* d_most, int n) {
  const int threads = 64;
  float most;

#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_70("case.cu:70");
  spawn_region_70.begin(0);
#line 70 "case.cu"
  spawn_region_70.branch(d_most, spawn_if_71<spawn::ThisSource>{}); (void)&most;

    spawn_region_70.kernel(spawn::step(damp, damp__step), (n + threads - 1) / threads, threads, 0, x, 2.0f / 3, n / 2);
  spawn_region_70.otherwise();
    spawn_region_70.kernel(spawn::step(damp, damp__step), (n + THREADS - 1) / THREADS, THREADS, 0, &x[n % 4], 0.5f, n); spawn_region_70.branch_end();
  spawn_region_70.end();
#else  // spawnc: as written
#line 70 "case.cu"
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1)
    damp<<<(n + threads - 1) / threads, threads>>>(x, 2.0f / 3, n / 2);
  else
    damp<<<(n + THREADS - 1) / THREADS, THREADS>>>(&x[n % 4], 0.5f, n);
#endif  // spawnc
#line 75 "case.cu"
}

// A division by what may be 0, in the grid, in a macro and in an argument; a pointer that may be null.
void may_fail(float* x, float* d_most, int n, int parts, const Shape* shape, const int* counts) {
  float a, b, c, d, e;

  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<n / parts, 256>>>(x, 0.5f, n);

  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<BLOCKS(n, parts), 256>>>(x, 0.5f, n);

  cudaMemcpy(&c, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (c > 1) damp<<<1, 256>>>(x, 0.5f, n % parts);

  cudaMemcpy(&d, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (d > 1) damp<<<1, 256>>>(x, 0.5f, shape->n);

  cudaMemcpy(&e, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (e > 1) damp<<<counts[0], 256>>>(x, 0.5f, n);
}

// Checks between the copy and the branch are about what was before.
#if SPAWN_GRAPHS  // spawnc
// spawnc: the condition at case.cu:104.
template <typename spawn_source> struct spawn_if_104 {
  __host__ __device__ bool operator()(float most) const {
    return most > 1;
  }
};
#endif  // spawnc
#line 98 "case.cu"
void checked(float* x, float* d_most, int n) {
  float most;

#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_101("case.cu:101");
  spawn_region_101.begin(0);
#line 101 "case.cu"
  spawn_region_101.kernel(absmax, 1, 256, 0, x, d_most, n);
  spawn_region_101.check(); spawn_region_101.branch(d_most, spawn_if_104<spawn::ThisSource>{}); (void)&most;

   spawn_region_101.kernel(spawn::step(damp, damp__step), 1, 256, 0, x, 0.5f, n); spawn_region_101.branch_end();
  CK(spawn_region_101.end());
#else  // spawnc: as written
#line 101 "case.cu"
  absmax<<<1, 256>>>(x, d_most, n);
  CK(cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost));
  CK(cudaGetLastError());
  if (most > 1) damp<<<1, 256>>>(x, 0.5f, n);
#endif  // spawnc
#line 105 "case.cu"
}
// ---- diagnostics
case.cu:18:3: note: sequence becomes a CUDA graph: 5 launches, copies or fills [SP100]
case.cu:34:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:37:3: warning: no graph: after the branch on 'most', the host may count on what it has waited for [SP122]
case.cu:46:3: warning: no graph: 'most' is changed in the region in a way that can't be followed [SP115]
case.cu:56:3: warning: no graph: 'most' is changed in the region in a way that can't be followed [SP115]
case.cu:70:3: note: sequence becomes a CUDA graph: 2 launches, copies or fills [SP100]
case.cu:82:21: warning: no graph: 'n / parts' would be computed whichever side of the branch is taken [SP123]
case.cu:85:21: warning: no graph: 'BLOCKS(n, parts)' would be computed whichever side of the branch is taken [SP123]
case.cu:88:40: warning: no graph: 'n % parts' would be computed whichever side of the branch is taken [SP123]
case.cu:91:40: warning: no graph: 'shape->n' would be computed whichever side of the branch is taken [SP123]
case.cu:94:21: warning: no graph: 'counts[0]' would be computed whichever side of the branch is taken [SP123]
case.cu:101:3: note: sequence becomes a CUDA graph: 2 launches, copies or fills [SP100]
21 launches: 21 host, 0 guarded, 0 kept, 0 refused
