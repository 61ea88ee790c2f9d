// A tree of grids: each thread of a grid makes one child of the grid's node, and launches the grid that makes the
// children of that one.
//
//     tree [--depth N] [--work N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the tree of the default depth launches 87,380 grids, far more than CUDA keeps pending (2048), and a
// fire-and-forget launch past that hangs: `--pending-limit 131072` makes room for all of them. `--flat` makes the tree
// level by level, with one host launch for each.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

constexpr int kArity = 4;
constexpr int kBlock = 128;

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(2);                                                                       \
    }                                                                                     \
  } while (0)

// ---- the tree

// Nodes are numbered level by level: 0 is the root, and the children of n are kArity * n + 1 and those that follow.
__host__ __device__ unsigned value_of(unsigned parent_value, int node, int work) {
  unsigned value = parent_value ^ static_cast<unsigned>(node);
  for (int i = 0; i < work; ++i) value = value * 1664525u + 1013904223u;
  return value;
}

__global__ void grow(int node, int depth, int work, unsigned* values) {
  const int child = kArity * node + 1 + static_cast<int>(threadIdx.x);
  values[child] = value_of(values[node], child, work);
  if (depth > 1) grow<<<1, kArity, 0, cudaStreamFireAndForget>>>(child, depth - 1, work, values);
}

// The same without dynamic parallelism, for comparison: the nodes of one level.
__global__ void grow_level(int first, int nodes, int work, unsigned* values) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < nodes) values[first + i] = value_of(values[(first + i - 1) / kArity], first + i, work);
}

void grow_flat(int depth, int work, unsigned* values) {
  for (int level = 0, first = 1, nodes = kArity; level < depth; ++level, first += nodes, nodes *= kArity) {
    grow_level<<<(nodes + kBlock - 1) / kBlock, kBlock>>>(first, nodes, work, values);
    CHECK(cudaGetLastError());
  }
}

std::vector<unsigned> grow_on_cpu(int nodes, unsigned seed, int work) {
  std::vector<unsigned> values(nodes);
  values[0] = seed;
  for (int node = 1; node < nodes; ++node) values[node] = value_of(values[(node - 1) / kArity], node, work);
  return values;
}

// ---- the program

struct Options {
  int depth = 9, work = 100, seed = 1, repeats = 5, pending_limit = 0;
  bool flat = false;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const auto value = [&](int most) {
      const int number = i + 1 < argc ? std::atoi(argv[i + 1]) : 0;
      if (number < 1 || number > most) {
        std::fprintf(stderr, "tree: %s needs a number from 1 to %d\n", argv[i], most);
        std::exit(2);
      }
      ++i;
      return number;
    };
    constexpr int kAny = 1 << 30, kDeepest = 13;  // the numbers of the nodes are ints
    if (!std::strcmp(argv[i], "--depth"))
      options.depth = value(kDeepest);
    else if (!std::strcmp(argv[i], "--work"))
      options.work = value(kAny);
    else if (!std::strcmp(argv[i], "--seed"))
      options.seed = value(kAny);
    else if (!std::strcmp(argv[i], "--repeats"))
      options.repeats = value(kAny);
    else if (!std::strcmp(argv[i], "--pending-limit"))
      options.pending_limit = value(kAny);
    else if (!std::strcmp(argv[i], "--flat"))
      options.flat = true;
    else {
      std::fprintf(stderr, "tree: unknown option %s\n", argv[i]);
      std::exit(2);
    }
  }
  return options;
}

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  if (options.pending_limit > 0)
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, options.pending_limit));

  int grids = 0;  // one for each node that is no leaf
  for (int level = 0; level < options.depth; ++level) grids = kArity * grids + 1;
  const int nodes = kArity * grids + 1;
  const std::vector<unsigned> expected = grow_on_cpu(nodes, options.seed, options.work);
  unsigned* values;
  CHECK(cudaMalloc(&values, nodes * sizeof(unsigned)));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));

  std::vector<float> times_ms;
  size_t wrong = 0;
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    CHECK(cudaMemset(values, 0, nodes * sizeof(unsigned)));
    CHECK(cudaMemcpy(values, expected.data(), sizeof(unsigned), cudaMemcpyHostToDevice));
    CHECK(cudaEventRecord(start));
    if (options.flat)
      grow_flat(options.depth, options.work, values);
    else
      grow<<<1, kArity>>>(0, options.depth, options.work, values);
    CHECK(cudaGetLastError());
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float elapsed_ms = 0;
    CHECK(cudaEventElapsedTime(&elapsed_ms, start, stop));
    times_ms.push_back(elapsed_ms);

    std::vector<unsigned> result(nodes);
    CHECK(cudaMemcpy(result.data(), values, nodes * sizeof(unsigned), cudaMemcpyDeviceToHost));
    for (int node = 0; node < nodes; ++node) wrong += result[node] != expected[node];
  }
  CHECK(cudaFree(values));

  const float first_ms = times_ms.front();
  std::sort(times_ms.begin(), times_ms.end());
  std::printf("tree: %s depth %d, %d grids, %d nodes; first %.3f ms, median %.3f ms, best %.3f ms\n",
              wrong ? "WRONG" : "ok", options.depth, grids, nodes, first_ms, times_ms[times_ms.size() / 2],
              times_ms.front());
  if (wrong) std::fprintf(stderr, "tree: %zu values differ from the CPU's\n", wrong);
  return wrong ? 1 : 0;
}
