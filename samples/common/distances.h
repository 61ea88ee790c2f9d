// A check of shortest paths that takes one look at each edge, on all cores.
#pragma once

#include <atomic>
#include <vector>

#include "sample.h"

// Distances from `source` are right if no edge is a short cut, and if each other vertex that is reached has an edge from one
// that is nearer by the length of that edge: lengths are positive, so such edges lead back to the source. Returns how many
// vertices are not right. Edges of vertex v have the numbers from row[v] to row[v + 1]; `target` and `length` are functions of
// such a number.
template <typename Offset, typename Target, typename Length>
size_t count_wrong_distances(const std::vector<Offset>& row, const std::vector<int>& distance, int source,
                             int unreached, Target&& target, Length&& length) {
  constexpr long long kShare = 4096;  // vertices at a time: their edges are not equally many
  constexpr int kAhead = 32;          // edges whose ends are fetched together, since most are not in a cache
  const long long vertices = static_cast<long long>(distance.size());
  std::vector<std::atomic<bool>> is_explained(distance.size());
  is_explained[source] = distance[source] == 0;
  std::atomic<long long> next{0};
  std::atomic<size_t> wrong{0};
  on_all_cores([&](int, int) {
    for (long long begin; (begin = next.fetch_add(kShare)) < vertices;)
      for (long long vertex = begin; vertex < std::min(begin + kShare, vertices); ++vertex) {
        if (distance[vertex] >= unreached) continue;
        bool has_short_cut = false;
        for (long long first = row[vertex]; first < row[vertex + 1]; first += kAhead) {
          const long long last = std::min<long long>(first + kAhead, row[vertex + 1]);
          int ends[kAhead];
          for (long long edge = first; edge < last; ++edge) {
            ends[edge - first] = target(edge);
            __builtin_prefetch(&distance[ends[edge - first]]);
            __builtin_prefetch(&is_explained[ends[edge - first]]);
          }
          for (long long edge = first; edge < last; ++edge) {
            const int end = ends[edge - first], by_edge = distance[vertex] + length(edge);
            has_short_cut |= distance[end] > by_edge;
            // a store takes the line from all other cores, and one is enough
            if (distance[end] == by_edge && end != source &&
                !is_explained[end].load(std::memory_order_relaxed))
              is_explained[end].store(true, std::memory_order_relaxed);
          }
        }
        wrong += has_short_cut;
      }
  });
  for (long long vertex = 0; vertex < vertices; ++vertex)
    wrong += !is_explained[vertex].load(std::memory_order_relaxed) && distance[vertex] != unreached;
  return wrong;
}
