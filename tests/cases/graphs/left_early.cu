// flags: --graphs
__global__ void step(int* x, int* changed, int level) { x[threadIdx.x] += level, *changed = x[0] < 100; }

// The `break` asks for what was counted in the same trip; what stands behind it isn't done in the last one.
int asks_for_a_counter(int* x, int* changed, int level) {
  int again = 1;
  unsigned trips = 0;
  while (again) {
    step<<<1, 128>>>(x, changed, level);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    trips++;
    if (trips == 5) break;
    level--;
  }
  return level;
}

// There is no `trips` behind the loop.
int asks_for_a_local_counter(int* x, int* changed, int level) {
  int again = 1;
  for (int trips = 0; again;) {
    step<<<1, 128>>>(x, changed, level);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    trips++;
    if (trips == 5) break;
    level--;
  }
  return level;
}

void goes_on(int* x, int* changed) {
  int again = 1;
  do {
    step<<<1, 128>>>(x, changed, 1);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    if (again & 1) continue;
  } while (again);
}

// Nothing is launched by the branch.
int looks(int* x, int* changed) {
  int again = 1;
  step<<<1, 128>>>(x, changed, 1);
  cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  if (again > 1) return 2;
  return again;
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
__global__ void step(int* x, int* changed, int level) { x[threadIdx.x] += level, *changed = x[0] < 100; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 2 "case.cu"
static __global__ void step__step_9(const spawn::Step spawn_step, int* x, int* changed, int spawn_first_level) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int level = static_cast<int>(spawn_first_level + spawn_step.trip() * -1);
#line 2 "case.cu"
{ x[threadIdx.x] += level, *changed = x[0] < 100; }
}
#endif  // spawnc
#line 3 "case.cu"

// The `break` asks for what was counted in the same trip; what stands behind it isn't done in the last one.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:8 makes another trip.
template <typename spawn_source> struct spawn_again_8 {
  unsigned int spawn_first_trips;
  __host__ __device__ bool operator()(int again, long long spawn_trips) const {
    {
      const unsigned int trips = static_cast<unsigned int>(spawn_first_trips + spawn_trips * 1);
      if (trips == 5) return false;
    }
    return again;
  }
};
#endif  // spawnc
#line 5 "case.cu"
int asks_for_a_counter(int* x, int* changed, int level) {
  int again = 1;
  unsigned trips = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_8("case.cu:8");
  spawn_region_8.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 9 "case.cu"
    spawn_region_8.kernel(spawn::step(step__step_9), 1, 128, 0, x, changed, level);
  }
  if ((again) && spawn_region_8.loop(changed, spawn_again_8<spawn::ThisSource>{trips})) {
    again = spawn_region_8.value<int>();
    trips += spawn_region_8.trips();
    const long long spawn_late = spawn_region_8.trips() - ((trips == 5) ? 1 : 0);
    level -= spawn_late;
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 8 "case.cu"
  while (again) {
    step<<<1, 128>>>(x, changed, level);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    trips++;
    if (trips == 5) break;
    level--;
  }
  return level;
}

// There is no `trips` behind the loop.
int asks_for_a_local_counter(int* x, int* changed, int level) {
  int again = 1;
  for (int trips = 0; again;) {
    step<<<1, 128>>>(x, changed, level);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    trips++;
    if (trips == 5) break;
    level--;
  }
  return level;
}

void goes_on(int* x, int* changed) {
  int again = 1;
  do {
    step<<<1, 128>>>(x, changed, 1);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    if (again & 1) continue;
  } while (again);
}

// Nothing is launched by the branch.
int looks(int* x, int* changed) {
  int again = 1;
  step<<<1, 128>>>(x, changed, 1);
  cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  if (again > 1) return 2;
  return again;
}
// ---- diagnostics
case.cu:8:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:25:9: warning: no graph: the device can't evaluate 'trips == 5': what it reads ends with the loop [SP116]
case.cu:36:5: warning: no graph: 'continue' leaves the region [SP108]
4 launches: 4 host, 0 guarded, 0 kept, 0 refused
