// One long loop, in which auto finds out what is fastest, then many short ones, and loops that are told their mode.
// prints: 4000 trips, 0 left; 300 loops, 900 trips; told 7, 7
#include <cstdio>
#include <spawn/graph.cuh>

__global__ void lower(int* n) { --*n; }
__global__ void lower__step(const spawn::Step spawn_step, int* n) {
  if (spawn_step.skips()) return;
  --*n;
}
namespace {
struct spawn_again_positive {
  __host__ __device__ bool operator()(int n, long long) const { return n > 0; }
};
}  // namespace

static long long count_down(spawn::Region& region, int* d, int from) {
  cudaMemcpy(d, &from, sizeof from, cudaMemcpyHostToDevice);
  region.begin();
  region.kernel(spawn::step(lower, lower__step), 1, 1, 0, d);
  if (region.loop(d, spawn_again_positive{})) return region.trips();
  int n = 0;
  long long trips = 0;
  do {
    lower<<<1, 1>>>(d);
    cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
    ++trips;
  } while (n > 0);
  return trips;
}

int main() {
  static thread_local spawn::Region once("learning.cu:once"), often("learning.cu:often"),
      told("learning.cu:told", "while:2"), mistold("learning.cu:mistold", "while:many");
  int* d;
  cudaMalloc(&d, sizeof *d);
  const long long trips = count_down(once, d, 4000);
  int left = -1;
  cudaMemcpy(&left, d, sizeof left, cudaMemcpyDeviceToHost);
  printf("%lld trips, %d left; ", trips, left);
  long long all = 0;
  for (int i = 0; i < 300; ++i) all += count_down(often, d, 3);
  printf("300 loops, %lld trips; ", all);
  const long long by_told = count_down(told, d, 7);
  printf("told %lld, %lld\n", by_told, count_down(mistold, d, 7));
  return cudaDeviceSynchronize() != cudaSuccess;
}
