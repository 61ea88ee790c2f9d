// A tree of grids: each thread of a grid makes one child of the grid's node, and launches the grid that makes the
// children of that one.
//
//     tree [--depth N] [--work N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the tree of the default depth launches 87,380 grids, far more than CUDA keeps pending (2048), and a
// fire-and-forget launch past that hangs: `--pending-limit 131072` makes room for all of them. `--flat` makes the tree
// level by level, with one host launch for each.
#include "../common/sample.h"

constexpr int kArity = 4;
constexpr int kBlock = 128;

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

int main(int argc, char** argv) {
  Arguments arguments("tree", argc, argv);
  const int depth = arguments.number("--depth", 9), work = arguments.number("--work", 100);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();
  constexpr int kDeepest = 13;  // the numbers of the nodes are ints
  if (depth > kDeepest) {
    std::fprintf(stderr, "tree: --depth needs a number from 1 to %d\n", kDeepest);
    return 2;
  }

  int grids = 0;  // one for each node that is no leaf
  for (int level = 0; level < depth; ++level) grids = kArity * grids + 1;
  const int nodes = kArity * grids + 1;
  const std::vector<unsigned> expected = grow_on_cpu(nodes, seed, work);
  unsigned* values;
  CHECK(cudaMalloc(&values, nodes * sizeof(unsigned)));

  const auto prepare = [&] {
    CHECK(cudaMemset(values, 0, nodes * sizeof(unsigned)));
    CHECK(cudaMemcpy(values, expected.data(), sizeof(unsigned), cudaMemcpyHostToDevice));
  };
  const auto run = [&] {
    if (flat)
      grow_flat(depth, work, values);
    else
      grow<<<1, kArity>>>(0, depth, work, values);
    CHECK(cudaGetLastError());
  };
  const auto check = [&] {
    const std::vector<unsigned> result = host_copy(values, nodes);
    size_t wrong = 0;
    for (int node = 0; node < nodes; ++node) wrong += result[node] != expected[node];
    return wrong;
  };
  const std::string input = "depth " + std::to_string(depth) + ", " + std::to_string(grids) + " grids, " +
                            std::to_string(nodes) + " nodes";
  const int exit_code = time_runs("tree", input, repeats, prepare, run, check);
  CHECK(cudaFree(values));
  return exit_code;
}
