// Breadth-first search by frontier lists with dynamic parallelism: a thread for each vertex of the list, and one child grid
// over its neighbours, which claim those that nobody has reached and append them to the list of the next level.
//
//     frontier [--scale N] [--edge-factor N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//              [--graph FILE] [--grid WIDTH | --citations VERTICES | --power-law N]
//
// As it stands, a level launches more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` visits the neighbours in a loop instead.
#include <string>
#include <utility>
#include <vector>

#include "../common/sample.h"
#include "../common/searched.h"

constexpr int kBlock = 128;
constexpr int kUnvisited = 1 << 30;

// ---- the search

// Whoever reaches a vertex first appends it. The order of a list depends on the schedule, and distances don't.
__device__ void visit(int vertex, int level, int* distance, int* next, int* next_size) {
  if (distance[vertex] == kUnvisited && atomicCAS(&distance[vertex], kUnvisited, level + 1) == kUnvisited)
    next[atomicAdd(next_size, 1)] = vertex;
}

__global__ void visit_neighbours(const int* neighbours, int degree, int level, int* distance, int* next,
                                 int* next_size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < degree) visit(neighbours[i], level, distance, next, next_size);
}

__global__ void expand_frontier(const int* frontier, int size, const long long* row, const int* column,
                                int level, int* distance, int* next, int* next_size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const int vertex = frontier[i];
  const long long begin = row[vertex];
  const int degree = static_cast<int>(row[vertex + 1] - begin);
  if (degree > 0)
    visit_neighbours<<<(degree + kBlock - 1) / kBlock, kBlock>>>(column + begin, degree, level, distance,
                                                                 next, next_size);
}

// The same without dynamic parallelism, for comparison.
__global__ void expand_frontier_flat(const int* frontier, int size, const long long* row, const int* column,
                                     int level, int* distance, int* next, int* next_size) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size) return;
  const int vertex = frontier[i];
  for (long long edge = row[vertex]; edge < row[vertex + 1]; ++edge)
    visit(column[edge], level, distance, next, next_size);
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("frontier", argc, argv);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  const Searched graph = searched_graph(arguments);
  const int vertices = graph.vertices;

  long long* row = device_copy(graph.first_edge);
  int* column = graph.columns_on_device();
  int *distance, *lists[2], *next_size, *size;
  CHECK(cudaMalloc(&distance, vertices * sizeof(int)));
  for (int*& list : lists) CHECK(cudaMalloc(&list, vertices * sizeof(int)));
  CHECK(cudaMalloc(&next_size, sizeof(int)));
  CHECK(cudaMallocHost(&size, sizeof(int)));

  std::vector<int> initial(vertices, kUnvisited), known;
  initial[graph.source] = 0;
  int levels = 0;
  std::string input;
  Work work;
  const auto prepare = [&] {
    CHECK(cudaMemcpy(distance, initial.data(), vertices * sizeof(int), cudaMemcpyHostToDevice));
    CHECK(cudaMemcpy(lists[0], &graph.source, sizeof(int), cudaMemcpyHostToDevice));
  };
  const auto run = [&] {
    int *frontier = lists[0], *next = lists[1];
    levels = 0;
    *size = 1;
    do {
      const int blocks = (*size + kBlock - 1) / kBlock;
      CHECK(cudaMemsetAsync(next_size, 0, sizeof(int)));
      if (flat)
        expand_frontier_flat<<<blocks, kBlock>>>(frontier, *size, row, column, levels, distance, next,
                                                 next_size);
      else
        expand_frontier<<<blocks, kBlock>>>(frontier, *size, row, column, levels, distance, next, next_size);
      CHECK(cudaGetLastError());
      CHECK(cudaMemcpyAsync(size, next_size, sizeof(int), cudaMemcpyDeviceToHost));
      CHECK(cudaStreamSynchronize(nullptr));
      std::swap(frontier, next);
      ++levels;
    } while (*size > 0);
  };
  const auto check = [&]() -> size_t {
    input = described(graph, levels, "levels");
    // the edges of each vertex are read once, and its place in them, in a list and its distance are read or written
    work = {graph.edges, "edges", 8ll * vertices + 4 * graph.edges + 3 * 4ll * vertices};
    return count_wrong(graph, distance, kUnvisited, known, [](long long) { return 1; });
  };
  const int exit_code = time_runs("frontier", input, repeats, prepare, run, check, work);
  CHECK(cudaFree(row));
  CHECK(cudaFree(column));
  CHECK(cudaFree(distance));
  for (int* list : lists) CHECK(cudaFree(list));
  CHECK(cudaFree(next_size));
  CHECK(cudaFreeHost(size));
  return exit_code;
}
