// Host side: the tables of launch sites, their policies, and prepare(), which brings both to a device.
#pragma once

#include <atomic>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "mutex.cuh"
#include "pool.cuh"

namespace spawn {

struct SiteName {
  const char* id;  // "bfs.cu:41:5"
  const char* parent;
  const char* child;
};

namespace detail {

constexpr int kMaxDevices = 64;
constexpr uintptr_t kAnyStreamKey = ~uintptr_t{0};

// What the host knows of one site.
struct SiteEntry {
  SiteName name;
  bool overridden;  // `policy` replaces what was chosen at build time
  Policy policy;
};

// The sites of one translation unit. Registered by a static initialiser, so it makes no CUDA call.
struct Table {
  const void* symbol;  // of the Site array
  SiteEntry* entries;
  int count;
  Table* next;
};

struct HostState {
  Mutex mutex;
  Table* tables = nullptr;
  bool environment_read = false;
  bool everywhere = false;  // set_policy(policy) or SPAWN_POLICY: tables that register later follow it
  Policy everywhere_policy{};
  int most_pending = 1 << 30;                       // SPAWN_PENDING_LAUNCHES
  std::atomic<unsigned long long> prepared{0};      // bit d: device d has the present tables and policies
  unsigned long long used = 0;                      // bit d: device d was prepared at least once
  std::atomic<unsigned long long> several{0};       // bit d: parents run in more than one stream of device d
  std::atomic<uintptr_t> stream[kMaxDevices] = {};  // the one seen so far, 0 for none
};

inline HostState& host_state() {
  static HostState* const state = new HostState;  // outlives every static object and atexit handler
  return *state;
}

inline bool read_policy(const char* text, Policy* policy) {
  if (std::strcmp(text, "spawn") == 0) return *policy = by_controller().policy, true;
  if (std::strcmp(text, "always") == 0) return *policy = always().policy, true;
  if (std::strcmp(text, "never") == 0) return *policy = never().policy, true;
  if (std::strncmp(text, "threshold=", 10) != 0 || text[10] < '0' || text[10] > '9') return false;
  char* end = nullptr;
  const unsigned long long items = std::strtoull(text + 10, &end, 10);
  return *policy = threshold(items).policy, *end == '\0';
}

// "bfs.cu:41:5" answers to itself and to "bfs.cu:41"; with `as_variable`, to both with every byte that is not
// alphanumeric turned into '_'.
inline bool answers_to(const char* id, const char* asked, bool as_variable) {
  const char* column = std::strrchr(id, ':');
  const size_t length = std::strlen(asked);
  if (length != std::strlen(id) && !(column && length == static_cast<size_t>(column - id))) return false;
  for (size_t i = 0; i < length; ++i) {
    const char c = id[i];
    const bool plain = (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z');
    if (asked[i] != (as_variable && !plain ? '_' : c)) return false;
  }
  return true;
}

inline int override_site(HostState& state, const char* asked, bool as_variable, Policy policy) {
  int matched = 0;
  for (Table* table = state.tables; table; table = table->next)
    for (int i = 0; i < table->count; ++i) {
      SiteEntry& entry = table->entries[i];
      if (!answers_to(entry.name.id, asked, as_variable)) continue;
      entry.overridden = true;
      entry.policy = policy;
      ++matched;
    }
  return matched;
}

inline void override_all(HostState& state, Policy policy) {
  state.everywhere = true;
  state.everywhere_policy = policy;
  for (Table* table = state.tables; table; table = table->next)
    for (int i = 0; i < table->count; ++i) {
      table->entries[i].overridden = true;
      table->entries[i].policy = policy;
    }
}

inline void complain(const char* name, const char* value) {
  std::fprintf(stderr, "spawn: %s=%s ignored: expected spawn, always, never or threshold=N\n", name, value);
}

// SPAWN_SITE_<id> is looked up for each site, by its full id and by its line.
inline void read_site_variable(SiteEntry& entry) {
  for (const bool whole_line : {true, false}) {  // the more precise one last
    char name[256] = "SPAWN_SITE_";
    const char* end =
        whole_line ? std::strrchr(entry.name.id, ':') : entry.name.id + std::strlen(entry.name.id);
    if (!end) continue;
    size_t length = std::strlen(name);
    for (const char* c = entry.name.id; c != end && length + 1 < sizeof name; ++c) {
      const bool plain = (*c >= '0' && *c <= '9') || (*c >= 'A' && *c <= 'Z') || (*c >= 'a' && *c <= 'z');
      name[length++] = plain ? *c : '_';
    }
    name[length] = '\0';
    const char* value = std::getenv(name);
    if (!value) continue;
    if (read_policy(value, &entry.policy))
      entry.overridden = true;
    else
      complain(name, value);
  }
}

// What a variable of the environment says, up to `most`; `otherwise` without it.
inline long long positive_variable(const char* name, long long otherwise, long long most) {
  const char* value = std::getenv(name);
  if (!value) return otherwise;
  char* end = nullptr;
  const long long number = std::strtoll(value, &end, 10);
  if (*value != '\0' && *end == '\0' && number > 0 && number <= most) return number;
  std::fprintf(stderr, "spawn: %s=%s ignored: expected a positive number\n", name, value);
  return otherwise;
}

inline void read_environment(HostState& state) {
  if (state.environment_read) return;
  state.environment_read = true;
  if (const char* value = std::getenv("SPAWN_POLICY")) {
    Policy policy{};
    if (read_policy(value, &policy))
      override_all(state, policy);
    else
      complain("SPAWN_POLICY", value);
  }
  state.most_pending =
      static_cast<int>(positive_variable("SPAWN_PENDING_LAUNCHES", state.most_pending, 1 << 30));
  for (Table* table = state.tables; table; table = table->next)
    for (int i = 0; i < table->count; ++i) read_site_variable(table->entries[i]);
}

// A stream of our own, so that nothing waits for the program's work, and a capture mode that lets us work
// while the program captures a graph.
class HostScope {
 public:
  explicit HostScope(int device) {
    (void)cudaThreadExchangeStreamCaptureMode(&mode_);
    (void)cudaGetDevice(&before_);
    if (before_ != device) (void)cudaSetDevice(device);
    check(cudaStreamCreateWithFlags(&stream_, cudaStreamNonBlocking));
  }
  ~HostScope() {
    if (stream_) (void)cudaStreamDestroy(stream_);
    int now = before_;
    (void)cudaGetDevice(&now);
    if (now != before_) (void)cudaSetDevice(before_);
    (void)cudaThreadExchangeStreamCaptureMode(&mode_);
    if (error_ != cudaSuccess) (void)cudaGetLastError();  // ours, not the program's
  }
  HostScope(const HostScope&) = delete;
  HostScope& operator=(const HostScope&) = delete;

  bool check(cudaError_t error) {
    if (error_ == cudaSuccess) error_ = error;
    return error == cudaSuccess;
  }
  cudaError_t error() const { return error_; }

  void copy(void* to, const void* from, size_t bytes) {
    if (check(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDefault, stream_)))
      check(cudaStreamSynchronize(stream_));
  }

  void clear(void* memory, size_t bytes) {
    if (check(cudaMemsetAsync(memory, 0, bytes, stream_))) check(cudaStreamSynchronize(stream_));
  }

  Site* sites_of(const Table& table) {
    void* address = nullptr;
    check(cudaGetSymbolAddress(&address, table.symbol));
    return static_cast<Site*>(address);
  }

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
  cudaStream_t stream_ = nullptr;
  int before_ = 0;
  cudaError_t error_ = cudaSuccess;
};

inline void write_policies(HostState& state, HostScope& scope) {
  for (Table* table = state.tables; table; table = table->next) {
    Site* sites = nullptr;
    for (int i = 0; i < table->count; ++i) {
      if (!table->entries[i].overridden) continue;
      if (!sites && !(sites = scope.sites_of(*table))) break;
      scope.copy(&sites[i].policy, &table->entries[i].policy, sizeof(Policy));
    }
  }
}

inline void write_limits(const HostState& state, HostScope& scope, int device) {
  size_t limit = 0;
  int khz = 0;
  scope.check(cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount));
  scope.check(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, device));
  void* address = nullptr;
  if (!scope.check(cudaGetSymbolAddress(&address, pool))) return;
  Pool* on_device = static_cast<Pool*>(address);
  const int slots = limit < (1u << 30) ? static_cast<int>(limit) : 1 << 30;
  const bool several = state.several.load(std::memory_order_acquire) >> device & 1;
  const int room = capacity_for(slots, several);
  const int capacity = room < state.most_pending ? room : state.most_pending;
  const float cycles_per_ns = khz > 0 ? static_cast<float>(khz) * 1e-6f : Pool{}.cycles_per_ns;
  scope.copy(&on_device->limit, &slots, sizeof slots);
  scope.copy(&on_device->cycles_per_ns, &cycles_per_ns, sizeof cycles_per_ns);
  scope.copy(&on_device->capacity, &capacity, sizeof capacity);
}

void register_report();

inline void prepare_device(int device) {
  HostState& state = host_state();
  const Mutex::Guard lock(state.mutex);
  const unsigned long long bit = 1ull << device;
  if (state.prepared.load(std::memory_order_relaxed) & bit) return;
  read_environment(state);
  HostScope scope(device);
  if (scope.error() == cudaSuccess) write_limits(state, scope, device);
  if (scope.error() == cudaSuccess) write_policies(state, scope);
  if (scope.error() != cudaSuccess) {
    std::fprintf(stderr, "spawn: device %d keeps its build-time policies: %s\n", device,
                 cudaGetErrorString(scope.error()));
  }
  state.used |= bit;
  register_report();
  state.prepared.fetch_or(bit, std::memory_order_release);
}

// Tells streams apart. The legacy default stream is one, the per-thread ones are one a host thread.
inline uintptr_t stream_key(cudaStream_t stream) {
#ifdef CUDA_API_PER_THREAD_DEFAULT_STREAM
  const bool per_thread = stream == nullptr || stream == cudaStreamPerThread;
#else
  const bool per_thread = stream == cudaStreamPerThread;
#endif
  static thread_local char own;
  if (per_thread) return reinterpret_cast<uintptr_t>(&own);
  return stream ? reinterpret_cast<uintptr_t>(stream) : reinterpret_cast<uintptr_t>(cudaStreamLegacy);
}

// From the second stream on, the device gets the smaller capacity: see capacity_for().
inline void watch_stream(HostState& state, int device, cudaStream_t stream) {
  const unsigned long long bit = 1ull << device;
  if (state.several.load(std::memory_order_relaxed) & bit) return;
  const uintptr_t key = stream_key(stream);
  uintptr_t seen = 0;
  if (key != kAnyStreamKey && (state.stream[device].compare_exchange_strong(seen, key) || seen == key))
    return;
  state.several.fetch_or(bit, std::memory_order_release);
  state.prepared.fetch_and(~bit, std::memory_order_release);
}

inline void prepare_current_device(cudaStream_t stream) {
  int device = 0;
  if (cudaGetDevice(&device) != cudaSuccess || device >= kMaxDevices) return;
  HostState& state = host_state();
  watch_stream(state, device, stream);
  if (state.prepared.load(std::memory_order_acquire) >> device & 1) return;
  prepare_device(device);
}

template <typename Change>
int change_policies(Change&& change) {
  HostState& state = host_state();
  const Mutex::Guard lock(state.mutex);
  read_environment(state);
  const int matched = change(state);
  for (int device = 0; device < kMaxDevices; ++device) {
    if (!(state.used >> device & 1)) continue;
    HostScope scope(device);
    write_policies(state, scope);
  }
  return matched;
}

}  // namespace detail

// One a rewritten file, beside its Site array:
//     static const spawn::SiteTable spawn_bfs_table(spawn_bfs, {{"bfs.cu:41:5", "bfs_parent", "bfs_child"},
//     ...});
template <int kCount>
class SiteTable {
 public:
  SiteTable(Site (&sites)[kCount], const SiteName (&names)[kCount]) {
    detail::HostState& state = detail::host_state();
    const detail::Mutex::Guard lock(state.mutex);
    for (int i = 0; i < kCount; ++i) {
      entries_[i] = {names[i], state.everywhere, state.everywhere_policy};
      if (state.environment_read) detail::read_site_variable(entries_[i]);
    }
    table_ = {static_cast<const void*>(sites), entries_, kCount, state.tables};
    state.tables = &table_;
    state.prepared.store(0, std::memory_order_release);  // a library loaded later: its sites, too
  }
  ~SiteTable() {
    detail::HostState& state = detail::host_state();
    const detail::Mutex::Guard lock(state.mutex);
    for (detail::Table** at = &state.tables; *at; at = &(*at)->next)
      if (*at == &table_) {
        *at = table_.next;
        break;
      }
  }
  SiteTable(const SiteTable&) = delete;
  SiteTable& operator=(const SiteTable&) = delete;

 private:
  detail::SiteEntry entries_[kCount];
  detail::Table table_;
};

// For a stream that can't be named twice (an expression with side effects).
inline const cudaStream_t kAnyStream = reinterpret_cast<cudaStream_t>(detail::kAnyStreamKey);

// Around the grid of a host launch: `parent<<<spawn::prepare(grid), block>>>(...)`, and with the launch's
// stream where it has one. The first call on a device brings the policies and limits to it, later ones cost
// the look at two flags.
template <typename Grid>
Grid prepare(Grid grid, cudaStream_t stream = nullptr) {
  detail::prepare_current_device(stream);
  return grid;
}
inline dim3 prepare(dim3 grid, cudaStream_t stream = nullptr) {
  detail::prepare_current_device(stream);
  return grid;
}

// Policies at run time: on every device used so far, and on those used later. The last word wins: build time,
// then SPAWN_POLICY, SPAWN_SITE_<id>, then these.
inline void set_policy(Site policy) {
  detail::change_policies(
      [&](detail::HostState& state) { return detail::override_all(state, policy.policy), 1; });
}
// Returns how many sites answer to `id`: "bfs.cu:41:5", or "bfs.cu:41" for all of a line.
inline int set_policy(const char* id, Site policy) {
  return detail::change_policies(
      [&](detail::HostState& state) { return detail::override_site(state, id, false, policy.policy); });
}

// To be called after cudaDeviceSetLimit, where a parent was launched before.
inline void limits_changed() { detail::host_state().prepared.store(0, std::memory_order_release); }

}  // namespace spawn
