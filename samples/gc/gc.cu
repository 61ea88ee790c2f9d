// Graph colouring by Jones and Plassmann's method with dynamic parallelism: in each round, a thread a vertex, and for
// each vertex without a colour one child grid over its neighbours.
//
//     gc [--scale N] [--edge-factor N] [--citations N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//        [--graph FILE]
//
// As it stands, a round launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` goes over the neighbours in a loop instead.
#include "../common/graph.h"
#include "../common/sample.h"

constexpr int kBlock = 128;
constexpr int kNone = -1;
constexpr int kColours = 64;  // that a vertex looks at in one round, a bit for each

// ---- the colouring

// By vertices. No two have one priority.
struct State {
  const int* priority;
  int* colour;
  int* first;                     // of the colours that the vertex looks at: all before it are taken
  unsigned long long* forbidden;  // those of them that neighbours have
  int* waits;                     // for a neighbour of higher priority
  int* left;                      // vertices without a colour, after a round
};

__global__ void examine_neighbours(const int* neighbours, int degree, int vertex, State state) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int neighbour = neighbours[i], colour = state.colour[neighbour];
  if (colour == kNone) {
    if (state.priority[neighbour] > state.priority[vertex]) state.waits[vertex] = 1;
    return;
  }
  const int bit = colour - state.first[vertex];
  if (bit >= 0 && bit < kColours) atomicOr(&state.forbidden[vertex], 1ull << bit);
}

__global__ void examine(int vertices, const int* row, const int* column, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || state.colour[vertex] != kNone) return;
  state.waits[vertex] = 0;
  state.forbidden[vertex] = 0;
  const int begin = row[vertex];
  const int degree = row[vertex + 1] - begin;
  if (degree > 0)
    examine_neighbours<<<(degree + kBlock - 1) / kBlock, kBlock>>>(column + begin, degree, vertex, state);
}

// The same without dynamic parallelism, for comparison.
__global__ void examine_flat(int vertices, const int* row, const int* column, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || state.colour[vertex] != kNone) return;
  const int priority = state.priority[vertex], first = state.first[vertex];
  unsigned long long forbidden = 0;
  int waits = 0;
  for (int i = row[vertex]; i < row[vertex + 1] && !waits; ++i) {
    const int bit = state.colour[column[i]] - first;
    if (state.colour[column[i]] == kNone)
      waits = state.priority[column[i]] > priority;
    else if (bit >= 0 && bit < kColours)
      forbidden |= 1ull << bit;
  }
  state.waits[vertex] = waits;
  state.forbidden[vertex] = forbidden;
}

// Vertices that wait for nobody are no neighbours of each other. One whose colours are all forbidden looks at the next
// ones in the next round.
__global__ void take_colours(int vertices, State state) {
  const int vertex = blockIdx.x * blockDim.x + threadIdx.x;
  if (vertex >= vertices || state.colour[vertex] != kNone) return;
  const unsigned long long allowed = ~state.forbidden[vertex];
  if (!state.waits[vertex] && allowed != 0) {
    state.colour[vertex] = state.first[vertex] + __ffsll(static_cast<long long>(allowed)) - 1;
    return;
  }
  if (!state.waits[vertex]) state.first[vertex] += kColours;
  *state.left = 1;
}

void colour_graph(int vertices, const int* row, const int* column, State state, int* left_on_host,
                  bool flat) {
  const int blocks = (vertices + kBlock - 1) / kBlock;
  do {
    CHECK(cudaMemsetAsync(state.left, 0, sizeof(int)));
    if (flat)
      examine_flat<<<blocks, kBlock>>>(vertices, row, column, state);
    else
      examine<<<blocks, kBlock>>>(vertices, row, column, state);
    CHECK(cudaGetLastError());
    take_colours<<<blocks, kBlock>>>(vertices, state);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(left_on_host, state.left, sizeof(int), cudaMemcpyDeviceToHost));
    CHECK(cudaStreamSynchronize(nullptr));
  } while (*left_on_host);
}

// A vertex gets the least colour that no neighbour of higher priority has: what the rounds find, whatever their number,
// is what vertices find that come one by one.
std::vector<int> colour_on_cpu(const Graph& graph, const std::vector<int>& priority) {
  std::vector<int> order(graph.vertices()), colour(graph.vertices(), kNone), taken_by;
  for (int vertex = 0; vertex < graph.vertices(); ++vertex)
    order[graph.vertices() - 1 - priority[vertex]] = vertex;
  for (const int vertex : order) {
    for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i) {
      const int taken = colour[graph.column[i]];
      if (taken == kNone) continue;
      if (static_cast<size_t>(taken) >= taken_by.size()) taken_by.resize(taken + 1, kNone);
      taken_by[taken] = vertex;
    }
    const auto free = std::find_if(taken_by.begin(), taken_by.end(), [&](int by) { return by != vertex; });
    colour[vertex] = static_cast<int>(free - taken_by.begin());
  }
  return colour;
}

size_t count_wrong(const Graph& graph, const std::vector<int>& colour, const std::vector<int>& expected) {
  size_t wrong = 0;
  for (int vertex = 0; vertex < graph.vertices(); ++vertex) {
    bool right = colour[vertex] == expected[vertex];
    for (int i = graph.row[vertex]; i < graph.row[vertex + 1]; ++i)
      right &= colour[graph.column[i]] != colour[vertex];
    wrong += !right;
  }
  return wrong;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("gc", argc, argv);
  const int scale = arguments.number("--scale", 14), edge_factor = arguments.number("--edge-factor", 16);
  const int citations = arguments.number("--citations", 0), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  const char* path = arguments.text("--graph");
  set_pending_limit(arguments);
  arguments.finish();

  Graph graph;
  if (!path || !read_graph(path, graph)) {
    constexpr int kEach = 8;  // that a vertex cites
    graph = citations ? make_citations(citations, kEach, seed) : make_rmat(scale, edge_factor, seed);
    if (path) write_graph(path, graph);
  }
  const int vertices = graph.vertices();
  std::vector<int> priority(vertices);
  std::iota(priority.begin(), priority.end(), 0);
  std::mt19937_64 random(seed);
  for (int i = vertices - 1; i > 0; --i) std::swap(priority[i], priority[random() % (i + 1)]);
  const std::vector<int> expected = colour_on_cpu(graph, priority);

  int *row = device_copy(graph.row), *column = device_copy(graph.column);
  int* priorities = device_copy(priority);
  State state{priorities, nullptr, nullptr, nullptr, nullptr, nullptr};
  int* left_on_host;
  CHECK(cudaMalloc(&state.colour, vertices * sizeof(int)));
  CHECK(cudaMalloc(&state.first, vertices * sizeof(int)));
  CHECK(cudaMalloc(&state.forbidden, vertices * sizeof(unsigned long long)));
  CHECK(cudaMalloc(&state.waits, vertices * sizeof(int)));
  CHECK(cudaMalloc(&state.left, sizeof(int)));
  CHECK(cudaMallocHost(&left_on_host, sizeof(int)));

  const int colours = 1 + *std::max_element(expected.begin(), expected.end());
  const std::string input =
      (citations ? "citations " + std::to_string(citations) : "scale " + std::to_string(scale)) + ", " +
      std::to_string(vertices) + " vertices, " + std::to_string(graph.column.size()) + " edges, " +
      std::to_string(colours) + " colours";
  const int exit_code = time_runs(
      "gc", input, repeats,
      [&] {
        CHECK(cudaMemset(state.colour, 0xff, vertices * sizeof(int)));
        CHECK(cudaMemset(state.first, 0, vertices * sizeof(int)));
      },
      [&] { colour_graph(vertices, row, column, state, left_on_host, flat); },
      [&] { return count_wrong(graph, host_copy(state.colour, vertices), expected); });
  for (int* memory : {row, column, priorities, state.colour, state.first, state.waits, state.left})
    CHECK(cudaFree(memory));
  CHECK(cudaFree(state.forbidden));
  CHECK(cudaFreeHost(left_on_host));
  return exit_code;
}
