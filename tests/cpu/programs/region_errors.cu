// What goes wrong in a region goes wrong as in the program as written, and says so in the same words.
// prints: too many threads: as written; 11
// prints: empty grid: as written; 11
// prints: too much shared memory: as written; 11
// prints: loop: 0 runs, as written; 3
// prints: an older error stays, and is told
// prints: a loop after an error is left; 0
// prints: pageable: 7 8 9
#include <cstdio>
#include <spawn/graph.cuh>

__global__ void add(int* to, int by) { *to += by; }

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

// How the program looks at the error of a launch.
enum Look { kNot, kPeeks, kTakes, kForgets };

static cudaError_t sequence(dim3 grid, unsigned block, size_t shared_bytes, Look look = kNot) {
  static thread_local spawn::Region region("region_errors.cu:sequence");
  region.begin_sequence();
  region.kernel(add, 1, 1, 0, d, 1);
  region.kernel(add, grid, block, shared_bytes, d, 100);
  if (look == kPeeks) region.check(cudaPeekAtLastError);
  if (look == kTakes) region.check();
  if (look == kForgets) region.forget();
  region.kernel(add, 1, 1, 0, d, 10);
  return region.end();
}

static void wrong_launch(const char* name, dim3 grid, unsigned block, size_t shared_bytes) {
  cudaMemset(d, 0, sizeof(int));
  for (int i = 0; i < 9; ++i) sequence(1, 1, 0);  // the graph is there
  cudaMemset(d, 0, sizeof(int));
  add<<<1, 1>>>(d, 1);
  add<<<grid, block, shared_bytes>>>(d, 100);
  add<<<1, 1>>>(d, 10);
  const cudaError_t expected = cudaGetLastError();
  const int sum = value();
  bool is_as_written = expected != cudaSuccess;
  for (const Look look : {kNot, kPeeks, kTakes, kForgets}) {
    cudaMemset(d, 0, sizeof(int));
    const cudaError_t told = sequence(grid, block, shared_bytes, look), last = cudaGetLastError();
    is_as_written &= told == (look == kPeeks || look == kTakes ? expected : cudaSuccess) &&
                     last == (look == kNot || look == kPeeks ? expected : cudaSuccess) && value() == sum;
  }
  printf("%s: %s; %d\n", name, is_as_written ? "as written" : "otherwise", value());
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
    const bool is_left = cudaGetLastError() == cudaSuccess;  // to the statements as written
    add<<<1, 5000>>>(d, 1);
    printf("loop: %d runs, %s; ", runs,
           is_left && cudaGetLastError() != cudaSuccess ? "as written" : "otherwise");
    region.begin();
    region.kernel(add, 1, 1, 0, d, 1);
    if (!region.loop(d, spawn_again_below{3}))
      for (int i = 0; i < 3; ++i) add<<<1, 1>>>(d, 1);
    printf("%d\n", value());
  }
  {
    add<<<1, 5000>>>(d, 1);
    const cudaError_t older = cudaPeekAtLastError();
    for (int i = 0; i < 9; ++i) sequence(1, 1, 0);
    const cudaError_t last = cudaPeekAtLastError();
    const bool is_told = sequence(1, 1, 0, kTakes) == older && cudaGetLastError() == cudaSuccess;
    printf("an older error %s, and is %s\n", older != cudaSuccess && older == last ? "stays" : "goes",
           is_told ? "told" : "not told");
  }
  {
    cudaMemset(d, 0, sizeof(int));
    static thread_local spawn::Region region("region_errors.cu:older");
    add<<<1, 5000>>>(d, 1);
    region.begin();
    region.kernel(add, 1, 1, 0, d, 1);
    const bool has_run = region.loop(d, spawn_again_below{3});
    printf("a loop after an error %s; %d\n", has_run ? "runs" : "is left", value());
    (void)cudaGetLastError();
  }
  {
    printf("pageable:");
    for (int i = 7; i < 10; ++i) {
      static thread_local spawn::Region region("region_errors.cu:pageable");
      static int host;
      host = i;
      region.begin_sequence();
      region.copy(d, &host, sizeof host, cudaMemcpyHostToDevice);
      region.end();
      host = 0;  // the copy has been made
      printf(" %d", value());
    }
    printf("\n");
  }
  return cudaGetLastError() != cudaSuccess;
}
