// Level-synchronous breadth-first search with dynamic parallelism: a thread a vertex, and for each vertex of
// the frontier one child grid over its neighbours.
//
//     bfs [--scale N] [--edge-factor N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//         [--graph FILE] [--grid WIDTH | --citations VERTICES]
//
// As it stands, the search launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` visits the neighbours in a loop instead.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <iterator>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

constexpr int kBlock = 128;
constexpr int kUnvisited = 1 << 30;
constexpr float kEnoughMs = 1000;  // where runs take so long together, no more are made

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(2);                                                                       \
    }                                                                                     \
  } while (0)

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

__global__ void expand_level(int vertices, const int* row, const int* column, int* distance, int level,
                             int* changed) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || distance[vertex] != level) return;
  const int begin = row[vertex];
  const int degree = row[vertex + 1] - begin;
  if (degree > 0)
    visit_neighbours<<<(degree + kBlock - 1) / kBlock, kBlock>>>(column + begin, degree, distance, level,
                                                                 changed);
}

// The same without dynamic parallelism, for comparison.
__global__ void expand_level_flat(int vertices, const int* row, const int* column, int* distance, int level,
                                  int* changed) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || distance[vertex] != level) return;
  for (int i = row[vertex]; i < row[vertex + 1]; ++i) {
    const int neighbour = column[i];
    if (distance[neighbour] == kUnvisited) {
      distance[neighbour] = level + 1;
      *changed = 1;
    }
  }
}

// ---- the graph

struct Graph {
  std::vector<int> row, column;  // compressed sparse rows
  int vertices() const { return static_cast<int>(row.size()) - 1; }
};

// Both directions of each edge, neighbours sorted by counting, without loops and duplicates.
Graph graph_of(int vertices, const std::vector<std::pair<int, int>>& edges) {
  std::vector<size_t> start(vertices + 1, 0);
  for (const auto& [from, to] : edges) ++start[from + 1], ++start[to + 1];
  std::partial_sum(start.begin(), start.end(), start.begin());
  std::vector<int> column(start.back());
  std::vector<size_t> next(start.begin(), start.end() - 1);
  for (const auto& [from, to] : edges) column[next[from]++] = to, column[next[to]++] = from;

  Graph graph;
  graph.row.push_back(0);
  for (int vertex = 0; vertex < vertices; ++vertex) {
    const auto begin = column.begin() + start[vertex], end = column.begin() + start[vertex + 1];
    std::sort(begin, end);
    std::copy_if(begin, std::unique(begin, end), std::back_inserter(graph.column),
                 [&](int neighbour) { return neighbour != vertex; });
    graph.row.push_back(static_cast<int>(graph.column.size()));
  }
  return graph;
}

// R-MAT (Chakrabarti et al. 2004) with the Graph500 probabilities, undirected, vertices shuffled.
Graph make_rmat(int scale, int edge_factor, unsigned seed) {
  const int vertices = 1 << scale;
  std::mt19937_64 random(seed);
  std::vector<int> label(vertices);
  std::iota(label.begin(), label.end(), 0);
  for (int i = vertices - 1; i > 0; --i) std::swap(label[i], label[random() % (i + 1)]);

  std::vector<std::pair<int, int>> edges(static_cast<size_t>(vertices) * edge_factor);
  for (auto& [from, to] : edges) {
    int u = 0, v = 0;
    unsigned long long bits = 0;
    for (int level = 0; level < scale; ++level, bits >>= 16) {
      if (level % 4 == 0) bits = random();
      const double p = static_cast<double>(bits & 0xffff) / 0x10000;
      const int quadrant = p < 0.57 ? 0 : p < 0.76 ? 1 : p < 0.95 ? 2 : 3;
      u = 2 * u + quadrant / 2;
      v = 2 * v + quadrant % 2;
    }
    from = label[u];
    to = label[v];
  }
  return graph_of(vertices, edges);
}

// Like a network of citations (Barabasi and Albert 1999): a vertex names `each` earlier ones, those that are named often
// more often than others. Low degrees, with a tail of a power law.
Graph make_citations(int vertices, int each, unsigned seed) {
  std::mt19937_64 random(seed);
  std::vector<std::pair<int, int>> edges;
  std::vector<int> named;  // a vertex as often as it has edges
  for (int vertex = 1; vertex < vertices; ++vertex) {
    for (int i = 0; i < each; ++i) {
      const int other = named.empty() || random() % 8 == 0 ? static_cast<int>(random() % vertex)
                                                           : named[random() % named.size()];
      edges.emplace_back(vertex, other);
    }
    for (int i = 0; i < each; ++i) {
      named.push_back(edges[edges.size() - 1 - i].second);
      named.push_back(vertex);
    }
  }
  return graph_of(vertices, edges);
}

// A square of width * width vertices, each linked to those beside, above and below it: no vertex has many
// neighbours, and no level many vertices.
Graph make_grid(int width) {
  Graph graph;
  graph.row.push_back(0);
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < width; ++x) {
      const int vertex = y * width + x;
      if (y > 0) graph.column.push_back(vertex - width);
      if (x > 0) graph.column.push_back(vertex - 1);
      if (x + 1 < width) graph.column.push_back(vertex + 1);
      if (y + 1 < width) graph.column.push_back(vertex + width);
      graph.row.push_back(static_cast<int>(graph.column.size()));
    }
  return graph;
}

// Making a large graph takes longer than searching it: with --graph, it is made once.
bool read_graph(const char* path, Graph& graph) {
  std::FILE* file = std::fopen(path, "rb");
  if (!file) return false;
  size_t sizes[2] = {0, 0};
  bool complete = std::fread(sizes, sizeof sizes, 1, file) == 1;
  graph.row.resize(sizes[0]);
  graph.column.resize(sizes[1]);
  complete = complete && std::fread(graph.row.data(), sizeof(int), sizes[0], file) == sizes[0] &&
             std::fread(graph.column.data(), sizeof(int), sizes[1], file) == sizes[1];
  std::fclose(file);
  return complete && sizes[0] > 1;
}

void write_graph(const char* path, const Graph& graph) {
  const size_t sizes[2] = {graph.row.size(), graph.column.size()};
  std::FILE* file = std::fopen(path, "wb");
  const bool complete = file && std::fwrite(sizes, sizeof sizes, 1, file) == 1 &&
                        std::fwrite(graph.row.data(), sizeof(int), sizes[0], file) == sizes[0] &&
                        std::fwrite(graph.column.data(), sizeof(int), sizes[1], file) == sizes[1];
  if (!file || std::fclose(file) != 0 || !complete) {
    std::fprintf(stderr, "bfs: cannot write %s\n", path);
    std::exit(2);
  }
}

std::vector<int> search_on_cpu(const Graph& graph, int source) {
  std::vector<int> distance(graph.vertices(), kUnvisited), frontier{source}, next;
  distance[source] = 0;
  for (int level = 0; !frontier.empty(); ++level) {
    next.clear();
    for (const int vertex : frontier)
      for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
        if (distance[graph.column[i]] == kUnvisited) {
          distance[graph.column[i]] = level + 1;
          next.push_back(graph.column[i]);
        }
    frontier.swap(next);
  }
  return distance;
}

// ---- the program

struct Options {
  int scale = 16, edge_factor = 16, seed = 1, repeats = 5, pending_limit = 0, grid = 0, citations = 0;
  bool flat = false;
  const char* graph = nullptr;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const auto value = [&] {
      if (i + 1 == argc || std::atoi(argv[i + 1]) <= 0) {
        std::fprintf(stderr, "bfs: %s needs a positive number\n", argv[i]);
        std::exit(2);
      }
      return std::atoi(argv[++i]);
    };
    if (!std::strcmp(argv[i], "--scale"))
      options.scale = value();
    else if (!std::strcmp(argv[i], "--edge-factor"))
      options.edge_factor = value();
    else if (!std::strcmp(argv[i], "--seed"))
      options.seed = value();
    else if (!std::strcmp(argv[i], "--repeats"))
      options.repeats = value();
    else if (!std::strcmp(argv[i], "--pending-limit"))
      options.pending_limit = value();
    else if (!std::strcmp(argv[i], "--grid"))
      options.grid = value();
    else if (!std::strcmp(argv[i], "--citations"))
      options.citations = value();
    else if (!std::strcmp(argv[i], "--graph") && i + 1 < argc)
      options.graph = argv[++i];
    else if (!std::strcmp(argv[i], "--flat"))
      options.flat = true;
    else {
      std::fprintf(stderr, "bfs: unknown option %s\n", argv[i]);
      std::exit(2);
    }
  }
  return options;
}

int main(int argc, char** argv) {
  const Options options = read_options(argc, argv);
  if (options.pending_limit > 0)
    CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, options.pending_limit));

  Graph graph;
  if (!options.graph || !read_graph(options.graph, graph)) {
    graph = options.grid        ? make_grid(options.grid)
            : options.citations ? make_citations(options.citations, 4, options.seed)
                                : make_rmat(options.scale, options.edge_factor, options.seed);
    if (options.graph) write_graph(options.graph, graph);
  }
  const int vertices = graph.vertices();
  int source = 0;  // in a grid, where no vertex has ten neighbours, the last corner
  while (source + 1 < vertices && graph.row[source + 1] - graph.row[source] < 10) ++source;
  const std::vector<int> expected = search_on_cpu(graph, source);

  int *row, *column, *distance, *changed, *changed_on_host;
  CHECK(cudaMalloc(&row, graph.row.size() * sizeof(int)));
  CHECK(cudaMalloc(&column, graph.column.size() * sizeof(int)));
  CHECK(cudaMalloc(&distance, vertices * sizeof(int)));
  CHECK(cudaMalloc(&changed, sizeof(int)));
  CHECK(cudaMallocHost(&changed_on_host, sizeof(int)));
  CHECK(cudaMemcpy(row, graph.row.data(), graph.row.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(column, graph.column.data(), graph.column.size() * sizeof(int), cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));

  std::vector<float> times_ms;
  size_t wrong = 0;
  int levels = 0;
  float all_ms = 0;
  while (static_cast<int>(times_ms.size()) < options.repeats && all_ms < kEnoughMs) {
    std::vector<int> result(vertices, kUnvisited);
    result[source] = 0;
    CHECK(cudaMemcpy(distance, result.data(), vertices * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaEventRecord(start));
    levels = 0;
    do {
      CHECK(cudaMemsetAsync(changed, 0, sizeof(int)));
      if (options.flat)
        expand_level_flat<<<(vertices + kBlock - 1) / kBlock, kBlock>>>(vertices, row, column, distance,
                                                                        levels, changed);
      else
        expand_level<<<(vertices + kBlock - 1) / kBlock, kBlock>>>(vertices, row, column, distance, levels,
                                                                   changed);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(changed_on_host, changed, sizeof(int), cudaMemcpyDeviceToHost));
      CHECK(cudaStreamSynchronize(nullptr));
      ++levels;
    } while (*changed_on_host);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float elapsed_ms = 0;
    CHECK(cudaEventElapsedTime(&elapsed_ms, start, stop));
    times_ms.push_back(elapsed_ms);
    all_ms += elapsed_ms;

    CHECK(cudaMemcpy(result.data(), distance, vertices * sizeof(int), cudaMemcpyDeviceToHost));
    for (int v = 0; v < vertices; ++v) wrong += result[v] != expected[v];
  }
  CHECK(cudaFree(row));
  CHECK(cudaFree(column));
  CHECK(cudaFree(distance));
  CHECK(cudaFree(changed));
  CHECK(cudaFreeHost(changed_on_host));

  const float first_ms = times_ms.front();
  std::sort(times_ms.begin(), times_ms.end());
  std::printf(
      "bfs: %s %s %d, %d vertices, %zu edges, %d levels; first %.3f ms, median %.3f ms, best %.3f ms\n",
      wrong ? "WRONG" : "ok",
      options.grid        ? "grid"
      : options.citations ? "citations"
                          : "scale",
      options.grid        ? options.grid
      : options.citations ? options.citations
                          : options.scale,
      vertices, graph.column.size(), levels, first_ms, times_ms[times_ms.size() / 2], times_ms.front());
  if (wrong) std::fprintf(stderr, "bfs: %zu distances differ from the CPU's\n", wrong);
  return wrong ? 1 : 0;
}
