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

#include "../common/distances.h"
#include "../common/graph.h"
#include "../common/power_law.h"
#include "../common/sample.h"

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
  const int scale = arguments.number("--scale", 16), edge_factor = arguments.number("--edge-factor", 16);
  const int grid = arguments.number("--grid", 0), citations = arguments.number("--citations", 0);
  const int power_law = arguments.number("--power-law", 0), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  const char* file = arguments.text("--graph");
  set_pending_limit(arguments);
  arguments.finish();

  Graph graph;
  std::vector<long long> first_edge;
  if (power_law) {
    first_edge = power_law_rows(1 << power_law, edge_factor, 1 << power_law, seed);
  } else {
    if (!file || !read_graph(file, graph)) {
      graph = grid        ? make_grid(grid)
              : citations ? make_citations(citations, 4, seed)
                          : make_rmat(scale, edge_factor, seed);
      if (file) write_graph(file, graph);
    }
    first_edge.assign(graph.row.begin(), graph.row.end());
  }
  const int vertices = static_cast<int>(first_edge.size()) - 1, blocks = (vertices + kBlock - 1) / kBlock;
  const long long edges = first_edge.back();
  int source = 0;  // in a grid, where no vertex has ten neighbours, the last corner
  while (source + 1 < vertices && first_edge[source + 1] - first_edge[source] < 10) ++source;

  long long* row = device_copy(first_edge);
  int* column = power_law ? power_law_columns(first_edge, seed) : device_copy(graph.column);
  int *distance, *changed, *changed_on_host;
  CHECK(cudaMalloc(&distance, vertices * sizeof(int)));
  CHECK(cudaMalloc(&changed, sizeof(int)));
  CHECK(cudaMallocHost(&changed_on_host, sizeof(int)));

  std::vector<int> initial(vertices, kUnvisited), known;
  initial[source] = 0;
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
    input = (grid        ? "grid " + std::to_string(grid)
             : citations ? "citations " + std::to_string(citations)
             : power_law ? "power law " + std::to_string(power_law)
                         : "scale " + std::to_string(scale)) +
            ", " + std::to_string(vertices) + " vertices, " + std::to_string(edges) + " edges, " +
            std::to_string(levels) + " levels";
    // each level looks at all distances; the edges of each vertex are read, and its distance is written, once
    work = {edges, "edges", 4ll * vertices * levels + 8ll * vertices + 4 * edges + 4ll * vertices};
    std::vector<int> result = host_copy(distance, vertices);
    if (result == known) return 0;
    const auto target = [&](long long edge) {
      return power_law ? target_of(edge, vertices, seed) : graph.column[edge];
    };
    const size_t wrong =
        count_wrong_distances(first_edge, result, source, kUnvisited, target, [](long long) { return 1; });
    if (!wrong) known.swap(result);
    return wrong;
  };
  const int exit_code = time_runs("bfs", input, repeats, prepare, run, check, work);
  CHECK(cudaFree(row));
  CHECK(cudaFree(column));
  CHECK(cudaFree(distance));
  CHECK(cudaFree(changed));
  CHECK(cudaFreeHost(changed_on_host));
  return exit_code;
}
