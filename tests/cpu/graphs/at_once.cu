// When the calls of a sequence are made: as they come, until the region has run as often as a graph needs.
// prints: seen before the end: 1 2 3 4 5 6 7 7 8 9; after it: 10
// prints: checked between the calls: 1 1 1 1 1 1 1 0 0 0
#include <cstdio>
#include <spawn/graph.cuh>

__global__ void add_one(int* to) { ++*to; }

static int* d;
static int checks = 0;

static int value() {
  int host = -1;
  cudaMemcpy(&host, d, sizeof host, cudaMemcpyDeviceToHost);
  return host;
}
static cudaError_t check() {
  ++checks;
  return cudaSuccess;
}

int main() {
  constexpr int kRuns = 10;
  int seen[kRuns], checked[kRuns];
  cudaMalloc(&d, sizeof(int));
  cudaMemset(d, 0, sizeof(int));
  for (int run = 0; run < kRuns; ++run) {
    static thread_local spawn::Region region("at_once.cu:sequence");
    checks = 0;
    region.begin_sequence(nullptr);
    region.kernel(add_one, 1, 1, 0, d);
    region.check(check);
    seen[run] = value();
    checked[run] = checks;
    region.end();
  }
  printf("seen before the end:");
  for (const int each : seen) printf(" %d", each);
  printf("; after it: %d\nchecked between the calls:", value());
  for (const int each : checked) printf(" %d", each);
  printf("\n");
}
