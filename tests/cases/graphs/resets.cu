// flags: --graphs
// A scalar that each trip sets anew, from a variable that stays.
__global__ void expand(int* x, bool* over, int* sum) {
  if (x[0]-- > 0) *over = true, *sum += 1;
}

int search(int* x, bool* d_over, int* d_sum) {
  const bool no = false;
  int zero = 0, trips = 0;
  bool* over = new bool[1];
  do {
    cudaMemcpy(d_over, &no, sizeof(bool) * 1, cudaMemcpyHostToDevice);
    cudaMemcpy(d_sum, &zero, sizeof(zero), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(over, d_over, 1 * sizeof(bool), cudaMemcpyDeviceToHost);
    ++trips;
  } while (*over);
  delete[] over;
  return trips;
}

// Not the same in all trips, of another size, or of memory that others may write.
void others(int* x, bool* d_over, int* d_sum, const int* from) {
  bool over = true;
  int trips = 0;
  long wide = 0;
  do {
    cudaMemcpy(d_sum, &trips, sizeof(int), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
    ++trips;
  } while (over);
  do {
    cudaMemcpy(d_sum, &wide, sizeof(int), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (over);
  do {
    cudaMemcpy(d_sum, from, sizeof(int), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (over);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// A scalar that each trip sets anew, from a variable that stays.
__global__ void expand(int* x, bool* over, int* sum) {
  if (x[0]-- > 0) *over = true, *sum += 1;
}
#if SPAWN_GRAPHS  // spawnc
// spawnc: expand in a graph: it does nothing where the host would not launch it.
#line 3 "case.cu"
static __global__ void expand__step(const spawn::Step spawn_step, int* x, bool* over, int* sum) {
  if (spawn_step.skips()) return;
#line 3 "case.cu"
{
  if (x[0]-- > 0) *over = true, *sum += 1;
}
}
#endif  // spawnc
#line 6 "case.cu"

#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:11 makes another trip.
template <typename spawn_source> struct spawn_again_11 {
  __host__ __device__ bool operator()(bool spawn_value, long long) const {
    return spawn_value;
  }
};
#endif  // spawnc
#line 7 "case.cu"
int search(int* x, bool* d_over, int* d_sum) {
  const bool no = false;
  int zero = 0, trips = 0;
  bool* over = new bool[1];
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_11("case.cu:11");
  spawn_region_11.begin(0);
  {  // spawnc: one trip is recorded
#line 12 "case.cu"
    spawn_region_11.store(d_over, no);
    spawn_region_11.store(d_sum, zero);
    spawn_region_11.kernel(spawn::step(expand, expand__step), 1, 1, 0, x, d_over, d_sum);
  }
  if (spawn_region_11.loop(d_over, spawn_again_11<spawn::ThisSource>{})) {
    *over = spawn_region_11.value<bool>();
    trips += spawn_region_11.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 11 "case.cu"
  do {
    cudaMemcpy(d_over, &no, sizeof(bool) * 1, cudaMemcpyHostToDevice);
    cudaMemcpy(d_sum, &zero, sizeof(zero), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(over, d_over, 1 * sizeof(bool), cudaMemcpyDeviceToHost);
    ++trips;
  } while (*over);
  delete[] over;
  return trips;
}

// Not the same in all trips, of another size, or of memory that others may write.
void others(int* x, bool* d_over, int* d_sum, const int* from) {
  bool over = true;
  int trips = 0;
  long wide = 0;
  do {
    cudaMemcpy(d_sum, &trips, sizeof(int), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
    ++trips;
  } while (over);
  do {
    cudaMemcpy(d_sum, &wide, sizeof(int), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (over);
  do {
    cudaMemcpy(d_sum, from, sizeof(int), cudaMemcpyHostToDevice);
    expand<<<1, 1>>>(x, d_over, d_sum);
    cudaMemcpy(&over, d_over, sizeof(bool), cudaMemcpyDeviceToHost);
  } while (over);
}
// ---- diagnostics
case.cu:11:3: note: loop becomes a CUDA graph: it ends by `*over`, 1 launch in its body [SP100]
case.cu:28:5: warning: no graph: the region copies between host and device, or waits, here [SP114]
case.cu:34:16: warning: no graph: 'd_sum' is not known to be one number on both sides [SP120]
case.cu:39:5: warning: no graph: the region copies between host and device, or waits, here [SP114]
4 launches: 4 host, 0 guarded, 0 kept, 0 refused
