// A kernel that launches, in a loop: CUDA refuses it in a WHILE node, and nobody tries anything else.
// prints: 3 trips, 3
#include <cstdio>
#include <spawn/graph.cuh>

__global__ void add(int* to, int by) { *to += by; }
__global__ void launches(int* to) { add<<<1, 1>>>(to, 1); }

namespace {
struct spawn_again_below {
  int limit;
  __host__ __device__ bool operator()(int n, long long) const { return n < limit; }
};
}  // namespace

int main() {
  int *d, n = 0;
  cudaMalloc(&d, sizeof n);
  cudaMemset(d, 0, sizeof n);
  static thread_local spawn::Region region("region_launches.cu:loop");
  long long trips = 0;
  region.begin();
  region.kernel(launches, 1, 1, 0, d);
  if (region.loop(d, spawn_again_below{3})) {
    trips = region.trips();
  } else
    do {
      launches<<<1, 1>>>(d);
      cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
      ++trips;
    } while (n < 3);
  cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
  printf("%lld trips, %d\n", trips, n);
  return cudaGetLastError() != cudaSuccess;
}
