// flags: --graphs
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }

// The first check stands behind the launches, as the others do the same but for their words.
int asked(float* x, int n) {
  scale<<<1, 256>>>(x, 2, n);
  if (cudaGetLastError() != cudaSuccess) {
    std::fprintf(stderr, "the first one\n");
    return 1;
  }
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if (cudaGetLastError() != cudaSuccess) {
    std::fprintf(stderr, "the others\n");
    return 1;
  }
  return 0;
}

// What the check has set is read after it.
cudaError_t declared(float* x, int n) {
  scale<<<1, 256>>>(x, 2, n);
  cudaError_t err = cudaGetLastError();  // looks
  if (err != cudaSuccess) return err;
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  err = cudaGetLastError();
  if (err != cudaSuccess) return err;
  std::printf("%d\n", err);
  return err;
}

void in_loops(float* x, int n) {
  cudaError_t err;
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    cudaError_t error = cudaGetLastError();
    if (error) throw std::runtime_error(std::string("scale: ") + cudaGetErrorString(error));
  }
  std::puts("between");
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    cudaDeviceSynchronize();
    err = cudaPeekAtLastError();
    if (cudaSuccess != err) {
      std::printf("%s\n", cudaGetErrorString(err));
      std::exit(EXIT_FAILURE);
    }
  }
}

void until_it_stays(float* x, int* changed) {
  int again = 1;
  cudaError_t err;
  while (again) {
    step<<<1, 1>>>(x, changed);
    err = cudaGetLastError();
    if (err != cudaSuccess) std::printf("%s\n", cudaGetErrorString(err));
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    const cudaError_t copied = cudaGetLastError();
    if (copied) return;
  }
}

// Two regions: the first check would not do what the second one does.
int differ(float* x, int n) {
  for (int k = 0; k < n; ++k) scale<<<1, 256>>>(x, 2, n);
  if (cudaGetLastError() != cudaSuccess) return 1;
  for (int k = 0; k < n; ++k) scale<<<1, 256>>>(x, 2, n);
  if (cudaGetLastError() != cudaSuccess) return 2;
  return 0;
}

// Not understood: what each of them does, or reads, is not the same behind the loop.
int kept(float* x, int n, int* done, int& trips) {
  cudaError_t err = cudaSuccess;
  int failed = 0;
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() == cudaSuccess) std::puts("well");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) std::printf("trip %d\n", k);
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) ++failed;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) break;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (n > 3) {
      if (cudaGetLastError() != cudaSuccess) return 3;
    }
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    err = cudaGetLastError();
    if (err != cudaSuccess) return 4;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    trips = k;
    if (cudaGetLastError() != cudaSuccess) return 5;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) return 6;
    n -= error;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) return *done;
  }
  try {
    for (int k = 0; k < n; ++k) {
      scale<<<1, 256>>>(x, 2, n);
      ++failed;
      if (cudaGetLastError() != cudaSuccess) throw std::runtime_error("scale");
    }
  } catch (const std::exception&) {
    return failed;
  }
  cudaError_t other;
  const cudaError_t& same = other;
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    other = cudaGetLastError();
    if (other != cudaSuccess) return 7;
  }
  const auto all = [&] {
    for (int k = 0; k < n; ++k) {
      scale<<<1, 256>>>(x, 2, n);
      ++failed;
      if (cudaGetLastError() != cudaSuccess) return;
    }
  };
  all();
  std::printf("%d %d %d\n", err, failed, same);
  return 0;
}

cudaError_t kept_of_a_loop(float* x, int* changed) {
  int again = 1;
  cudaError_t err = cudaErrorUnknown;
  while (again) {
    step<<<1, 1>>>(x, changed);
    err = cudaGetLastError();
    if (err != cudaSuccess) return err;
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  return err;
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

__global__ void scale(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 11 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* changed) {
  if (spawn_step.skips()) return;
#line 11 "case.cu"
{ *changed = (x[0] -= 1) > 0; }
}
#endif  // spawnc
#line 12 "case.cu"

// The first check stands behind the launches, as the others do the same but for their words.
int asked(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_15("case.cu:15");
  spawn_region_15.begin_sequence(0);
#line 15 "case.cu"
  spawn_region_15.kernel(scale, 1, 256, 0, x, 2, n);




  spawn_region_15.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_15.kernel(scale, 1, 256, 0, x, 4, n);




  spawn_region_15.end();
  if (cudaGetLastError() != cudaSuccess) { std::fprintf(stderr, "the first one\n"); return 1; }  // spawnc: as above
#else  // spawnc: as written
#line 15 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  if (cudaGetLastError() != cudaSuccess) {
    std::fprintf(stderr, "the first one\n");
    return 1;
  }
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if (cudaGetLastError() != cudaSuccess) {
    std::fprintf(stderr, "the others\n");
    return 1;
  }
#endif  // spawnc
#line 26 "case.cu"
  return 0;
}

// What the check has set is read after it.
cudaError_t declared(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_31("case.cu:31");
  spawn_region_31.begin_sequence(0);
#line 31 "case.cu"
  spawn_region_31.kernel(scale, 1, 256, 0, x, 2, n);


  spawn_region_31.kernel(scale, 1, 256, 0, x, 3, n);
  spawn_region_31.kernel(scale, 1, 256, 0, x, 4, n);


  spawn_region_31.end();
  cudaError_t err = cudaGetLastError(); if (err != cudaSuccess) return err;  // spawnc: as above
#else  // spawnc: as written
#line 31 "case.cu"
  scale<<<1, 256>>>(x, 2, n);
  cudaError_t err = cudaGetLastError();  // looks
  if (err != cudaSuccess) return err;
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  err = cudaGetLastError();
  if (err != cudaSuccess) return err;
#endif  // spawnc
#line 38 "case.cu"
  std::printf("%d\n", err);
  return err;
}

void in_loops(float* x, int n) {
  cudaError_t err;
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_44("case.cu:44");
  spawn_region_44.begin_sequence(0);
#line 44 "case.cu"
  for (int k = 0; k < n; ++k) {
    spawn_region_44.kernel(scale, 1, 256, 0, x, 2, n);


  }
  spawn_region_44.end();
  { cudaError_t error = cudaGetLastError(); if (error) throw std::runtime_error(std::string("scale: ") + cudaGetErrorString(error)); }  // spawnc: as above
#else  // spawnc: as written
#line 44 "case.cu"
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    cudaError_t error = cudaGetLastError();
    if (error) throw std::runtime_error(std::string("scale: ") + cudaGetErrorString(error));
  }
#endif  // spawnc
#line 49 "case.cu"
  std::puts("between");
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  cudaDeviceSynchronize();  // spawnc: as each trip does
  static thread_local spawn::Region spawn_region_50("case.cu:50");
  spawn_region_50.begin_sequence(0);
#line 50 "case.cu"
  for (int k = 0; k < n; ++k) {
    spawn_region_50.kernel(scale, 1, 256, 0, x, 2, n);






  }
  spawn_region_50.end();
  cudaDeviceSynchronize();  // spawnc: as each trip does
  err = cudaPeekAtLastError(); if (cudaSuccess != err) { std::printf("%s\n", cudaGetErrorString(err)); std::exit(EXIT_FAILURE); }  // spawnc: as above
#else  // spawnc: as written
#line 50 "case.cu"
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    cudaDeviceSynchronize();
    err = cudaPeekAtLastError();
    if (cudaSuccess != err) {
      std::printf("%s\n", cudaGetErrorString(err));
      std::exit(EXIT_FAILURE);
    }
  }
#endif  // spawnc
#line 59 "case.cu"
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:64 makes another trip.
template <typename spawn_source> struct spawn_again_64 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 61 "case.cu"
void until_it_stays(float* x, int* changed) {
  int again = 1;
  cudaError_t err;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_64("case.cu:64");
  spawn_region_64.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 65 "case.cu"
    spawn_region_64.kernel(spawn::step(step, step__step), 1, 1, 0, x, changed);
  }
  if ((again) && spawn_region_64.loop(changed, spawn_again_64<spawn::ThisSource>{})) {
    again = spawn_region_64.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 64 "case.cu"
  while (again) {
    step<<<1, 1>>>(x, changed);
    err = cudaGetLastError();
    if (err != cudaSuccess) std::printf("%s\n", cudaGetErrorString(err));
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    const cudaError_t copied = cudaGetLastError();
    if (copied) return;
  }
}

// Two regions: the first check would not do what the second one does.
int differ(float* x, int n) {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_76("case.cu:76");
  spawn_region_76.begin_sequence(0);
#line 76 "case.cu"
  for (int k = 0; k < n; ++k) spawn_region_76.kernel(scale, 1, 256, 0, x, 2, n);

  spawn_region_76.end();
  if (cudaGetLastError() != cudaSuccess) return 1;  // spawnc: as above
#else  // spawnc: as written
#line 76 "case.cu"
  for (int k = 0; k < n; ++k) scale<<<1, 256>>>(x, 2, n);
  if (cudaGetLastError() != cudaSuccess) return 1;
#endif  // spawnc
#line 78 "case.cu"
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_78("case.cu:78");
  spawn_region_78.begin_sequence(0);
#line 78 "case.cu"
  for (int k = 0; k < n; ++k) spawn_region_78.kernel(scale, 1, 256, 0, x, 2, n);

  spawn_region_78.end();
  if (cudaGetLastError() != cudaSuccess) return 2;  // spawnc: as above
#else  // spawnc: as written
#line 78 "case.cu"
  for (int k = 0; k < n; ++k) scale<<<1, 256>>>(x, 2, n);
  if (cudaGetLastError() != cudaSuccess) return 2;
#endif  // spawnc
#line 80 "case.cu"
  return 0;
}

// Not understood: what each of them does, or reads, is not the same behind the loop.
int kept(float* x, int n, int* done, int& trips) {
  cudaError_t err = cudaSuccess;
  int failed = 0;
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() == cudaSuccess) std::puts("well");
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) std::printf("trip %d\n", k);
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) ++failed;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) break;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (n > 3) {
      if (cudaGetLastError() != cudaSuccess) return 3;
    }
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    err = cudaGetLastError();
    if (err != cudaSuccess) return 4;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    trips = k;
    if (cudaGetLastError() != cudaSuccess) return 5;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    const cudaError_t error = cudaGetLastError();
    if (error != cudaSuccess) return 6;
    n -= error;
  }
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    if (cudaGetLastError() != cudaSuccess) return *done;
  }
  try {
    for (int k = 0; k < n; ++k) {
      scale<<<1, 256>>>(x, 2, n);
      ++failed;
      if (cudaGetLastError() != cudaSuccess) throw std::runtime_error("scale");
    }
  } catch (const std::exception&) {
    return failed;
  }
  cudaError_t other;
  const cudaError_t& same = other;
  for (int k = 0; k < n; ++k) {
    scale<<<1, 256>>>(x, 2, n);
    other = cudaGetLastError();
    if (other != cudaSuccess) return 7;
  }
  const auto all = [&] {
    for (int k = 0; k < n; ++k) {
      scale<<<1, 256>>>(x, 2, n);
      ++failed;
      if (cudaGetLastError() != cudaSuccess) return;
    }
  };
  all();
  std::printf("%d %d %d\n", err, failed, same);
  return 0;
}

cudaError_t kept_of_a_loop(float* x, int* changed) {
  int again = 1;
  cudaError_t err = cudaErrorUnknown;
  while (again) {
    step<<<1, 1>>>(x, changed);
    err = cudaGetLastError();
    if (err != cudaSuccess) return err;
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
  return err;
}
// ---- diagnostics
case.cu:15:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:31:3: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:44:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:50:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:64:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:76:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:78:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:89:9: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:93:9: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:97:9: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:101:9: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:106:7: warning: no graph: 'if (cudaGetLastError() != cudaSuccess) return 3;' is not understood [SP118]
case.cu:111:5: warning: no graph: 'err = cudaGetLastError(); if (err != cudaSuccess) return 4;' is not understood [SP118]
case.cu:117:5: warning: no graph: 'if (cudaGetLastError() != cudaSuccess) return 5;' is not understood [SP118]
case.cu:121:5: warning: no graph: 'const cudaError_t error = cudaGetLastError(); if (error ...' is not understood [SP118]
case.cu:127:9: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:133:11: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:142:13: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:149:11: warning: no graph: the region calls 'cudaGetLastError' of a library or of CUDA's runtime [SP105]
case.cu:162:5: warning: no graph: 'err = cudaGetLastError(); if (err != cudaSuccess) return...' is not understood [SP118]
24 launches: 24 host, 0 guarded, 0 kept, 0 refused
