// flags:
#include <cstdio>
#define CHECK(call) \
  do { \
    cudaError_t status = (call); \
    if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status)); \
  } while (0)

__global__ void square(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] *= d[i];
}

// each thread has its own child, and uses what it wrote
__global__ void sums(int* d, int n, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  square<<<(n + 31) / 32, 32>>>(d + i * n, n);
  CHECK(cudaDeviceSynchronize());
  for (int j = 0; j < n; ++j) sum[i] += d[i * n + j];
}

// the order of the launches is that of the program, in loops and in named streams, too
__global__ void several(int* d, int n) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int i = 1; i < n; ++i) {
    square<<<1, i>>>(d, i);
    square<<<1, i, 0, stream>>>(d, i);
    cudaError_t status = ::cudaDeviceSynchronize();
    d[i] = d[i - 1] + (status != cudaSuccess);
  }
  cudaStreamDestroy(stream);
}

static __device__ void wait_for_children() { cudaDeviceSynchronize(); }
static __device__ void square_all(int* d, int n) { square<<<1, n>>>(d, n); }

// in functions that the kernel calls
__global__ void through_functions(int* d, int n) {
  square_all(d, n);
  wait_for_children();
  d[0] += d[1];
}
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::never(),
    spawn::never(),
    spawn::never(),
    spawn::never(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:17:3", "sums", "square"},
    {"case.cu:27:5", "several", "square"},
    {"case.cu:28:5", "several", "square"},
    {"case.cu:36:52", "square_all", "square"},
});
#line 1 "case.cu"
// flags:
#include <cstdio>
#define CHECK(call) \
  do { \
    cudaError_t status = (call); \
    if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status)); \
  } while (0)

__global__ void square(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] *= d[i];
}
// spawnc: square for one thread, whose built-ins are local variables.
#line 9 "case.cu"
static __device__ __forceinline__ void square__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] *= d[i];
}
}
// spawnc: square in the place of a launch that is waited for.
#line 9 "case.cu"
static __device__ __forceinline__ void square__join(const spawn::Launch& spawn_launch, int* d, int n) {
  if (!spawn::is_valid(spawn_launch)) {  // the error is CUDA's to report
    square<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(d, n);
    return;
  }
  spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    square__thread(spawn_thread, d, n);
  });
}

#line 13 "case.cu"

// each thread has its own child, and uses what it wrote
__global__ void __launch_bounds__(1024) sums(int* d, int n, int* sum) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  square__join(spawn::launch(spawn_case_cu[0], (n + 31) / 32, 32), d + i * n, n);
  CHECK(spawn::joined());
  for (int j = 0; j < n; ++j) sum[i] += d[i * n + j];
}

// the order of the launches is that of the program, in loops and in named streams, too
__global__ void __launch_bounds__(1024) several(int* d, int n) { using spawn::in_turn::cudaStreamCreateWithFlags, spawn::in_turn::cudaStreamDestroy;
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  for (int i = 1; i < n; ++i) {
    square__join(spawn::launch(spawn_case_cu[1], 1, i), d, i);
    square__join(spawn::launch(spawn_case_cu[2], 1, i, 0, stream), d, i);
    cudaError_t status = ::spawn::joined();
    d[i] = d[i - 1] + (status != cudaSuccess);
  }
  cudaStreamDestroy(stream);
}

static __device__ void wait_for_children() { spawn::joined(); }
static __device__ void square_all(int* d, int n) { square__join(spawn::launch(spawn_case_cu[3], 1, n), d, n); }

// in functions that the kernel calls
__global__ void __launch_bounds__(1024) through_functions(int* d, int n) {
  square_all(d, n);
  wait_for_children();
  d[0] += d[1];
}
// ---- diagnostics
case.cu:15:17: note: no host launch of 'sums' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:17:3: note: launch of 'square' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:18:9: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:23:17: note: no host launch of 'several' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:27:5: note: launch of 'square' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:28:5: note: launch of 'square' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:29:28: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:35:46: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:36:52: note: launch of 'square' guarded: in place, by the launching thread (its parent waits for it) [SP001]
4 launches: 0 host, 4 guarded, 0 kept, 0 refused
