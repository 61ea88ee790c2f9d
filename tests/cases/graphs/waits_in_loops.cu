// flags: --graphs
#include <cstdlib>

__global__ void eliminate(float* m, int n, int column) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - column) m[i] -= m[column];
}

#define CK(call)                               \
  do {                                         \
    const cudaError_t ck_error = (call);       \
    if (ck_error != cudaSuccess) std::exit(1); \
  } while (0)

// The trips need none of the waits: one before, and one behind.
void gauss(float* m, int n) {
  dim3 grid(1);
  for (int t = 0; t < n - 1; t++) {
    grid.x = (n - t + 31) / 32;
    eliminate<<<grid, 32>>>(m, n, t);
    cudaDeviceSynchronize();
    eliminate<<<grid, 32>>>(m, n, n - t);
    CK(cudaDeviceSynchronize());
    CK(cudaGetLastError());
  }
}

// The host may look at what was done, behind the loop.
void in_a_stream(float* m, int n, cudaStream_t s) {
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32, 0, s>>>(m, n, t);
    CK(cudaStreamSynchronize(s));
  }
  eliminate<<<1, 32, 0, s>>>(m, n, static_cast<int>(m[0]));
}

// What the host sees is the work of the trip before. A parameter is no array.
void looks(float* m, int n, int columns[2]) {
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32>>>(m, n, columns[t % 2]);
    cudaDeviceSynchronize();
  }
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32>>>(m, n, static_cast<int>(m[t]));
    cudaDeviceSynchronize();
  }
  for (int t = 0; t < n; t++) {
    eliminate<<<1, static_cast<unsigned>(m[0])>>>(m, n, t);
    cudaDeviceSynchronize();
  }
}

// A wait that may never be.
void sometimes(float* m, int n, bool debug) {
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32>>>(m, n, t);
    if (debug) cudaDeviceSynchronize();
  }
}

void of_another_stream(float* m, int n, cudaStream_t s, cudaStream_t other) {
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32, 0, s>>>(m, n, t);
    cudaStreamSynchronize(other);
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <cstdlib>

__global__ void eliminate(float* m, int n, int column) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n - column) m[i] -= m[column];
}

#define CK(call)                               \
  do {                                         \
    const cudaError_t ck_error = (call);       \
    if (ck_error != cudaSuccess) std::exit(1); \
  } while (0)

// The trips need none of the waits: one before, and one behind.
void gauss(float* m, int n) {
  dim3 grid(1);
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  CK(cudaDeviceSynchronize());  // spawnc: as each trip does
  static thread_local spawn::Region spawn_region_18("case.cu:18");
  spawn_region_18.begin_sequence(0);
#line 18 "case.cu"
  for (int t = 0; t < n - 1; t++) {
    grid.x = (n - t + 31) / 32;
    spawn_region_18.kernel(eliminate, grid, 32, 0, m, n, t);

    spawn_region_18.kernel(eliminate, grid, 32, 0, m, n, n - t);

    spawn_region_18.check();
  }
  CK(spawn_region_18.end());
  CK(cudaDeviceSynchronize());  // spawnc: as each trip does
  CK(cudaGetLastError());  // spawnc: as above
#else  // spawnc: as written
#line 18 "case.cu"
  for (int t = 0; t < n - 1; t++) {
    grid.x = (n - t + 31) / 32;
    eliminate<<<grid, 32>>>(m, n, t);
    cudaDeviceSynchronize();
    eliminate<<<grid, 32>>>(m, n, n - t);
    CK(cudaDeviceSynchronize());
    CK(cudaGetLastError());
  }
#endif  // spawnc
#line 26 "case.cu"
}

// The host may look at what was done, behind the loop.
void in_a_stream(float* m, int n, cudaStream_t s) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_30("case.cu:30");
  spawn_region_30.begin_sequence(s);
#line 30 "case.cu"
  for (int t = 0; t < n; t++) {
    spawn_region_30.kernel(eliminate, 1, 32, 0, m, n, t);

  }
  spawn_region_30.end();
  CK(cudaStreamSynchronize(s));  // spawnc: as each trip does
#else  // spawnc: as written
#line 30 "case.cu"
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32, 0, s>>>(m, n, t);
    CK(cudaStreamSynchronize(s));
  }
#endif  // spawnc
#line 34 "case.cu"
  eliminate<<<1, 32, 0, s>>>(m, n, static_cast<int>(m[0]));
}

// What the host sees is the work of the trip before. A parameter is no array.
void looks(float* m, int n, int columns[2]) {
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32>>>(m, n, columns[t % 2]);
    cudaDeviceSynchronize();
  }
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32>>>(m, n, static_cast<int>(m[t]));
    cudaDeviceSynchronize();
  }
  for (int t = 0; t < n; t++) {
    eliminate<<<1, static_cast<unsigned>(m[0])>>>(m, n, t);
    cudaDeviceSynchronize();
  }
}

// A wait that may never be.
void sometimes(float* m, int n, bool debug) {
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32>>>(m, n, t);
    if (debug) cudaDeviceSynchronize();
  }
}

void of_another_stream(float* m, int n, cudaStream_t s, cudaStream_t other) {
  for (int t = 0; t < n; t++) {
    eliminate<<<1, 32, 0, s>>>(m, n, t);
    cudaStreamSynchronize(other);
  }
}
// ---- diagnostics
case.cu:18:3: note: sequence becomes a CUDA graph: 2 launches, copies or fills, in a loop [SP100]
case.cu:30:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:40:32: warning: no graph: the host reads 'columns[t % 2]', which the device may write [SP109]
case.cu:44:49: warning: no graph: the host reads 'm[t]', which the device may write [SP109]
case.cu:48:19: warning: no graph: the host reads 'static_cast<unsigned>(m[0])', which the device may write [SP109]
case.cu:57:16: warning: no graph: the region copies between host and device, or waits, here [SP114]
case.cu:64:5: warning: no graph: the region uses more than one stream ('s' and 'other') [SP107]
9 launches: 9 host, 0 guarded, 0 kept, 0 refused
