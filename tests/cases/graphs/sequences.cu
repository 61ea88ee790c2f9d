// flags: --graphs
template <class T>
__global__ void scale(const T* in, T* out, T by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by;
}

__global__ void shift(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}

#define CHECK(call) check(call, #call, __LINE__)
void check(cudaError_t, const char*, int);
void unknown(float*);

void pipeline(const float* in, float* out, float* tmp, int n, int stages, cudaStream_t s) {
  const int blocks = (n + 255) / 256;
  scale<<<blocks, 256, 0, s>>>(in, tmp, 2.0f, n);  // deduced
  CHECK(cudaGetLastError());
  for (int k = 0; k < stages; k++) {
    const float by = 1.0f / (k + 1);
    shift<<<blocks, 256, 0, s>>>(tmp, by, n);
  }
  CHECK(cudaMemcpyAsync(out, tmp, n * sizeof(float), cudaMemcpyDeviceToDevice, s));
}

// Broken by what is no part of a graph: two runs; the third is too short.
void three(float* x, float* y, int n, bool wide) {
  shift<<<1, 256>>>(x, 1, n);
  shift<<<dim3(n / 256, 1), dim3(256, 1, 1)>>>(
      x,
      2, n);
  if (wide) shift<<<2, 256>>>(x, 3, n); else CHECK(cudaGetLastError());
  unknown(x);
  cudaMemsetAsync(x, 0, n * sizeof(float)); shift<<<1, 256>>>(x, 1, n); shift<<<1, 256>>>(y, 1, n);
  cudaDeviceSynchronize();
  shift<<<1, 256>>>(x, 1, n);
  shift<<<1, 256>>>(x, 1, n);
}

// An error that the program takes away is not told later.
void careless(float* x, int n) {
  shift<<<1, 256>>>(x, 1, n);
  shift<<<1, 256>>>(x, 2, n);
  shift<<<1, 256>>>(x, 3, n);
  cudaGetLastError();
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
template <class T>
__global__ void scale(const T* in, T* out, T by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by;
}

__global__ void shift(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}

#define CHECK(call) check(call, #call, __LINE__)
void check(cudaError_t, const char*, int);
void unknown(float*);

void pipeline(const float* in, float* out, float* tmp, int n, int stages, cudaStream_t s) {
  const int blocks = (n + 255) / 256;
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_19("case.cu:19");
  spawn_region_19.begin_sequence(s);
#line 19 "case.cu"
  spawn_region_19.kernel(scale<float>, blocks, 256, 0, in, tmp, 2.0f, n);  // deduced
  spawn_region_19.check();
  for (int k = 0; k < stages; k++) {
    const float by = 1.0f / (k + 1);
    spawn_region_19.kernel(shift, blocks, 256, 0, tmp, by, n);
  }
  spawn_region_19.copy(out, tmp, n * sizeof(float), cudaMemcpyDeviceToDevice);
  CHECK(spawn_region_19.end());
#else  // spawnc: as written
#line 19 "case.cu"
  scale<<<blocks, 256, 0, s>>>(in, tmp, 2.0f, n);  // deduced
  CHECK(cudaGetLastError());
  for (int k = 0; k < stages; k++) {
    const float by = 1.0f / (k + 1);
    shift<<<blocks, 256, 0, s>>>(tmp, by, n);
  }
  CHECK(cudaMemcpyAsync(out, tmp, n * sizeof(float), cudaMemcpyDeviceToDevice, s));
#endif  // spawnc
#line 26 "case.cu"
}

// Broken by what is no part of a graph: two runs; the third is too short.
void three(float* x, float* y, int n, bool wide) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_30("case.cu:30");
  spawn_region_30.begin_sequence(0);
#line 30 "case.cu"
  spawn_region_30.kernel(shift, 1, 256, 0, x, 1, n);
  spawn_region_30.kernel(shift, dim3(n / 256, 1), dim3(256, 1, 1), 0,
      x,
      2, n);
  if (wide) spawn_region_30.kernel(shift, 2, 256, 0, x, 3, n); else spawn_region_30.check();
  CHECK(spawn_region_30.end());
#else  // spawnc: as written
#line 30 "case.cu"
  shift<<<1, 256>>>(x, 1, n);
  shift<<<dim3(n / 256, 1), dim3(256, 1, 1)>>>(
      x,
      2, n);
  if (wide) shift<<<2, 256>>>(x, 3, n); else CHECK(cudaGetLastError());
#endif  // spawnc
#line 35 "case.cu"
  unknown(x);
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_36("case.cu:36");
  spawn_region_36.begin_sequence(0);
#line 36 "case.cu"
  spawn_region_36.set(x, 0, n * sizeof(float)); spawn_region_36.kernel(shift, 1, 256, 0, x, 1, n); spawn_region_36.kernel(shift, 1, 256, 0, y, 1, n);
  spawn_region_36.end();
#else  // spawnc: as written
#line 36 "case.cu"
  cudaMemsetAsync(x, 0, n * sizeof(float)); shift<<<1, 256>>>(x, 1, n); shift<<<1, 256>>>(y, 1, n);
#endif  // spawnc
#line 37 "case.cu"
  cudaDeviceSynchronize();
  shift<<<1, 256>>>(x, 1, n);
  shift<<<1, 256>>>(x, 1, n);
}

// An error that the program takes away is not told later.
void careless(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_44("case.cu:44");
  spawn_region_44.begin_sequence(0);
#line 44 "case.cu"
  spawn_region_44.kernel(shift, 1, 256, 0, x, 1, n);
  spawn_region_44.kernel(shift, 1, 256, 0, x, 2, n);
  spawn_region_44.kernel(shift, 1, 256, 0, x, 3, n);
  spawn_region_44.forget();
  spawn_region_44.end();
#else  // spawnc: as written
#line 44 "case.cu"
  shift<<<1, 256>>>(x, 1, n);
  shift<<<1, 256>>>(x, 2, n);
  shift<<<1, 256>>>(x, 3, n);
  cudaGetLastError();
#endif  // spawnc
#line 48 "case.cu"
}
// ---- diagnostics
case.cu:19:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills, in a loop [SP100]
case.cu:30:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:36:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:44:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
12 launches: 12 host, 0 guarded, 0 kept, 0 refused
