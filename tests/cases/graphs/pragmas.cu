__global__ void step(float* x, int* changed, int n) { x[threadIdx.x % n] += 1, *changed = 0; }

void loops(float* x, int* changed, int n) {
  int again = 1;
#pragma spawn loop(while:16)
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn nograph
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn graph
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
  cudaDeviceSynchronize();
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
__global__ void step(float* x, int* changed, int n) { x[threadIdx.x % n] += 1, *changed = 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 1 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, float* x, int* changed, int n) {
  if (spawn_step.skips()) return;
#line 1 "case.cu"
{ x[threadIdx.x % n] += 1, *changed = 0; }
}
#endif  // spawnc
#line 2 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:6 makes another trip.
template <typename spawn_source> struct spawn_again_6 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 3 "case.cu"
void loops(float* x, int* changed, int n) {
  int again = 1;

#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_6("case.cu:6", "while:16");
  spawn_region_6.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 7 "case.cu"
    spawn_region_6.kernel(spawn::step(step, step__step), 1, 128, 0, x, changed, n);
  }
  if ((again) && spawn_region_6.loop(changed, spawn_again_6<spawn::ThisSource>{})) {
    again = spawn_region_6.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 6 "case.cu"
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }

  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }

#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_16("case.cu:16");
  spawn_region_16.begin_sequence(0);
#line 16 "case.cu"
  for (int i = 0; i < n; i++) spawn_region_16.kernel(step, 1, 128, 0, x, changed, n);
  spawn_region_16.end();
#else  // spawnc: as written
#line 16 "case.cu"
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
#endif  // spawnc
#line 17 "case.cu"
  cudaDeviceSynchronize();
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- diagnostics
case.cu:6:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body, mode while:16 [SP100]
case.cu:11:3: note: loop stays as written: `#pragma spawn nograph` [SP101]
case.cu:16:3: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
4 launches: 4 host, 0 guarded, 0 kept, 0 refused
