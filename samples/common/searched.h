// The graphs that searches for distances run on: made as options say, from a file, or as large as the device's memory.
#pragma once

#include <string>
#include <vector>

#include "distances.h"
#include "graph.h"
#include "power_law.h"
#include "sample.h"

struct Searched {
  std::string name;
  Graph graph;    // without edges where they follow a power law: the device has those
  bool is_drawn;  // by a power law
  unsigned seed;
  std::vector<long long> first_edge;  // of each vertex, and the number of edges
  int vertices, source;
  long long edges;

  int target(long long edge) const { return is_drawn ? target_of(edge, vertices, seed) : graph.column[edge]; }
  int* columns_on_device() const {
    return is_drawn ? power_law_columns(first_edge, seed) : device_copy(graph.column);
  }
};

// Reads the last options of a program.
inline Searched searched_graph(Arguments& arguments) {
  const int scale = arguments.number("--scale", 16), edge_factor = arguments.number("--edge-factor", 16);
  const int grid = arguments.number("--grid", 0), citations = arguments.number("--citations", 0);
  const int power_law = arguments.number("--power-law", 0), seed = arguments.number("--seed", 1);
  const char* const file = arguments.text("--graph");
  arguments.finish();

  Searched searched{};
  searched.name = grid        ? "grid " + std::to_string(grid)
                  : citations ? "citations " + std::to_string(citations)
                  : power_law ? "power law " + std::to_string(power_law)
                              : "scale " + std::to_string(scale);
  searched.is_drawn = power_law > 0;
  searched.seed = seed;
  if (searched.is_drawn) {
    searched.first_edge = power_law_rows(1 << power_law, edge_factor, 1 << power_law, seed);
  } else {
    Graph& graph = searched.graph;
    if (!file || !read_graph(file, graph)) {
      graph = grid        ? make_grid(grid)
              : citations ? make_citations(citations, 4, seed)
                          : make_rmat(scale, edge_factor, seed);
      if (file) write_graph(file, graph);
    }
    searched.first_edge.assign(graph.row.begin(), graph.row.end());
  }
  const std::vector<long long>& first = searched.first_edge;
  searched.vertices = static_cast<int>(first.size()) - 1;
  searched.edges = first.back();
  int& source = searched.source;  // in a grid, where no vertex has ten neighbours, the last corner
  while (source + 1 < searched.vertices && first[source + 1] - first[source] < 10) ++source;
  return searched;
}

// What a run did: `steps` levels or rounds.
inline std::string described(const Searched& graph, int steps, const char* what) {
  return graph.name + ", " + std::to_string(graph.vertices) + " vertices, " + std::to_string(graph.edges) +
         " edges, " + std::to_string(steps) + " " + what;
}

// How many distances are wrong. Those that are right are kept in `known`: a later run only has to find the same.
template <typename Length>
size_t count_wrong(const Searched& graph, const int* distance_on_device, int unreached,
                   std::vector<int>& known, Length&& length) {
  std::vector<int> result = host_copy(distance_on_device, graph.vertices);
  if (result == known) return 0;
  const auto target = [&](long long edge) { return graph.target(edge); };
  const size_t wrong =
      count_wrong_distances(graph.first_edge, result, graph.source, unreached, target, length);
  if (!wrong) known.swap(result);
  return wrong;
}
