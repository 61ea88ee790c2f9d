// Single-source shortest paths with dynamic parallelism: the rounds of Bellman and Ford, with a thread a vertex, and
// for each vertex whose distance fell in the round before one child grid over its edges.
//
//     sssp [--scale N] [--edge-factor N] [--seed N] [--max-weight N] [--repeats N] [--flat] [--pending-limit N]
//          [--graph FILE] [--grid WIDTH | --citations VERTICES | --power-law N]
//
// As it stands, a round launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` relaxes the edges in a loop instead.
#include <string>
#include <vector>

#include "../common/sample.h"
#include "../common/searched.h"

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
__global__ void expand_round(int vertices, const long long* row, const int* column, const int* weight,
                             int round, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || state.due[vertex] != round) return;
  const long long begin = row[vertex];
  const int degree = static_cast<int>(row[vertex + 1] - begin);
  if (degree > 0)
    relax_edges<<<(degree + kBlock - 1) / kBlock, kBlock>>>(column + begin, weight + begin, degree,
                                                            state.distance[vertex], round, state);
}

// The same without dynamic parallelism, for comparison.
__global__ void expand_round_flat(int vertices, const long long* row, const int* column, const int* weight,
                                  int round, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || state.due[vertex] != round) return;
  const int distance = state.distance[vertex];
  for (long long i = row[vertex]; i < row[vertex + 1]; ++i)
    relax(column[i], distance + weight[i], round, state);
}

// ---- the graph

// An edge weighs the same in both directions. The weight comes from its ends, so that a file of a graph needs none, and
// bfs and sssp can share one.
std::vector<int> make_weights(const Graph& graph, int max_weight, unsigned seed) {
  std::vector<int> weight(graph.column.size());
  on_all_cores([&](int core, int cores) {
    for (int vertex = core; vertex < graph.vertices(); vertex += cores)
      for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i) {
        const auto [low, high] = std::minmax(vertex, graph.column[i]);
        const unsigned long long ends = static_cast<unsigned long long>(low) << 32 | high;
        weight[i] = 1 + static_cast<int>(draw(ends, seed) % max_weight);
      }
  });
  return weight;
}

// In a graph that only the device holds, it comes from the edge's number.
__host__ __device__ int power_law_weight(long long edge, int max_weight, unsigned seed) {
  return 1 + draw_below(max_weight, edge, seed + 2ull);
}

__global__ void write_weights(long long edges, int max_weight, unsigned seed, int* weight) {
  const long long edge = static_cast<long long>(blockIdx.x) * blockDim.x + threadIdx.x;
  if (edge < edges) weight[edge] = power_law_weight(edge, max_weight, seed);
}

int* power_law_weights(long long edges, int max_weight, unsigned seed) {
  int* weight;
  CHECK(cudaMalloc(&weight, edges * sizeof(int)));
  write_weights<<<static_cast<unsigned>((edges + kBlock - 1) / kBlock), kBlock>>>(edges, max_weight, seed,
                                                                                  weight);
  CHECK(cudaGetLastError());
  return weight;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("sssp", argc, argv);
  const int max_weight = arguments.number("--max-weight", 64), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  const Searched graph = searched_graph(arguments);
  const int vertices = graph.vertices, blocks = (vertices + kBlock - 1) / kBlock;
  std::vector<int> length;
  if (!graph.is_drawn) length = make_weights(graph.graph, max_weight, graph.seed);

  long long* row = device_copy(graph.first_edge);
  int* column = graph.columns_on_device();
  int* weight = graph.is_drawn ? power_law_weights(graph.edges, max_weight, graph.seed) : device_copy(length);
  int* changed_on_host;
  State state;
  CHECK(cudaMalloc(&state.distance, vertices * sizeof(int)));
  CHECK(cudaMalloc(&state.due, vertices * sizeof(int)));
  CHECK(cudaMalloc(&state.changed, sizeof(int)));
  CHECK(cudaMallocHost(&changed_on_host, sizeof(int)));

  std::vector<int> initial(vertices, kUnreached), known;
  initial[graph.source] = 0;
  int rounds = 0;
  std::string input;
  Work work;
  const auto prepare = [&] {
    CHECK(cudaMemcpy(state.distance, initial.data(), vertices * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(state.due, 0xff, vertices * sizeof(int)));
    CHECK(cudaMemset(&state.due[graph.source], 0, sizeof(int)));
  };
  const auto run = [&] {
    rounds = 0;
    do {
      CHECK(cudaMemsetAsync(state.changed, 0, sizeof(int)));
      if (flat)
        expand_round_flat<<<blocks, kBlock>>>(vertices, row, column, weight, rounds, state);
      else
        expand_round<<<blocks, kBlock>>>(vertices, row, column, weight, rounds, state);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(changed_on_host, state.changed, sizeof(int), cudaMemcpyDeviceToHost));
      CHECK(cudaStreamSynchronize(nullptr));
      ++rounds;
    } while (*changed_on_host);
  };
  const auto check = [&]() -> size_t {
    input = described(graph, rounds, "rounds");
    // each round looks at all of `due`; the edges of each vertex and their weights are read, and its distance and the round
    // that it is due are written, at least once
    work = {graph.edges, "edges",
            4ll * vertices * rounds + 8ll * vertices + 8 * graph.edges + 8ll * vertices};
    const auto length_of = [&](long long edge) {
      return graph.is_drawn ? power_law_weight(edge, max_weight, graph.seed) : length[edge];
    };
    return count_wrong(graph, state.distance, kUnreached, known, length_of);
  };
  const int exit_code = time_runs("sssp", input, repeats, prepare, run, check, work);
  CHECK(cudaFree(row));
  for (int* memory : {column, weight, state.distance, state.due, state.changed}) CHECK(cudaFree(memory));
  CHECK(cudaFreeHost(changed_on_host));
  return exit_code;
}
