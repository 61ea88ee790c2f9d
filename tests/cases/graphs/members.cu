// flags: --graphs
// Members of the object that a member function is called for, by `this` and without.
struct Sizes {
  int threads;
};
struct Solver {
  int* x;
  int* again_on_device;
  int blocks;
  Sizes sizes;
  Sizes* shared;

  void by_this();
  void beside_a_counter();
  void through_a_pointer();
  void assigned();
};

__global__ void step(int* x, int* again, int by) { *again = (x[threadIdx.x] += by) < 10; }

void Solver::by_this() {
  int again = 1;
  while (again) {
    step<<<this->blocks, this->sizes.threads>>>(this->x, this->again_on_device, this->blocks);
    cudaMemcpy(&again, this->again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// The member is not the variable of its name.
void Solver::beside_a_counter() {
  int again = 1;
  for (int blocks = 1; again; ++blocks) {
    step<<<this->blocks, 32>>>(x, again_on_device, this->blocks);
    step<<<1, 32>>>(x, again_on_device, blocks);
    cudaMemcpy(&again, again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void Solver::through_a_pointer() {
  int again = 1;
  while (again) {
    step<<<1, shared->threads>>>(x, again_on_device, 1);
    cudaMemcpy(&again, again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void Solver::assigned() {
  int again = 1;
  while (again) {
    step<<<this->blocks, 32>>>(x, again_on_device, 1);
    this->blocks = blocks + 1;
    cudaMemcpy(&again, again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Members of the object that a member function is called for, by `this` and without.
struct Sizes {
  int threads;
};
struct Solver {
  int* x;
  int* again_on_device;
  int blocks;
  Sizes sizes;
  Sizes* shared;

  void by_this();
  void beside_a_counter();
  void through_a_pointer();
  void assigned();
};

__global__ void step(int* x, int* again, int by) { *again = (x[threadIdx.x] += by) < 10; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step for one block of a grid: its place there is a parameter.
#line 19 "case.cu"
static __device__ __forceinline__ void step__block(const uint3 blockIdx, const dim3 gridDim, int* x, int* again, int by) {
#line 19 "case.cu"
{ *again = (x[threadIdx.x] += by) < 10; }
}
// spawnc: step in a graph: its blocks take turns where fewer are launched.
#line 19 "case.cu"
static __global__ void step__step(const spawn::Step spawn_step, int* x, int* again, int by) {
  if (spawn_step.skips()) return;
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    step__block(spawn_index, spawn_grid, x, again, by);
  });
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
#line 19 "case.cu"
static __global__ void step__step_34(const spawn::Step spawn_step, int* x, int* again, int spawn_first_by) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int by = static_cast<int>(spawn_first_by + spawn_step.trip() * 1);
#line 19 "case.cu"
{ *again = (x[threadIdx.x] += by) < 10; }
}
#endif  // spawnc
#line 20 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:23 makes another trip.
template <typename spawn_source> struct spawn_again_23 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 21 "case.cu"
void Solver::by_this() {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_23("case.cu:23");
  spawn_region_23.begin(0);
  if (again) {  // spawnc: one trip is recorded
#line 24 "case.cu"
    spawn_region_23.kernel(spawn::step_in_turns(step, step__step), this->blocks, this->sizes.threads, 0, this->x, this->again_on_device, this->blocks);
  }
  if ((again) && spawn_region_23.loop(this->again_on_device, spawn_again_23<spawn::ThisSource>{})) {
    again = spawn_region_23.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 23 "case.cu"
  while (again) {
    step<<<this->blocks, this->sizes.threads>>>(this->x, this->again_on_device, this->blocks);
    cudaMemcpy(&again, this->again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// The member is not the variable of its name.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:32 makes another trip.
template <typename spawn_source> struct spawn_again_32 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 30 "case.cu"
void Solver::beside_a_counter() {
  int again = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_32("case.cu:32");
  spawn_region_32.begin(0);
  if ([[maybe_unused]] int blocks = 1; again) {  // spawnc: one trip is recorded
#line 33 "case.cu"
    spawn_region_32.kernel(spawn::step_in_turns(step, step__step), this->blocks, 32, 0, x, again_on_device, this->blocks);
    spawn_region_32.kernel(spawn::step(step__step_34), 1, 32, 0, x, again_on_device, blocks);
  }
  if ([[maybe_unused]] int blocks = 1; (again) && spawn_region_32.loop(again_on_device, spawn_again_32<spawn::ThisSource>{})) {
    again = spawn_region_32.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 32 "case.cu"
  for (int blocks = 1; again; ++blocks) {
    step<<<this->blocks, 32>>>(x, again_on_device, this->blocks);
    step<<<1, 32>>>(x, again_on_device, blocks);
    cudaMemcpy(&again, again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void Solver::through_a_pointer() {
  int again = 1;
  while (again) {
    step<<<1, shared->threads>>>(x, again_on_device, 1);
    cudaMemcpy(&again, again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

void Solver::assigned() {
  int again = 1;
  while (again) {
    step<<<this->blocks, 32>>>(x, again_on_device, 1);
    this->blocks = blocks + 1;
    cudaMemcpy(&again, again_on_device, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- diagnostics
case.cu:23:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:32:3: note: loop becomes a CUDA graph: it ends by `again`, 2 launches in its body [SP100]
case.cu:42:14: warning: no graph: the host reads 'shared->threads', which the device may write [SP109]
case.cu:51:5: warning: no graph: 'this->blocks' is changed in the region in a way that can't be followed [SP115]
5 launches: 5 host, 0 guarded, 0 kept, 0 refused
