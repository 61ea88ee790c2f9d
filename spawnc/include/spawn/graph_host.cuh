// What all regions of a process share: settings, counters, and the memory that their executables may take.
#pragma once

#include <atomic>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <mutex>

#include "graph_build.cuh"
#include "graph_choice.cuh"
#include "report_parts.cuh"

namespace spawn {
namespace detail {

class RegionState;

// Of all regions at one place, in whatever thread. Never freed: the report is written when threads are gone.
struct RegionCounters {
  const char* where;
  std::atomic<unsigned long long> launches{0}, plain{0}, trips{0}, built{0}, patched{0}, rebuilt{0},
      evicted{0};
  std::atomic<long long> bytes{0}, most_bytes{0};  // of its executables: at present, and ever
  std::atomic<int> kind{Mode::kAuto}, steps{0};    // of the mode used last
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
  }
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
  uint64_t checked = 0;     // stamp of the tape as of which `is_launchable` was found
  bool is_launchable = true;
  unsigned long long runs = 0;  // since it was made, or evicted
  int evictions = 0;
  unsigned long long used = 0;  // tick of the last run
  Choices choices;              // of loops
};

struct DeviceBudget {
  size_t most = 0, held = 0;  // bytes, about
  size_t measured = 0, measured_nodes = 0;
  bool has_evicted = false;  // what is given back goes to later graphs, and measures nothing any more
};

struct GraphSettings {
  bool graphs = true;  // SPAWN_GRAPHS
  Mode loop;           // SPAWN_LOOP
  bool has_loop = false;
  bool as_nodes = true, as_words = true;  // SPAWN_COND: how branches may be made
  size_t bytes = 0;                       // SPAWN_GRAPH_BYTES; 0: by the device's memory
  unsigned long long after = 8;           // SPAWN_GRAPH_AFTER
  GraphAbilities abilities;
};

struct GraphHost {
  static constexpr int kMostDevices = 64;
  std::mutex mutex;
  std::atomic<bool> is_read{false};
  GraphSettings settings;
  RegionCounters* counters = nullptr;
  std::vector<RegionState*> regions;
  DeviceBudget budgets[kMostDevices];
  std::atomic<unsigned long long> ticks{0};
};

inline GraphHost& graph_host() {
  static GraphHost* const host = new GraphHost;  // outlives every static object and atexit handler
  return *host;
}

// "while:16", "block:64", "while", "host", "auto"
inline bool read_mode(const char* text, Mode* mode) {
  const char* const colon = std::strchr(text, ':');
  const size_t length = colon ? static_cast<size_t>(colon - text) : std::strlen(text);
  const auto is = [&](const char* word) {
    return std::strlen(word) == length && std::strncmp(text, word, length) == 0;
  };
  if (!colon && is("auto")) return *mode = {Mode::kAuto, 1}, true;
  if (!colon && is("host")) return *mode = {Mode::kPlain, 1}, true;
  if (!colon && is("while")) return *mode = {Mode::kWhile, 1}, true;
  if (!colon || (!is("while") && !is("block"))) return false;
  char* end = nullptr;
  const long steps = std::strtol(colon + 1, &end, 10);
  if (colon[1] < '0' || colon[1] > '9' || *end != '\0' || steps < 1 || steps > 1024) return false;
  return *mode = {is("while") ? Mode::kWhile : Mode::kBlock, static_cast<int>(steps)}, true;
}

inline void ignore_variable(const char* name, const char* value, const char* expected) {
  std::fprintf(stderr, "spawn: %s=%s ignored: expected %s\n", name, value, expected);
}

inline unsigned long long read_number(const char* name, unsigned long long otherwise) {
  const char* const value = std::getenv(name);
  if (!value) return otherwise;
  char* end = nullptr;
  const unsigned long long number = std::strtoull(value, &end, 10);
  if (*value >= '0' && *value <= '9' && *end == '\0') return number;
  ignore_variable(name, value, "a number");
  return otherwise;
}

inline void read_graph_settings(GraphSettings& settings) {
  int driver = 0;
  if (cudaDriverGetVersion(&driver) != cudaSuccess) driver = 0;
  settings.abilities.conditions = CUDART_VERSION >= 12040 && driver >= 12040;
  settings.abilities.otherwise = CUDART_VERSION >= 12080 && driver >= 12080;
  settings.graphs = read_number("SPAWN_GRAPHS", 1) != 0;
  settings.bytes = static_cast<size_t>(read_number("SPAWN_GRAPH_BYTES", 0));
  settings.after = read_number("SPAWN_GRAPH_AFTER", settings.after);
  if (const char* value = std::getenv("SPAWN_LOOP")) {
    settings.has_loop = read_mode(value, &settings.loop);
    if (!settings.has_loop) ignore_variable("SPAWN_LOOP", value, "auto, host, block:K, while or while:K");
  }
  if (const char* value = std::getenv("SPAWN_COND")) {
    if (std::strcmp(value, "node") == 0)
      settings.as_words = false;
    else if (std::strcmp(value, "predicate") == 0)
      settings.as_nodes = false;
    else if (std::strcmp(value, "auto") != 0)
      ignore_variable("SPAWN_COND", value, "auto, node or predicate");
  }
  settings.as_nodes = settings.as_nodes && settings.abilities.conditions;
}

inline void write_regions_table(FILE* out);
inline void write_regions_members(FILE* out);

// Read once; a region asks at each run.
inline const GraphSettings& graph_settings() {
  GraphHost& host = graph_host();
  if (!host.is_read.load(std::memory_order_acquire)) {
    const std::lock_guard<std::mutex> lock(host.mutex);
    if (!host.is_read.load(std::memory_order_relaxed)) {
      read_graph_settings(host.settings);
      add_report_part(&ReportParts::regions, {write_regions_table, write_regions_members});
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

inline const char* mode_text(int kind, int steps, char* text, size_t size) {
  static const char* const names[] = {"auto", "plain", "graph", "block", "while"};
  if (kind == Mode::kBlock || (kind == Mode::kWhile && steps > 1))
    std::snprintf(text, size, "%s:%d", names[kind], steps);
  else
    std::snprintf(text, size, "%s", names[kind]);
  return text;
}

inline void write_regions_table(FILE* out) {
  std::fprintf(out, "%-24s %-9s %10s %10s %12s %8s %10s %8s %8s %12s\n", "region", "mode", "launches",
               "plain", "trips", "built", "patched", "rebuilt", "evicted", "bytes");
  const std::lock_guard<std::mutex> lock(graph_host().mutex);
  for (const RegionCounters* c = graph_host().counters; c; c = c->next) {
    char mode[32];
    std::fprintf(out, "%-24s %-9s %10llu %10llu %12llu %8llu %10llu %8llu %8llu %12lld\n", c->where,
                 mode_text(c->kind.load(), c->steps.load(), mode, sizeof mode), c->launches.load(),
                 c->plain.load(), c->trips.load(), c->built.load(), c->patched.load(), c->rebuilt.load(),
                 c->evicted.load(), c->most_bytes.load());
  }
}

inline void write_regions_members(FILE* out) {
  std::fprintf(out, "\"regions\": [");
  const std::lock_guard<std::mutex> lock(graph_host().mutex);
  const char* separator = "\n";
  for (const RegionCounters* c = graph_host().counters; c; c = c->next, separator = ",\n") {
    char mode[32];
    std::fprintf(out, "%s  {\"id\": ", separator);
    print_json_string(out, c->where);
    std::fprintf(
        out,
        ", \"mode\": \"%s\", \"launches\": %llu, \"plain\": %llu, \"trips\": %llu,\n"
        "   \"built\": %llu, \"patched\": %llu, \"rebuilt\": %llu, \"evicted\": %llu, \"bytes\": %lld}",
        mode_text(c->kind.load(), c->steps.load(), mode, sizeof mode), c->launches.load(), c->plain.load(),
        c->trips.load(), c->built.load(), c->patched.load(), c->rebuilt.load(), c->evicted.load(),
        c->most_bytes.load());
  }
  std::fprintf(out, "\n ]");
}

}  // namespace detail
}  // namespace spawn
