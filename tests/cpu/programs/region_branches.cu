// Branches on a scalar in device memory, as spawnc emits them: on one or two sides, in each other, in a loop.
// prints: small: 1000 0 1, filled
// prints: large and even: 2000 20 1, not filled
// prints: larger and even: 2030 20 1, not filled
// prints: large and odd: 31 0 1001, not filled
// prints: loop: 9 trips, 25 even, 16 odd
#include <cstdio>
#include <spawn/graph.cuh>

__global__ void add(int* to, int by) { *to += by; }
__global__ void add__step(const spawn::Step spawn_step, int* to, int by) {
  if (spawn_step.skips()) return;
  *to += by;
}
__global__ void count(int* n) { ++*n; }
__global__ void count__step(const spawn::Step spawn_step, int* n) {
  if (spawn_step.skips()) return;
  ++*n;
}

namespace {
struct spawn_if_large {
  int least;
  __host__ __device__ bool operator()(int value) const { return value >= least; }
};
struct spawn_if_odd {
  __host__ __device__ bool operator()(int value) const { return value % 2 != 0; }
};
struct spawn_again_below {
  int limit;
  __host__ __device__ bool operator()(int n, long long) const { return n < limit; }
};
}  // namespace

static void decide(int* d, int value) {
  cudaMemset(d, 0, 16 * sizeof(int));
  cudaMemcpy(d, &value, sizeof value, cudaMemcpyHostToDevice);
  const auto adds = spawn::step(add, add__step);
  static thread_local spawn::Region region("region_branches.cu:decide");
  region.begin();
  region.branch(d, spawn_if_large{10});
  region.kernel(adds, 1, 1, 0, d + 1, 2000);
  region.branch(d, spawn_if_odd{});  // the sides change what was asked, which changes no answer
  region.kernel(adds, 1, 1, 0, d, 1000);
  region.kernel(adds, 1, 1, 0, d + 1, 31 - 2000);
  region.otherwise();
  region.kernel(adds, 1, 1, 0, d, 5);
  region.kernel(adds, 1, 1, 0, d + 2, 20);
  region.branch(d, spawn_if_large{20});
  region.kernel(adds, 1, 1, 0, d + 1, 30);
  region.branch_end();
  region.branch_end();
  region.otherwise();
  region.set(d + 8, 7, 8 * sizeof(int));
  region.kernel(adds, 1, 1, 0, d + 1, 1000);
  region.branch_end();
  region.branch(d + 1, spawn_if_odd{});
  region.kernel(adds, 1, 1, 0, d + 3, 1000);
  region.branch_end();
  region.kernel(adds, 1, 1, 0, d + 3, 1);
  region.end();
}

int main() {
  int *d, host[16];
  cudaMalloc(&d, sizeof host);
  const struct {
    const char* name;
    int value;
  } cases[] = {{"small", 4}, {"large and even", 12}, {"larger and even", 16}, {"large and odd", 13}};
  for (const auto& [name, value] : cases) {
    for (int time = 0; time < 4; ++time) decide(d, value);  // so that a graph is worth it
    cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
    printf("%s: %d %d %d, %s\n", name, host[1], host[2], host[3],
           host[8] == 0x07070707 ? "filled" : "not filled");
  }

  // the sum of odd numbers, and of even ones, below a limit
  cudaMemset(d, 0, sizeof host);
  static thread_local spawn::Region region("region_branches.cu:loop");
  region.begin();
  region.branch(d, spawn_if_odd{});
  region.kernel(spawn::step(add, add__step), 1, 1, 0, d + 1, 4);
  region.otherwise();
  region.kernel(spawn::step(add, add__step), 1, 1, 0, d + 2, 5);
  region.branch_end();
  region.kernel(spawn::step(count, count__step), 1, 1, 0, d);
  long long trips = 0;
  if (region.loop(d, spawn_again_below{9})) {
    trips = region.trips();
  } else {
    int n = 0;
    do {
      if (n % 2 != 0)
        add<<<1, 1>>>(d + 1, 4);
      else
        add<<<1, 1>>>(d + 2, 5);
      count<<<1, 1>>>(d);
      cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
      ++trips;
    } while (n < 9);
  }
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  printf("loop: %lld trips, %d even, %d odd\n", trips, host[2], host[1]);
  return cudaDeviceSynchronize() != cudaSuccess;
}
