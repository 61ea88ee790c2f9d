// Level-synchronous breadth-first search with dynamic parallelism: a thread a vertex, and for each vertex of the
// frontier one child grid over its neighbours.
//
//     bfs [--scale N] [--edge-factor N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the search launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` visits the neighbours in a loop instead.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <numeric>
#include <random>
#include <utility>
#include <vector>

#include <cuda_runtime.h>

#include <spawn/spawn.cuh>

static __device__ spawn::Site spawn_bfs[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_bfs_table(spawn_bfs, {{"bfs.cu:54:5", "expand_level", "visit_neighbours"}});

constexpr int kBlock = 128;
constexpr int kUnvisited = 1 << 30;

#define CHECK(call)                                                                          \
  do {                                                                                       \
    const cudaError_t error = (call);                                                        \
    if (error != cudaSuccess) {                                                              \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error));    \
      std::exit(2);                                                                          \
    }                                                                                        \
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

static __device__ __forceinline__ void visit_neighbours__thread(const spawn::Thread& spawn_thread, const int* neighbours, int degree, int* distance, int level, int* changed) {
  SPAWN_BUILTINS(spawn_thread);
  {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int neighbour = neighbours[i];
  if (distance[neighbour] == kUnvisited) {
    distance[neighbour] = level + 1;
    *changed = 1;
  }
  }
}
static __global__ void visit_neighbours__launched(spawn::Ticket spawn_ticket, const int* neighbours, int degree, int* distance, int level, int* changed) {
  const spawn::CtaScope spawn_scope(spawn_ticket);
  visit_neighbours__thread(spawn_scope.thread(), neighbours, degree, distance, level, changed);
}
static __device__ void visit_neighbours__spawn(const spawn::Launch& spawn_launch, const int* neighbours, int degree, int* distance, int level, int* changed) {
  if (const spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, degree)) {
    visit_neighbours__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, neighbours, degree, distance, level, changed);
    if (spawn::launched(spawn_launch, spawn_ticket)) return;
  }
  spawn::run_serial(spawn_launch, degree, [&](const spawn::Thread& spawn_thread) { visit_neighbours__thread(spawn_thread, neighbours, degree, distance, level, changed); });
}

__global__ void expand_level(int vertices, const int* row, const int* column, int* distance, int level, int* changed) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || distance[vertex] != level) return;
  const int begin = row[vertex];
  const int degree = row[vertex + 1] - begin;
  if (degree > 0)
    visit_neighbours__spawn(spawn::launch(spawn_bfs[0], (degree + kBlock - 1) / kBlock, kBlock), column + begin, degree, distance, level, changed);
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

// R-MAT (Chakrabarti et al. 2004) with the Graph500 probabilities, undirected, vertices shuffled.
Graph make_rmat(int scale, int edge_factor, unsigned seed) {
  const int vertices = 1 << scale;
  std::mt19937_64 random(seed);
  std::vector<int> label(vertices);
  std::iota(label.begin(), label.end(), 0);
  for (int i = vertices - 1; i > 0; --i) std::swap(label[i], label[random() % (i + 1)]);

  std::vector<std::pair<int, int>> edges;
  edges.reserve(2 * static_cast<size_t>(vertices) * edge_factor);
  for (size_t e = 0; e < static_cast<size_t>(vertices) * edge_factor; ++e) {
    int from = 0, to = 0;
    for (int bit = 0; bit < scale; ++bit) {
      const double p = static_cast<double>(random() >> 11) * 0x1p-53;
      const int quadrant = p < 0.57 ? 0 : p < 0.76 ? 1 : p < 0.95 ? 2 : 3;
      from = 2 * from + quadrant / 2;
      to = 2 * to + quadrant % 2;
    }
    if (from == to) continue;
    edges.emplace_back(label[from], label[to]);
    edges.emplace_back(label[to], label[from]);
  }
  std::sort(edges.begin(), edges.end());
  edges.erase(std::unique(edges.begin(), edges.end()), edges.end());

  Graph graph;
  graph.row.assign(vertices + 1, 0);
  graph.column.reserve(edges.size());
  for (const auto& [from, to] : edges) {
    ++graph.row[from + 1];
    graph.column.push_back(to);
  }
  std::partial_sum(graph.row.begin(), graph.row.end(), graph.row.begin());
  return graph;
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
  int scale = 16, edge_factor = 16, seed = 1, repeats = 5, pending_limit = 0;
  bool flat = false;
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
    if (!std::strcmp(argv[i], "--scale")) options.scale = value();
    else if (!std::strcmp(argv[i], "--edge-factor")) options.edge_factor = value();
    else if (!std::strcmp(argv[i], "--seed")) options.seed = value();
    else if (!std::strcmp(argv[i], "--repeats")) options.repeats = value();
    else if (!std::strcmp(argv[i], "--pending-limit")) options.pending_limit = value();
    else if (!std::strcmp(argv[i], "--flat")) options.flat = true;
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

  const Graph graph = make_rmat(options.scale, options.edge_factor, options.seed);
  const int vertices = graph.vertices();
  int source = 0;
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
  for (int repeat = 0; repeat < options.repeats; ++repeat) {
    std::vector<int> result(vertices, kUnvisited);
    result[source] = 0;
    CHECK(cudaMemcpy(distance, result.data(), vertices * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaEventRecord(start));
    levels = 0;
    do {
      CHECK(cudaMemsetAsync(changed, 0, sizeof(int)));
      if (options.flat)
        expand_level_flat<<<spawn::prepare((vertices + kBlock - 1) / kBlock), kBlock>>>(vertices, row, column, distance, levels, changed);
      else
        expand_level<<<spawn::prepare((vertices + kBlock - 1) / kBlock), kBlock>>>(vertices, row, column, distance, levels, changed);
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
  std::printf("bfs: %s scale %d, %d vertices, %zu edges, %d levels; first %.3f ms, median %.3f ms, best %.3f ms\n",
              wrong ? "WRONG" : "ok", options.scale, vertices, graph.column.size(), levels, first_ms,
              times_ms[times_ms.size() / 2], times_ms.front());
  if (wrong) std::fprintf(stderr, "bfs: %zu distances differ from the CPU's\n", wrong);
  return wrong ? 1 : 0;
}
