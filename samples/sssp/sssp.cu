// Single-source shortest paths with dynamic parallelism: the rounds of Bellman and Ford, with a thread a vertex, and
// for each vertex whose distance fell in the round before one child grid over its edges.
//
//     sssp [--scale N] [--edge-factor N] [--seed N] [--max-weight N] [--repeats N] [--flat] [--pending-limit N]
//          [--graph FILE] [--grid WIDTH | --citations VERTICES]
//
// As it stands, a round launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` relaxes the edges in a loop instead.
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "../common/graph.h"
#include "../common/sample.h"

constexpr int kBlock = 128;
constexpr int kUnreached = 1 << 30;

// ---- the search

// Vertices by number: how far the best path known to each is, and the last round that has to look at its edges.
struct State {
  int* distance;
  int* due;
  int* changed;
};

__device__ void relax(int neighbour, int distance, int round, State state) {
  if (distance < atomicMin(&state.distance[neighbour], distance)) {
    state.due[neighbour] = round + 1;
    *state.changed = 1;
  }
}

__global__ void relax_edges(const int* neighbours, const int* weights, int degree, int distance, int round,
                            State state) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < degree) relax(neighbours[i], distance + weights[i], round, state);
}

// A distance that falls while the round reads it makes its vertex due in the next one, so a stale read costs time only.
__global__ void expand_round(int vertices, const int* row, const int* column, const int* weight, int round,
                             State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || state.due[vertex] != round) return;
  const int begin = row[vertex];
  const int degree = row[vertex + 1] - begin;
  if (degree > 0)
    relax_edges<<<(degree + kBlock - 1) / kBlock, kBlock>>>(column + begin, weight + begin, degree,
                                                            state.distance[vertex], round, state);
}

// The same without dynamic parallelism, for comparison.
__global__ void expand_round_flat(int vertices, const int* row, const int* column, const int* weight,
                                  int round, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || state.due[vertex] != round) return;
  const int distance = state.distance[vertex];
  for (int i = row[vertex]; i < row[vertex + 1]; ++i) relax(column[i], distance + weight[i], round, state);
}

// ---- the graph

// An edge weighs the same in both directions. The weight comes from its ends, so that a file of a graph needs none, and
// bfs and sssp can share one.
std::vector<int> make_weights(const Graph& graph, int max_weight, unsigned seed) {
  std::vector<int> weight(graph.column.size());
  for (int vertex = 0; vertex < graph.vertices(); ++vertex)
    for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i) {
      const auto [low, high] = std::minmax(vertex, graph.column[i]);
      // the finaliser of SplitMix64 (Steele et al. 2014)
      unsigned long long bits =
          (static_cast<unsigned long long>(low) << 32 | high) + seed * 0x9e3779b97f4a7c15u;
      bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
      bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
      weight[i] = 1 + static_cast<int>((bits ^ bits >> 31) % max_weight);
    }
  return weight;
}

// Dijkstra's algorithm with Dial's buckets (1969): no path that waits is longer than the shortest one by more than an
// edge, so max_weight + 1 buckets go round.
std::vector<int> search_on_cpu(const Graph& graph, const std::vector<int>& weight, int max_weight,
                               int source) {
  std::vector<int> distance(graph.vertices(), kUnreached);
  std::vector<std::vector<int>> buckets(max_weight + 1);
  distance[source] = 0;
  buckets[0].push_back(source);
  size_t waiting = 1;
  for (int reached = 0; waiting > 0; ++reached) {
    std::vector<int>& bucket = buckets[reached % buckets.size()];
    while (!bucket.empty()) {
      const int vertex = bucket.back();
      bucket.pop_back();
      --waiting;
      if (distance[vertex] != reached) continue;  // a shorter path has been here
      for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i) {
        const int neighbour = graph.column[i], candidate = reached + weight[i];
        if (candidate >= distance[neighbour]) continue;
        distance[neighbour] = candidate;
        buckets[candidate % buckets.size()].push_back(neighbour);
        ++waiting;
      }
    }
  }
  return distance;
}

// ---- the program

struct Options {
  int scale = 16, edge_factor = 16, seed = 1, repeats = 5, pending_limit = 0, grid = 0, citations = 0,
      max_weight = 64;
  bool flat = false;
  const char* graph = nullptr;
};

Options read_options(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const auto value = [&] {
      if (i + 1 == argc || std::atoi(argv[i + 1]) <= 0) {
        std::fprintf(stderr, "sssp: %s needs a positive number\n", argv[i]);
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
    else if (!std::strcmp(argv[i], "--max-weight"))
      options.max_weight = value();
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
      std::fprintf(stderr, "sssp: unknown option %s\n", argv[i]);
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
  const std::vector<int> weight = make_weights(graph, options.max_weight, options.seed);
  int source = 0;  // in a grid, where no vertex has ten neighbours, the last corner
  while (source + 1 < vertices && graph.row[source + 1] - graph.row[source] < 10) ++source;
  const std::vector<int> expected = search_on_cpu(graph, weight, options.max_weight, source);

  int *row, *column, *weights, *changed_on_host;
  State state;
  CHECK(cudaMalloc(&row, graph.row.size() * sizeof(int)));
  CHECK(cudaMalloc(&column, graph.column.size() * sizeof(int)));
  CHECK(cudaMalloc(&weights, weight.size() * sizeof(int)));
  CHECK(cudaMalloc(&state.distance, vertices * sizeof(int)));
  CHECK(cudaMalloc(&state.due, vertices * sizeof(int)));
  CHECK(cudaMalloc(&state.changed, sizeof(int)));
  CHECK(cudaMallocHost(&changed_on_host, sizeof(int)));
  CHECK(cudaMemcpy(row, graph.row.data(), graph.row.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(column, graph.column.data(), graph.column.size() * sizeof(int), cudaMemcpyHostToDevice));
  CHECK(cudaMemcpy(weights, weight.data(), weight.size() * sizeof(int), cudaMemcpyHostToDevice));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));

  std::vector<float> times_ms;
  size_t wrong = 0;
  int rounds = 0;
  float all_ms = 0;
  while (static_cast<int>(times_ms.size()) < options.repeats && all_ms < kEnoughMs) {
    std::vector<int> result(vertices, kUnreached);
    result[source] = 0;
    CHECK(cudaMemcpy(state.distance, result.data(), vertices * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(state.due, 0xff, vertices * sizeof(int)));
    CHECK(cudaMemset(&state.due[source], 0, sizeof(int)));
    CHECK(cudaEventRecord(start));
    rounds = 0;
    do {
      CHECK(cudaMemsetAsync(state.changed, 0, sizeof(int)));
      if (options.flat)
        expand_round_flat<<<(vertices + kBlock - 1) / kBlock, kBlock>>>(vertices, row, column, weights,
                                                                        rounds, state);
      else
        expand_round<<<(vertices + kBlock - 1) / kBlock, kBlock>>>(vertices, row, column, weights, rounds,
                                                                   state);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(changed_on_host, state.changed, sizeof(int), cudaMemcpyDeviceToHost));
      CHECK(cudaStreamSynchronize(nullptr));
      ++rounds;
    } while (*changed_on_host);
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float elapsed_ms = 0;
    CHECK(cudaEventElapsedTime(&elapsed_ms, start, stop));
    times_ms.push_back(elapsed_ms);
    all_ms += elapsed_ms;

    CHECK(cudaMemcpy(result.data(), state.distance, vertices * sizeof(int), cudaMemcpyDeviceToHost));
    for (int v = 0; v < vertices; ++v) wrong += result[v] != expected[v];
  }
  CHECK(cudaFree(row));
  CHECK(cudaFree(column));
  CHECK(cudaFree(weights));
  CHECK(cudaFree(state.distance));
  CHECK(cudaFree(state.due));
  CHECK(cudaFree(state.changed));
  CHECK(cudaFreeHost(changed_on_host));

  const float first_ms = times_ms.front();
  std::sort(times_ms.begin(), times_ms.end());
  std::printf(
      "sssp: %s %s %d, %d vertices, %zu edges, %d rounds; first %.3f ms, median %.3f ms, best %.3f ms\n",
      wrong ? "WRONG" : "ok",
      options.grid        ? "grid"
      : options.citations ? "citations"
                          : "scale",
      options.grid        ? options.grid
      : options.citations ? options.citations
                          : options.scale,
      vertices, graph.column.size(), rounds, first_ms, times_ms[times_ms.size() / 2], times_ms.front());
  if (wrong) std::fprintf(stderr, "sssp: %zu distances differ from the CPU's\n", wrong);
  return wrong ? 1 : 0;
}
