// A minimum spanning forest with dynamic parallelism: the rounds of Boruvka, with a thread a vertex, and for each vertex
// one child grid over its edges, which looks for the cheapest one that leaves the vertex's component.
//
//     mst [--scale N] [--edge-factor N] [--grid WIDTH] [--max-weight N] [--seed N] [--repeats N] [--flat]
//         [--pending-limit N]
//
// As it stands, a round launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` looks at the edges in a loop instead.
#include "../common/graph.h"
#include "../common/sample.h"

constexpr int kBlock = 128;

using Key = unsigned long long;
constexpr Key kNoEdge = ~0ull;
constexpr int kMostRounds = 32;  // each halves the components that have edges to others

// ---- the forest

// An edge of a vertex: where it leads, and its weight above its number, so that no two edges weigh the same.
struct Edge {
  Key key;
  int to;
};

struct Ends {
  int a, b;
};

struct Edges {
  const int* row;
  const Edge* edges;  // each of them twice, once for each end
  const Ends* ends;   // by the edge's number
};

// By vertex; a component has the number of one of its vertices.
struct State {
  int* component;
  Key* cheapest;  // edge that leaves a component
  int* joined;    // the component that a component becomes a part of, perhaps itself
  int* chosen;    // by the edge's number: whether it belongs to the forest
  int* changed;
};

__host__ __device__ unsigned number_of(Key key) { return static_cast<unsigned>(key); }

__device__ bool leaves(const Edge& edge, int component, State state) {
  return state.component[edge.to] != component;
}

__global__ void look_at_edges(const Edge* edges, int degree, int component, State state) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree || !leaves(edges[i], component, state)) return;
  // most edges are no cheaper than what was found, and need not take turns to say so
  if (edges[i].key < state.cheapest[component]) atomicMin(&state.cheapest[component], edges[i].key);
}

__global__ void find_cheapest(int vertices, Edges graph, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices) return;
  const int begin = graph.row[vertex];
  const int degree = graph.row[vertex + 1] - begin;
  if (degree > 0)
    look_at_edges<<<(degree + kBlock - 1) / kBlock, kBlock>>>(graph.edges + begin, degree,
                                                              state.component[vertex], state);
}

// The same without dynamic parallelism, for comparison.
__global__ void find_cheapest_flat(int vertices, Edges graph, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices) return;
  const int component = state.component[vertex];
  Key cheapest = kNoEdge;
  for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
    if (leaves(graph.edges[i], component, state)) cheapest = min(cheapest, graph.edges[i].key);
  if (cheapest < state.cheapest[component]) atomicMin(&state.cheapest[component], cheapest);
}

// A thread a component. Of two that choose the same edge, one stays what it is: no others go around in a circle.
__global__ void join_components(int vertices, Edges graph, State state) {
  const int component = blockIdx.x * blockDim.x + threadIdx.x;
  if (component >= vertices || state.component[component] != component) return;
  state.joined[component] = component;
  const Key key = state.cheapest[component];
  if (key == kNoEdge) return;
  const Ends ends = graph.ends[number_of(key)];
  const int a = state.component[ends.a], b = state.component[ends.b], other = a == component ? b : a;
  if (state.cheapest[other] != key || other < component) state.joined[component] = other;
  state.chosen[number_of(key)] = 1;
  *state.changed = 1;
}

__global__ void relabel(int vertices, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices) return;
  int component = state.component[vertex];
  // without the edges of a child that was dropped, components can go around in a circle: that has to end, too
  for (int steps = 0; steps < vertices && state.joined[component] != component; ++steps)
    component = state.joined[component];
  state.component[vertex] = component;
  state.cheapest[vertex] = kNoEdge;
}

// ---- the graph

struct Weighted {
  std::vector<Edge> edges;
  std::vector<Ends> ends;
  std::vector<Key> keys;
};

Weighted weigh(const Graph& graph, int max_weight, unsigned seed) {
  std::mt19937 random(seed);
  Weighted weighted;
  weighted.edges.resize(graph.column.size());
  // vertices come in order, and so do the neighbours in each row: those that were there before are its first
  std::vector<int> next(graph.row.begin(), graph.row.end() - 1);
  for (int vertex = 0; vertex < graph.vertices(); ++vertex)
    for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i) {
      const int other = graph.column[i];
      if (other < vertex) continue;
      const Key key = static_cast<Key>(random() % max_weight + 1) << 32 | weighted.keys.size();
      weighted.keys.push_back(key);
      weighted.ends.push_back({vertex, other});
      weighted.edges[i] = {key, other};
      weighted.edges[next[other]++] = {key, vertex};
    }
  return weighted;
}

// Kruskal's algorithm. Keys differ, so there is one forest only.
std::vector<int> choose_on_cpu(int vertices, const Weighted& weighted) {
  std::vector<Key> keys = weighted.keys;
  std::sort(keys.begin(), keys.end());
  std::vector<int> part_of(vertices), chosen(keys.size());
  std::iota(part_of.begin(), part_of.end(), 0);
  const auto find = [&](int vertex) {
    while (part_of[vertex] != vertex) vertex = part_of[vertex] = part_of[part_of[vertex]];
    return vertex;
  };
  for (const Key key : keys) {
    const Ends ends = weighted.ends[number_of(key)];
    const int a = find(ends.a), b = find(ends.b);
    chosen[number_of(key)] = a != b;
    part_of[a] = b;
  }
  return chosen;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("mst", argc, argv);
  const int scale = arguments.number("--scale", 16), edge_factor = arguments.number("--edge-factor", 16);
  const int width = arguments.number("--grid", 0), max_weight = arguments.number("--max-weight", 1000);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  const Graph graph = width ? make_grid(width) : make_rmat(scale, edge_factor, seed);
  const Weighted weighted = weigh(graph, max_weight, seed);
  const int vertices = graph.vertices(), edges = static_cast<int>(weighted.keys.size());
  const std::vector<int> expected = choose_on_cpu(vertices, weighted);
  unsigned long long weight = 0;
  for (int i = 0; i < edges; ++i) weight += expected[i] ? weighted.keys[i] >> 32 : 0;

  std::vector<int> each_its_own(vertices);
  std::iota(each_its_own.begin(), each_its_own.end(), 0);
  int* row = device_copy(graph.row);
  Edge* edge = device_copy(weighted.edges);
  Ends* ends = device_copy(weighted.ends);
  const Edges on_device{row, edge, ends};
  const State state{device_copy(each_its_own), device_copy(std::vector<Key>(vertices)),
                    device_copy(each_its_own), device_copy(expected), device_copy(std::vector<int>(1))};
  int* changed_on_host;
  CHECK(cudaMallocHost(&changed_on_host, sizeof(int)));

  const auto prepare = [&] {
    CHECK(cudaMemcpy(state.component, each_its_own.data(), vertices * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(state.cheapest, 0xff, vertices * sizeof(Key)));
    CHECK(cudaMemset(state.chosen, 0, edges * sizeof(int)));
  };
  const auto run = [&] {
    const int blocks = (vertices + kBlock - 1) / kBlock;
    *changed_on_host = 1;
    for (int round = 0; *changed_on_host && round < kMostRounds; ++round) {
      CHECK(cudaMemsetAsync(state.changed, 0, sizeof(int)));
      if (flat)
        find_cheapest_flat<<<blocks, kBlock>>>(vertices, on_device, state);
      else
        find_cheapest<<<blocks, kBlock>>>(vertices, on_device, state);
      CHECK(cudaGetLastError());
      join_components<<<blocks, kBlock>>>(vertices, on_device, state);
      CHECK(cudaGetLastError());
      relabel<<<blocks, kBlock>>>(vertices, state);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(changed_on_host, state.changed, sizeof(int), cudaMemcpyDeviceToHost));
      CHECK(cudaStreamSynchronize(nullptr));
    }
  };
  const auto check = [&] {
    const std::vector<int> chosen = host_copy(state.chosen, edges);
    size_t wrong = 0;
    for (int i = 0; i < edges; ++i) wrong += chosen[i] != expected[i];
    return wrong;
  };

  const std::string input = (width ? "grid " + std::to_string(width) : "scale " + std::to_string(scale)) +
                            ", " + std::to_string(vertices) + " vertices, " + std::to_string(edges) +
                            " edges, weight " + std::to_string(weight);
  const int exit_code = time_runs("mst", input, repeats, prepare, run, check);
  CHECK(cudaFree(row));
  CHECK(cudaFree(edge));
  CHECK(cudaFree(ends));
  CHECK(cudaFree(state.component));
  CHECK(cudaFree(state.cheapest));
  CHECK(cudaFree(state.joined));
  CHECK(cudaFree(state.chosen));
  CHECK(cudaFree(state.changed));
  CHECK(cudaFreeHost(changed_on_host));
  return exit_code;
}
