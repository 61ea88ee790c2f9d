// Level-synchronous breadth-first search with dynamic parallelism: a thread a vertex, and for each vertex of
// the frontier one child grid over its neighbours.
//
//     bfs [--scale N] [--edge-factor N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//         [--graph FILE] [--grid WIDTH | --citations VERTICES | --power-law N]
//
// As it stands, the search launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` visits the neighbours in a loop instead.
#include <string>
#include <vector>

#include "../common/sample.h"
#include "../common/searched.h"

constexpr int kBlock = 128;
constexpr int kUnvisited = 1 << 30;

// ---- the search

__global__ void visit_neighbours(const int* neighbours, int degree, int* distance, int level, int* changed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int neighbour = neighbours[i];
  if (distance[neighbour] == kUnvisited) {
    distance[neighbour] = level + 1;
    *changed = 1;
  }
}

__global__ void expand_level(int vertices, const long long* row, const int* column, int* distance, int level,
                             int* changed) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || distance[vertex] != level) return;
  const long long begin = row[vertex];
  const int degree = static_cast<int>(row[vertex + 1] - begin);
  if (degree > 0)
    visit_neighbours<<<(degree + kBlock - 1) / kBlock, kBlock>>>(column + begin, degree, distance, level,
                                                                 changed);
}

// The same without dynamic parallelism, for comparison.
__global__ void expand_level_flat(int vertices, const long long* row, const int* column, int* distance,
                                  int level, int* changed) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || distance[vertex] != level) return;
  for (long long i = row[vertex]; i < row[vertex + 1]; ++i) {
    const int neighbour = column[i];
    if (distance[neighbour] == kUnvisited) {
      distance[neighbour] = level + 1;
      *changed = 1;
    }
  }
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("bfs", argc, argv);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  const Searched graph = searched_graph(arguments);
  const int vertices = graph.vertices, blocks = (vertices + kBlock - 1) / kBlock;

  long long* row = device_copy(graph.first_edge);
  int* column = graph.columns_on_device();
  int *distance, *changed, *changed_on_host;
  CHECK(cudaMalloc(&distance, vertices * sizeof(int)));
  CHECK(cudaMalloc(&changed, sizeof(int)));
  CHECK(cudaMallocHost(&changed_on_host, sizeof(int)));

  std::vector<int> initial(vertices, kUnvisited), known;
  initial[graph.source] = 0;
  int levels = 0;
  std::string input;
  Work work;
  const auto prepare = [&] {
    CHECK(cudaMemcpy(distance, initial.data(), vertices * sizeof(int), cudaMemcpyHostToDevice));
  };
  const auto run = [&] {
    levels = 0;
    do {
      CHECK(cudaMemsetAsync(changed, 0, sizeof(int)));
      if (flat)
        expand_level_flat<<<blocks, kBlock>>>(vertices, row, column, distance, levels, changed);
      else
        expand_level<<<blocks, kBlock>>>(vertices, row, column, distance, levels, changed);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(changed_on_host, changed, sizeof(int), cudaMemcpyDeviceToHost));
      CHECK(cudaStreamSynchronize(nullptr));
      ++levels;
    } while (*changed_on_host);
  };
  const auto check = [&]() -> size_t {
    input = described(graph, levels, "levels");
    // each level looks at all distances; the edges of each vertex are read, and its distance is written, once
    work = {graph.edges, "edges",
            4ll * vertices * levels + 8ll * vertices + 4 * graph.edges + 4ll * vertices};
    return count_wrong(graph, distance, kUnvisited, known, [](long long) { return 1; });
  };
  const int exit_code = time_runs("bfs", input, repeats, prepare, run, check, work);
  CHECK(cudaFree(row));
  CHECK(cudaFree(column));
  CHECK(cudaFree(distance));
  CHECK(cudaFree(changed));
  CHECK(cudaFreeHost(changed_on_host));
  return exit_code;
}
