// flags: --graphs
#include <utility>

__managed__ int stop;
__managed__ int width[2];
__global__ void step(int* x, int* again, int by) {
  x[threadIdx.x] += by;
  *again = x[0] < 10;
}
__global__ void stops(int* x, int* again) {
  x[0] += 1;
  stop = *again = 1;
}

// What the device, or another thread, writes while the host decides by it or hands it on.
void reads_managed(int* x, int* d_again, volatile int& by) {
  int again = 1;
  while (again && !stop) {
    stops<<<1, 1>>>(x, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 32>>>(x, d_again, stop);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 32>>>(x, d_again, width[1]);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, width[0]>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, stop>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 32>>>(x, d_again, by);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Its address is no read.
void takes_an_address(int* x, int* d_again) {
  int again = 1;
  while (again) {
    step<<<1, 32>>>(&stop, d_again, 1);
    step<<<1, 2>>>(width, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Another scalar in each trip.
void exchanges_the_scalar(int* one, int* other, int* x) {
  do {
    step<<<1, 1>>>(x, one, 1);
    cudaDeviceSynchronize();
    std::swap(one, other);
  } while (*one);
}

// Left where the condition does not hold.
void leaves_otherwise(int* x, int* d_again) {
  int again = 1;
  for (;;) {
    step<<<1, 32>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
    if (again) {
    } else
      break;
  }
}

// Two variables of one name.
void one_name(int* x, int* d_again, int again) {
  do {
    int again;
    step<<<1, 32>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
    if (again == 2) break;
  } while (again);
}

// The host uses the value in the branch itself.
void uses_the_value(int* x, int* d_again) {
  int again = 1;
  step<<<1, 32>>>(x, d_again, 1);
  cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  if (again > 0) step<<<1, 32>>>(x, d_again, again);
  int blocks = 1;
  cudaMemcpy(&blocks, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  if (blocks > 0) step<<<blocks, 32>>>(x, d_again, 1);
}

// Names that the text around them has, too.
__global__ void counts(int step, int queue, int* again) { *again = step + queue < 9; }
int names(int* d_again) {
  int again = 1, trips = 3, value = 0;
  while (again && trips < 20 && value < 20) {
    counts<<<1, 1>>>(trips, value, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
    ++trips;
    --value;
  }
  return trips;
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <utility>

__managed__ int stop;
__managed__ int width[2];
__global__ void step(int* x, int* again, int by) {
  x[threadIdx.x] += by;
  *again = x[0] < 10;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 6 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, int* x, int* again, int by) {
  if (spawn_step.skips()) return;
#line 6 "case.cu"
{
  x[threadIdx.x] += by;
  *again = x[0] < 10;
}
}
#endif  // spawnc
#line 10 "case.cu"
__global__ void stops(int* x, int* again) {
  x[0] += 1;
  stop = *again = 1;
}

// What the device, or another thread, writes while the host decides by it or hands it on.
void reads_managed(int* x, int* d_again, volatile int& by) {
  int again = 1;
  while (again && !stop) {
    stops<<<1, 1>>>(x, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 32>>>(x, d_again, stop);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 32>>>(x, d_again, width[1]);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, width[0]>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, stop>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
  while (again) {
    step<<<1, 32>>>(x, d_again, by);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Its address is no read.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:47 makes another trip.
template <typename spawn_source> struct spawn_again_47 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 45 "case.cu"
void takes_an_address(int* x, int* d_again) {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_47("case.cu:47");
  spawn_region_47.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 48 "case.cu"
    spawn_region_47.kernel(spawn::step(step, step__step), 1, 32, 0, &stop, d_again, 1);
    spawn_region_47.kernel(spawn::step(step, step__step), 1, 2, 0, width, d_again, 1);
  }
  if ((again) && spawn_region_47.loop(d_again, spawn_again_47<spawn::ThisSource>{})) {
    again = spawn_region_47.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 47 "case.cu"
  while (again) {
    step<<<1, 32>>>(&stop, d_again, 1);
    step<<<1, 2>>>(width, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Another scalar in each trip.
void exchanges_the_scalar(int* one, int* other, int* x) {
  do {
    step<<<1, 1>>>(x, one, 1);
    cudaDeviceSynchronize();
    std::swap(one, other);
  } while (*one);
}

// Left where the condition does not hold.
void leaves_otherwise(int* x, int* d_again) {
  int again = 1;
  for (;;) {
    step<<<1, 32>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
    if (again) {
    } else
      break;
  }
}

// Two variables of one name.
void one_name(int* x, int* d_again, int again) {
  do {
    int again;
    step<<<1, 32>>>(x, d_again, 1);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
    if (again == 2) break;
  } while (again);
}

// The host uses the value in the branch itself.
void uses_the_value(int* x, int* d_again) {
  int again = 1;
  step<<<1, 32>>>(x, d_again, 1);
  cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  if (again > 0) step<<<1, 32>>>(x, d_again, again);
  int blocks = 1;
  cudaMemcpy(&blocks, d_again, sizeof(int), cudaMemcpyDeviceToHost);
  if (blocks > 0) step<<<blocks, 32>>>(x, d_again, 1);
}

// Names that the text around them has, too.
__global__ void counts(int step, int queue, int* again) { *again = step + queue < 9; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:100 makes another trip.
template <typename spawn_source> struct spawn_again_100 {
  int spawn_first_trips;
  int spawn_first_value;
  __host__ __device__ bool operator()(int again, long long spawn_trips) const {
    const int trips = static_cast<int>(spawn_first_trips + spawn_trips * 1);
    const int value = static_cast<int>(spawn_first_value + spawn_trips * -1);
    return again && trips < 20 && value < 20;
  }
};
#endif  // spawnc
#line 98 "case.cu"
#if SPAWN_GRAPHS  // spawnc
// spawnc: counts in a graph: it does nothing where the host would not launch it.
#line 97 "case.cu"
static __global__ void counts__step_101(const spawn::Step spawn_step, int spawn_first_step, int spawn_first_queue, int* again) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int step = static_cast<int>(spawn_first_step + spawn_step.trip() * 1);
  [[maybe_unused]] int queue = static_cast<int>(spawn_first_queue + spawn_step.trip() * -1);
#line 97 "case.cu"
{ *again = step + queue < 9; }
}
#endif  // spawnc
#line 98 "case.cu"
int names(int* d_again) {
  int again = 1, trips = 3, value = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_100("case.cu:100");
  spawn_region_100.begin(0);
  if (again && trips < 20 && value < 20) {  // spawnc: one trip is recorded
#line 101 "case.cu"
    spawn_region_100.kernel(spawn::step(counts__step_101), 1, 1, 0, trips, value, d_again);
  }
  if ((again && trips < 20 && value < 20) && spawn_region_100.loop(d_again, spawn_again_100<spawn::ThisSource>{trips, value})) {
    again = spawn_region_100.value<int>();
    trips += spawn_region_100.trips();
    value -= spawn_region_100.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 100 "case.cu"
  while (again && trips < 20 && value < 20) {
    counts<<<1, 1>>>(trips, value, d_again);
    cudaMemcpy(&again, d_again, sizeof(int), cudaMemcpyDeviceToHost);
    ++trips;
    --value;
  }
  return trips;
}
// ---- diagnostics
case.cu:18:20: warning: no graph: the device can't evaluate 'again && !stop': 'stop' is managed memory, which the device may write [SP116]
case.cu:23:33: warning: no graph: the host reads 'stop', which the device may write [SP109]
case.cu:27:33: warning: no graph: the host reads 'width[1]', which the device may write [SP109]
case.cu:31:14: warning: no graph: the host reads 'width[0]', which the device may write [SP109]
case.cu:35:14: warning: no graph: the host reads 'stop', which the device may write [SP109]
case.cu:39:33: warning: no graph: the host reads 'by', which the device may write [SP109]
case.cu:47:3: note: loop becomes a CUDA graph: it ends by `again`, 2 launches in its body [SP100]
case.cu:56:3: warning: no graph: 'one' is changed in the region in a way that can't be followed [SP115]
case.cu:69:5: warning: no graph: 'break' leaves the region [SP108]
case.cu:81:9: warning: no graph: the device can't evaluate 'again == 2': 'again' is the name of two variables [SP116]
case.cu:89:3: warning: no graph: 'again' is changed in the region in a way that can't be followed [SP115]
case.cu:92:3: warning: no graph: 'blocks' is changed in the region in a way that can't be followed [SP115]
case.cu:100:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
15 launches: 15 host, 0 guarded, 0 kept, 0 refused
