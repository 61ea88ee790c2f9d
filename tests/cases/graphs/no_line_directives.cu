// flags: --graphs --no-line-directives
// bytes: no-final-newline
#include <utility>
__global__ void step(float* x, float* y, int* again, int n) { y[threadIdx.x % n] = x[threadIdx.x] + 1, *again = 0; }

void loops(float* x, float* y, int* d, int n) { int h; do { step<<<1, 32>>>(x, y, d, n); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); std::swap(x, y); } while (h); do { step<<<1, 32>>>(x, y, d, 2 * n); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); } while (h && n > 0); }
void runs(float* x, float* y, int* d, int n) { step<<<1, 32>>>(x, y, d, n); step<<<1, 32>>>(y, x, d, n); /* a note */ step<<<1, 32>>>(x, y, d, n); }

void lines(float* x, float* y, int* d, int n) {
	int h = 1;
	while (h  // the device says
	       && n > 1) {
		step<<<1, 32>>>
		    (x, y,  // buffers
		     d, n);


		// nothing

		step<<<1, 32>>>(y, x, d, n);
		cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
	}
}
// ---- output
#include <spawn/graph.cuh>
// flags: --graphs --no-line-directives
// bytes: no-final-newline
#include <utility>
__global__ void step(float* x, float* y, int* again, int n) { y[threadIdx.x % n] = x[threadIdx.x] + 1, *again = 0; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
static __global__ void step__step(const spawn::Step spawn_step,
    float* x, float* y, int* again, int n) {
  if (spawn_step.skips()) return;
{ y[threadIdx.x % n] = x[threadIdx.x] + 1, *again = 0; }
}
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: step in a graph: it does nothing where the host would not launch it.
static __global__ void step__step_6(const spawn::Step spawn_step, float* spawn_x_0, float* spawn_x_1, float* spawn_y_0, float* spawn_y_1, int* again, int n) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] float* x = spawn_step.trip() % 2 == 0 ? spawn_x_0 : spawn_x_1;
  [[maybe_unused]] float* y = spawn_step.trip() % 2 == 0 ? spawn_y_0 : spawn_y_1;
{ y[threadIdx.x % n] = x[threadIdx.x] + 1, *again = 0; }
}
#endif  // spawnc

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:6 makes another trip.
template <typename spawn_source> struct spawn_again_6_56 {
  __host__ __device__ bool operator()(int h, long long) const {
    return h;
  }
};
#endif  // spawnc
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:6 makes another trip.
template <typename spawn_source> struct spawn_again_6_166 {
  int n;
  __host__ __device__ bool operator()(int h, long long) const {
    return h && n > 0;
  }
};
#endif  // spawnc
void loops(float* x, float* y, int* d, int n) { int h; 
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
static thread_local spawn::Region spawn_region_6_56("case.cu:6");
spawn_region_6_56.begin(0);
{  // spawnc: one trip is recorded
spawn_region_6_56.kernel(spawn::step(step__step_6), 1, 32, 0, x, y, y, x, d, n);
}
if (spawn_region_6_56.loop(d, spawn_again_6_56<spawn::ThisSource>{})) {
  h = spawn_region_6_56.value<int>();
  if (spawn_region_6_56.trips() % 2 != 0) { std::swap(x, y); }
} else  // spawnc: no graph ran
#endif  // spawnc
do { step<<<1, 32>>>(x, y, d, n); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); std::swap(x, y); } while (h); 
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
static thread_local spawn::Region spawn_region_6_166("case.cu:6");
spawn_region_6_166.begin(0);
{  // spawnc: one trip is recorded
spawn_region_6_166.kernel(spawn::step(step, step__step), 1, 32, 0, x, y, d, 2 * n);
}
if (spawn_region_6_166.loop(d, spawn_again_6_166<spawn::ThisSource>{n})) {
  h = spawn_region_6_166.value<int>();
} else  // spawnc: no graph ran
#endif  // spawnc
do { step<<<1, 32>>>(x, y, d, 2 * n); cudaMemcpy(&h, d, 4, cudaMemcpyDeviceToHost); } while (h && n > 0); }
void runs(float* x, float* y, int* d, int n) { 
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
static thread_local spawn::Region spawn_region_7_48("case.cu:7");
spawn_region_7_48.begin_sequence(0);
spawn_region_7_48.kernel(step, 1, 32, 0, x, y, d, n); spawn_region_7_48.kernel(step, 1, 32, 0, y, x, d, n); /* a note */ spawn_region_7_48.kernel(step, 1, 32, 0, x, y, d, n);
spawn_region_7_48.end();
#else  // spawnc: as written
step<<<1, 32>>>(x, y, d, n); step<<<1, 32>>>(y, x, d, n); /* a note */ step<<<1, 32>>>(x, y, d, n);
#endif  // spawnc
 }

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:11 makes another trip.
template <typename spawn_source> struct spawn_again_11 {
  int n;
  __host__ __device__ bool operator()(int h, long long) const {
    return h && n > 1;
  }
};
#endif  // spawnc
void lines(float* x, float* y, int* d, int n) {
	int h = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
	static thread_local spawn::Region spawn_region_11("case.cu:11");
	spawn_region_11.begin(0);
	if (h && n > 1) {  // spawnc: one trip is recorded
		spawn_region_11.kernel(spawn::step(step, step__step), 1, 32, 0,
		    x, y,  // buffers
		     d, n);
		spawn_region_11.kernel(spawn::step(step, step__step), 1, 32, 0, y, x, d, n);
	}
	if ((h && n > 1) && spawn_region_11.loop(d, spawn_again_11<spawn::ThisSource>{n})) {
	  h = spawn_region_11.value<int>();
	} else  // spawnc: no graph ran
#endif  // spawnc
	while (h  // the device says
	       && n > 1) {
		step<<<1, 32>>>
		    (x, y,  // buffers
		     d, n);


		// nothing

		step<<<1, 32>>>(y, x, d, n);
		cudaMemcpy(&h, d, sizeof h, cudaMemcpyDeviceToHost);
	}
}
// ---- diagnostics
case.cu:6:56: note: loop becomes a CUDA graph: it ends by `h`, 1 launch in its body [SP100]
case.cu:6:166: note: loop becomes a CUDA graph: it ends by `h`, 1 launch in its body [SP100]
case.cu:7:48: note: sequence becomes a CUDA graph: 3 launches, copies or fills [SP100]
case.cu:11:2: note: loop becomes a CUDA graph: it ends by `h`, 2 launches in its body [SP100]
7 launches: 7 host, 0 guarded, 0 kept, 0 refused
