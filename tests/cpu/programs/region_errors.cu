// What goes wrong in a region goes wrong as in the program as written, and says so in the same words.
// prints: too many threads: invalid configuration argument twice; 11
// prints: empty grid: invalid argument twice; 11
// prints: too much shared memory: invalid argument twice; 11
// prints: loop: 0 runs, invalid configuration argument; 3
// prints: an older error stays: invalid resource handle
// prints: pageable: 7 8 9
// prints: launches on the device: 3 trips, 3
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

static int* d;
static int value() {
  int read = 0;
  cudaMemcpy(&read, d, sizeof read, cudaMemcpyDeviceToHost);
  return read;
}

static cudaError_t sequence(dim3 grid, unsigned block, size_t shared_bytes) {
  static thread_local spawn::Region region("region_errors.cu:sequence");
  region.begin();
  region.kernel(add, 1, 1, 0, d, 1);
  region.kernel(add, grid, block, shared_bytes, d, 100);
  region.kernel(add, 1, 1, 0, d, 10);
  return region.end();
}

static void wrong_launch(const char* name, dim3 grid, unsigned block, size_t shared_bytes) {
  cudaMemset(d, 0, sizeof(int));
  for (int i = 0; i < 9; ++i) sequence(1, 1, 0);  // the graph is there
  cudaMemset(d, 0, sizeof(int));
  const cudaError_t first = sequence(grid, block, shared_bytes), last = cudaGetLastError();
  printf("%s: %s %s; %d\n", name, cudaGetErrorString(first), first == last ? "twice" : "once", value());
}

int main() {
  cudaMalloc(&d, 4 * sizeof(int));
  wrong_launch("too many threads", 1, 2000, 0);
  wrong_launch("empty grid", 0, 1, 0);
  wrong_launch("too much shared memory", 1, 1, size_t{1} << 24);

  {
    cudaMemset(d, 0, sizeof(int));
    static thread_local spawn::Region region("region_errors.cu:loop");
    int runs = 0;
    region.begin();
    region.kernel(add, 1, 5000, 0, d, 1);
    if (region.loop(d, spawn_again_below{3})) ++runs;
    add<<<1, 5000>>>(d, 1);  // the statements as written
    printf("loop: %d runs, %s; ", runs, cudaGetErrorString(cudaGetLastError()));
    region.begin();
    region.kernel(add, 1, 1, 0, d, 1);
    if (!region.loop(d, spawn_again_below{3}))
      for (int i = 0; i < 3; ++i) add<<<1, 1>>>(d, 1);
    printf("%d\n", value());
  }
  {
    cudaEvent_t none = nullptr;
    cudaEventRecord(none, nullptr);
    for (int i = 0; i < 9; ++i) sequence(1, 1, 0);
    printf("an older error stays: %s\n", cudaGetErrorString(cudaGetLastError()));
  }
  {
    printf("pageable:");
    for (int i = 7; i < 10; ++i) {
      static thread_local spawn::Region region("region_errors.cu:pageable");
      static int host;
      host = i;
      region.begin();
      region.copy(d, &host, sizeof host, cudaMemcpyHostToDevice);
      region.end();
      host = 0;  // the copy has been made
      printf(" %d", value());
    }
    printf("\n");
  }
  {
    cudaMemset(d, 0, sizeof(int));
    static thread_local spawn::Region region("region_errors.cu:launches");
    long long trips = 0;
    region.begin();
    region.kernel(launches, 1, 1, 0, d);
    if (region.loop(d, spawn_again_below{3})) {
      trips = region.trips();
    } else {
      int n = 0;
      do {
        launches<<<1, 1>>>(d);
        cudaMemcpy(&n, d, sizeof n, cudaMemcpyDeviceToHost);
        ++trips;
      } while (n < 3);
    }
    printf("launches on the device: %lld trips, %d\n", trips, value());
  }
  return cudaGetLastError() != cudaSuccess;
}
