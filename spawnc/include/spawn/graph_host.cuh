// What all regions of a process share: settings, counters, and the memory that their executables may take.
#pragma once

#include <atomic>
#include <memory>

#include "graph_build.cuh"
#include "graph_choice.cuh"
#include "graph_settings.cuh"
#include "mutex.cuh"

namespace spawn {
namespace detail {

class RegionGraphs;

// Of all regions at one place, in whatever thread. Never freed: the report is written when threads are gone.
struct RegionCounters {
  const char* where;
  std::atomic<unsigned long long> launches{0}, plain{0}, trips{0}, built{0}, patched{0}, rebuilt{0},
      evicted{0};
  std::atomic<long long> bytes{0}, most_bytes{0};  // of its executables: at present, and ever
  std::atomic<int> kind{Mode::kAuto}, steps{0};    // of the mode used last
  std::atomic<bool> in_turns{false};
  RegionCounters* next = nullptr;

  explicit RegionCounters(const char* place) : where(place) {}
  // Called with the host locked.
  void take(size_t size) {
    const long long now = bytes.fetch_add(static_cast<long long>(size)) + static_cast<long long>(size);
    if (now > most_bytes.load()) most_bytes.store(now);
  }
  void give(size_t size) { bytes.fetch_sub(static_cast<long long>(size)); }
  void used(Mode mode) {
    kind.store(mode.kind, std::memory_order_relaxed);
    steps.store(mode.steps, std::memory_order_relaxed);
    in_turns.store(mode.in_turns, std::memory_order_relaxed);
  }
  Mode mode() const { return {static_cast<Mode::Kind>(kind.load()), steps.load(), in_turns.load()}; }
};

inline void count(std::atomic<unsigned long long>& counter, unsigned long long by = 1) {
  counter.fetch_add(by, std::memory_order_relaxed);
}

// A topology on a device: what was recorded, and what was made of it.
struct Entry {
  int device = 0;
  cudaStream_t stream = nullptr;  // that it was launched into last
  Tape tape;
  std::vector<Executable> made;
  bool is_refused = false;  // CUDA can't instantiate it: it runs plainly
  bool words_only = false;  // CUDA can't instantiate it with its branches as nodes
  // CUDA can't patch it with copies and memsets as nodes: CUDA 12.4.0 could not, in conditional bodies.
  bool only_kernels = false;
  bool one_by_one = false;  // CUDA can't instantiate it with kernels that overlap
  uint64_t checked = 0;     // stamp of the tape as of which `is_launchable` was found
  bool is_launchable = true;
  unsigned long long runs = 0;  // since it was made, or evicted
  int evictions = 0;
  unsigned long long used = 0;  // tick of the last run
  Choices choices;              // of loops
  SequenceChoice choice;        // of sequences
};

struct DeviceBudget {
  size_t most = 0, held = 0;  // bytes, about
  size_t measured = 0, measured_nodes = 0;
  bool has_evicted = false;  // what is given back goes to later graphs, and measures nothing any more
};

struct GraphHost {
  static constexpr int kMostDevices = 64;
  Mutex mutex;
  std::atomic<bool> is_read{false};
  GraphSettings settings;
  RegionCounters* counters = nullptr;
  std::vector<RegionGraphs*> regions;
  DeviceBudget budgets[kMostDevices];
  std::atomic<unsigned long long> ticks{0};
};

// Outlives every static object and atexit handler. No local variable: the CPU backend initialises those without a guard,
// and several threads may come first.
inline GraphHost* const the_graph_host = new GraphHost;
inline GraphHost& graph_host() { return *the_graph_host; }

// Read once; a region asks at each run.
inline const GraphSettings& graph_settings() {
  GraphHost& host = graph_host();
  if (!host.is_read.load(std::memory_order_acquire)) {
    const Mutex::Guard lock(host.mutex);
    if (!host.is_read.load(std::memory_order_relaxed)) {
      read_graph_settings(host.settings);
      host.is_read.store(true, std::memory_order_release);
    }
  }
  return host.settings;
}

inline RegionCounters* counters_of(GraphHost& host, const char* where) {
  for (RegionCounters* counters = host.counters; counters; counters = counters->next)
    if (std::strcmp(counters->where, where) == 0) return counters;
  RegionCounters** last = &host.counters;
  while (*last) last = &(*last)->next;
  return *last = new RegionCounters(where);
}

// Measured (H200, CUDA 13.0): 2.3 to 4 KiB a node. cudaMemGetInfo() shows steps of 2 MiB, so it takes many nodes to know.
inline size_t bytes_of_node(const DeviceBudget& budget) {
  constexpr size_t kGuess = 4096, kEnoughNodes = 2048, kLeast = 1024, kMost = 65536;
  if (budget.measured_nodes < kEnoughNodes) return kGuess;
  const size_t each = budget.measured / budget.measured_nodes;
  return each < kLeast ? kLeast : each > kMost ? kMost : each;
}

// Of the current device; about. Called with the host locked.
inline DeviceBudget& budget_of(GraphHost& host, int device, size_t* free_bytes) {
  DeviceBudget& budget = host.budgets[device];
  size_t total = 0;
  if (cudaMemGetInfo(free_bytes, &total) != cudaSuccess) *free_bytes = total = 0;
  if (budget.most == 0) budget.most = host.settings.bytes > 0 ? host.settings.bytes : total / 64;
  return budget;
}

// Called with the host locked.
inline void release(GraphHost& host, RegionCounters& counters, Entry& entry) {
  for (Executable& made : entry.made) {
    host.budgets[entry.device].held -= made.bytes;
    counters.give(made.bytes);
    destroy(made);
  }
  entry.made.clear();
}

}  // namespace detail
}  // namespace spawn
