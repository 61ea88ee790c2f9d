// Triangle counting with dynamic parallelism: a thread a vertex, and for each vertex one child grid over its neighbours,
// which intersects their lists with the vertex's own.
//
//     tc [--scale N] [--edge-factor N] [--citations N | --power-law N] [--seed N] [--repeats N] [--flat]
//        [--pending-limit N]
//
// As it stands, the count launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` takes the neighbours in a loop instead.
#include "../common/graph.h"
#include "../common/power_law.h"
#include "../common/sample.h"

constexpr int kBlock = 128;

// ---- the count

// An edge leads from the end with fewer neighbours to the other: a triangle has one vertex with two edges out and one
// with one, so it is found once, and the lists are short even where a vertex has many neighbours.
struct Oriented {
  const long long* row;
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
  const long long own = graph.row[vertex], other = graph.row[neighbour];
  return common_members(graph.column + own, static_cast<int>(graph.row[vertex + 1] - own),
                        graph.column + other, static_cast<int>(graph.row[neighbour + 1] - other));
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
  const int degree = static_cast<int>(graph.row[vertex + 1] - graph.row[vertex]);
  if (degree > 0)
    intersect_lists<<<(degree + kBlock - 1) / kBlock, kBlock>>>(vertex, degree, graph, triangles);
}

// The same without dynamic parallelism, for comparison.
__global__ void count_triangles_flat(int vertices, Oriented graph, unsigned long long* triangles) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices) return;
  unsigned long long found = 0;
  for (long long i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
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
  std::atomic<unsigned long long> triangles{0};
  on_all_cores([&](int core, int cores) {
    std::vector<int> marked_by(graph.vertices(), -1);
    unsigned long long found = 0;
    for (int vertex = core; vertex < graph.vertices(); vertex += cores) {
      for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i) marked_by[graph.column[i]] = vertex;
      for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
        for (int j = graph.row[graph.column[i]]; j < graph.row[graph.column[i] + 1]; ++j)
          found += marked_by[graph.column[j]] == vertex;
    }
    triangles += found;
  });
  return triangles;
}

// ---- a graph that only the device holds

// Strands of vertices, one in the place of the other's neighbour in memory: a vertex is linked to the next ones of its strand,
// as many as a power law says. Lists are sorted, and lie far apart.
struct Strands {
  static constexpr int kMostDegree = 1024, kLength = 1 << 14;
  int vertices, strands;

  explicit Strands(int scale) : vertices(1 << scale), strands(std::max(vertices / kLength, 1)) {}

  std::vector<long long> rows(int mean, unsigned seed) const {
    std::vector<long long> row = power_law_rows(vertices, mean, kMostDegree, seed);
    long long begin = 0, edges = 0;
    for (int vertex = 0; vertex < vertices; ++vertex) {
      const long long wanted = row[vertex + 1] - begin;
      begin = row[vertex + 1];
      edges += std::min<long long>(wanted, (vertices - 1 - vertex) / strands);
      row[vertex + 1] = edges;
    }
    return row;
  }

  // The vertices v < a < b of a strand are a triangle where both v and a reach b.
  unsigned long long triangles(const std::vector<long long>& row) const {
    std::atomic<unsigned long long> triangles{0};
    on_all_cores([&](int core, int cores) {
      const int length = vertices / strands;
      std::vector<int> degree(length);
      unsigned long long found = 0;
      for (int strand = core; strand < strands; strand += cores) {
        for (int i = 0; i < length; ++i) {
          const int vertex = i * strands + strand;
          degree[i] = static_cast<int>(row[vertex + 1] - row[vertex]);
        }
        for (int v = 0; v < length; ++v)
          for (int a = 1; a <= degree[v]; ++a) found += std::min(degree[v] - a, degree[v + a]);
      }
      triangles += found;
    });
    return triangles;
  }
};

__global__ void write_strands(int vertices, int strands, const long long* row, int* column) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices) return;
  for (long long i = row[vertex]; i < row[vertex + 1]; ++i)
    column[i] = vertex + static_cast<int>(i - row[vertex] + 1) * strands;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("tc", argc, argv);
  const int scale = arguments.number("--scale", 17), edge_factor = arguments.number("--edge-factor", 16);
  const int citations = arguments.number("--citations", 0), power_law = arguments.number("--power-law", 0);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  const Strands strands(power_law);
  Graph graph;
  std::vector<long long> first_edge;
  if (power_law) {
    first_edge = strands.rows(edge_factor, seed);
  } else {
    graph = orient(citations ? make_citations(citations, 8, seed) : make_rmat(scale, edge_factor, seed));
    first_edge.assign(graph.row.begin(), graph.row.end());
  }
  const int vertices = static_cast<int>(first_edge.size()) - 1, blocks = (vertices + kBlock - 1) / kBlock;
  const long long edges = first_edge.back();
  const unsigned long long expected = power_law ? strands.triangles(first_edge) : count_on_cpu(graph);

  long long* row = device_copy(first_edge);
  int* column;
  if (power_law) {
    CHECK(cudaMalloc(&column, edges * sizeof(int)));
    write_strands<<<blocks, kBlock>>>(vertices, strands.strands, row, column);
    CHECK(cudaGetLastError());
  } else {
    column = device_copy(graph.column);
  }
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

  const std::string input = (power_law   ? "power law " + std::to_string(power_law) + ", "
                             : citations ? "citations, "
                                         : "scale " + std::to_string(scale) + ", ") +
                            std::to_string(vertices) + " vertices, " + std::to_string(edges) + " edges, " +
                            std::to_string(expected) + " triangles";
  // the graph is read once
  const Work work{edges, "edges", 8ll * vertices + 4 * edges};
  const int exit_code = time_runs("tc", input, repeats, prepare, run, check, work);
  CHECK(cudaFree(row));
  CHECK(cudaFree(column));
  CHECK(cudaFree(triangles));
  return exit_code;
}
