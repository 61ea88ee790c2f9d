// The graphs of the samples: undirected, in compressed sparse rows, made by seeded generators.
#pragma once

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <iterator>
#include <numeric>
#include <random>
#include <string>
#include <utility>
#include <vector>

struct Graph {
  std::vector<int> row, column;
  int vertices() const { return static_cast<int>(row.size()) - 1; }
  int degree(int vertex) const { return row[vertex + 1] - row[vertex]; }
};

// Both directions of each edge, neighbours sorted by counting, without loops and duplicates.
inline Graph graph_of(int vertices, const std::vector<std::pair<int, int>>& edges) {
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

// R-MAT (Chakrabarti et al. 2004) with the probabilities of Graph500, vertices shuffled: few vertices have most edges.
inline Graph make_rmat(int scale, int edge_factor, unsigned seed) {
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
inline Graph make_citations(int vertices, int each, unsigned seed) {
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

// A square of width * width vertices, each linked to those beside, above and below it.
inline Graph make_grid(int width) {
  std::vector<std::pair<int, int>> edges;
  for (int y = 0; y < width; ++y)
    for (int x = 0; x < width; ++x) {
      const int vertex = y * width + x;
      if (x + 1 < width) edges.emplace_back(vertex, vertex + 1);
      if (y + 1 < width) edges.emplace_back(vertex, vertex + width);
    }
  return graph_of(width * width, edges);
}

// Making a large graph takes longer than most of what is done with it: one in a file is made once.
inline bool read_graph(const char* path, Graph& graph) {
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

// In one piece: a program that is ended while it writes leaves no half of a graph.
inline void write_graph(const char* path, const Graph& graph) {
  const size_t sizes[2] = {graph.row.size(), graph.column.size()};
  const std::string unfinished = std::string(path) + ".new";
  std::FILE* file = std::fopen(unfinished.c_str(), "wb");
  const bool complete = file && std::fwrite(sizes, sizeof sizes, 1, file) == 1 &&
                        std::fwrite(graph.row.data(), sizeof(int), sizes[0], file) == sizes[0] &&
                        std::fwrite(graph.column.data(), sizeof(int), sizes[1], file) == sizes[1];
  if (!file || std::fclose(file) != 0 || !complete || std::rename(unfinished.c_str(), path) != 0) {
    std::fprintf(stderr, "cannot write %s\n", path);
    std::exit(2);
  }
}
