// Triangle counting with dynamic parallelism: a thread a vertex, and for each vertex one child grid over its neighbours,
// which intersects their lists with the vertex's own.
//
//     tc [--scale N] [--edge-factor N] [--citations N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the count launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` takes the neighbours in a loop instead.
#include "../common/graph.h"
#include "../common/sample.h"

constexpr int kBlock = 128;

// ---- the count

// An edge leads from the end with fewer neighbours to the other: a triangle has one vertex with two edges out and one
// with one, so it is found once, and the lists are short even where a vertex has many neighbours.
struct Oriented {
  const int* row;
  const int* column;
};

// How many members two sorted lists share, by merging them.
__device__ int common_members(const int* a, int a_size, const int* b, int b_size) {
  int i = 0, j = 0, common = 0;
  while (i < a_size && j < b_size) {
    const int left = a[i], right = b[j];
    common += left == right;
    i += left <= right;
    j += right <= left;
  }
  return common;
}

__device__ int triangles_at(int vertex, int neighbour, Oriented graph) {
  const int own = graph.row[vertex], other = graph.row[neighbour];
  return common_members(graph.column + own, graph.row[vertex + 1] - own, graph.column + other,
                        graph.row[neighbour + 1] - other);
}

__global__ void intersect_lists(int vertex, int degree, Oriented graph, unsigned long long* triangles) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int found = triangles_at(vertex, graph.column[graph.row[vertex] + i], graph);
  if (found > 0) atomicAdd(triangles, static_cast<unsigned long long>(found));
}

__global__ void count_triangles(int vertices, Oriented graph, unsigned long long* triangles) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices) return;
  const int degree = graph.row[vertex + 1] - graph.row[vertex];
  if (degree > 0)
    intersect_lists<<<(degree + kBlock - 1) / kBlock, kBlock>>>(vertex, degree, graph, triangles);
}

// The same without dynamic parallelism, for comparison.
__global__ void count_triangles_flat(int vertices, Oriented graph, unsigned long long* triangles) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices) return;
  unsigned long long found = 0;
  for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
    found += triangles_at(vertex, graph.column[i], graph);
  if (found > 0) atomicAdd(triangles, found);
}

// ---- the graph

Graph orient(const Graph& graph) {
  const auto rank = [&](int vertex) { return std::make_pair(graph.degree(vertex), vertex); };
  Graph oriented;
  oriented.row.push_back(0);
  for (int vertex = 0; vertex < graph.vertices(); ++vertex) {
    for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
      if (rank(vertex) < rank(graph.column[i])) oriented.column.push_back(graph.column[i]);
    oriented.row.push_back(static_cast<int>(oriented.column.size()));
  }
  return oriented;
}

// The CPU marks a vertex's neighbours, and looks for marks among the neighbours of those.
unsigned long long count_on_cpu(const Graph& graph) {
  std::vector<int> marked_by(graph.vertices(), -1);
  unsigned long long triangles = 0;
  for (int vertex = 0; vertex < graph.vertices(); ++vertex) {
    for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i) marked_by[graph.column[i]] = vertex;
    for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
      for (int j = graph.row[graph.column[i]]; j < graph.row[graph.column[i] + 1]; ++j)
        triangles += marked_by[graph.column[j]] == vertex;
  }
  return triangles;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("tc", argc, argv);
  const int scale = arguments.number("--scale", 17), edge_factor = arguments.number("--edge-factor", 16);
  const int citations = arguments.number("--citations", 0), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  const Graph graph =
      orient(citations ? make_citations(citations, 8, seed) : make_rmat(scale, edge_factor, seed));
  const int vertices = graph.vertices(), blocks = (vertices + kBlock - 1) / kBlock;
  const unsigned long long expected = count_on_cpu(graph);

  int *row = device_copy(graph.row), *column = device_copy(graph.column);
  unsigned long long* triangles;
  CHECK(cudaMalloc(&triangles, sizeof *triangles));
  const Oriented on_device{row, column};

  const auto prepare = [&] { CHECK(cudaMemset(triangles, 0, sizeof *triangles)); };
  const auto run = [&] {
    if (flat)
      count_triangles_flat<<<blocks, kBlock>>>(vertices, on_device, triangles);
    else
      count_triangles<<<blocks, kBlock>>>(vertices, on_device, triangles);
    CHECK(cudaGetLastError());
  };
  const auto check = [&]() -> size_t { return host_copy(triangles, 1)[0] != expected; };

  const std::string input = (citations ? "citations, " : "scale " + std::to_string(scale) + ", ") +
                            std::to_string(vertices) + " vertices, " + std::to_string(graph.column.size()) +
                            " edges, " + std::to_string(expected) + " triangles";
  const int exit_code = time_runs("tc", input, repeats, prepare, run, check);
  CHECK(cudaFree(row));
  CHECK(cudaFree(column));
  CHECK(cudaFree(triangles));
  return exit_code;
}
