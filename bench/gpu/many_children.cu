// What a child costs: CHILDREN threads launch a child each, of ITEMS items.
//
//     many_children CHILDREN ITEMS [--repeats N] [--limit N]
//
// Prints the time of the parent with all its children, and checks every item. --limit raises the number of launches that
// may be pending, which the program as written needs.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

constexpr int kBlock = 128;

__global__ void child(unsigned* values, int items, unsigned seed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < items) values[i] = values[i] * 1664525u + seed + i;
}

__global__ void parent(unsigned* values, int children, int items) {
  const int number = blockIdx.x * blockDim.x + threadIdx.x;
  if (number < children)
    child<<<(items + kBlock - 1) / kBlock, kBlock, 0, cudaStreamFireAndForget>>>(
        values + static_cast<size_t>(number) * items, items, number);
}

__global__ void count_wrong(const unsigned* values, int children, int items, int runs,
                            unsigned long long* wrong) {
  const size_t all = static_cast<size_t>(children) * items,
               step = static_cast<size_t>(gridDim.x) * blockDim.x;
  for (size_t at = blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x; at < all; at += step) {
    const unsigned number = static_cast<unsigned>(at / items), i = static_cast<unsigned>(at % items);
    unsigned expected = 0;
    for (int run = 0; run < runs; ++run) expected = expected * 1664525u + number + i;
    if (values[at] != expected) atomicAdd(wrong, 1ull);
  }
}

int main(int argc, char** argv) {
  int repeats = 5, limit = 0;
  for (int i = 3; i + 1 < argc; i += 2) {
    if (std::strcmp(argv[i], "--repeats") == 0) repeats = std::atoi(argv[i + 1]);
    if (std::strcmp(argv[i], "--limit") == 0) limit = std::atoi(argv[i + 1]);
  }
  const int children = argc > 2 ? std::atoi(argv[1]) : 0, items = argc > 2 ? std::atoi(argv[2]) : 0;
  if (children < 1 || items < 1 || repeats < 1) {
    std::fprintf(stderr, "usage: many_children CHILDREN ITEMS [--repeats N] [--limit N]\n");
    return 2;
  }
  if (limit > 0) CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, limit));
  unsigned* values = nullptr;
  unsigned long long *wrong = nullptr, found = 0;
  const size_t bytes = static_cast<size_t>(children) * items * sizeof *values;
  CHECK(cudaMalloc(&values, bytes));
  CHECK(cudaMalloc(&wrong, sizeof *wrong));
  CHECK(cudaMemset(values, 0, bytes));
  CHECK(cudaMemset(wrong, 0, sizeof *wrong));
  cudaEvent_t begin, end;
  CHECK(cudaEventCreate(&begin));
  CHECK(cudaEventCreate(&end));
  std::vector<float> times;
  for (int run = 0; run <= repeats; ++run) {  // the first one loads the module
    CHECK(cudaEventRecord(begin));
    parent<<<(children + kBlock - 1) / kBlock, kBlock>>>(values, children, items);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(end));
    CHECK(cudaEventSynchronize(end));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, begin, end));
    if (run > 0) times.push_back(ms);
  }
  count_wrong<<<1024, 256>>>(values, children, items, repeats + 1, wrong);
  CHECK(cudaGetLastError());
  CHECK(cudaMemcpy(&found, wrong, sizeof found, cudaMemcpyDeviceToHost));
  std::sort(times.begin(), times.end());
  std::printf("many_children: %s, %d children of %d items; median %.4f ms, best %.4f ms\n",
              found ? "WRONG" : "ok", children, items, times[times.size() / 2], times.front());
  CHECK(cudaFree(values));
  CHECK(cudaFree(wrong));
  return found ? 1 : 0;
}
