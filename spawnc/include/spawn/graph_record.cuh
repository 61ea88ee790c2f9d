// Recording: which entry a call belongs to, and what differs in it.
#pragma once

#include <utility>

#include "graph_report.cuh"

namespace spawn {
namespace detail {

template <typename... P>
struct Stepped {
  void (*plain)(P...);
  void (*clone)(Step, P...);
  bool in_turns = false;  // the blocks of the clone may take turns
};

template <typename Condition, typename T>
bool decide_branch(const unsigned char* parameters, const void* value, long long) {
  return (*reinterpret_cast<const Condition*>(parameters))(*static_cast<const T*>(value));
}
template <typename Again, typename T>
bool decide_loop(const unsigned char* parameters, const void* value, long long trips) {
  return (*reinterpret_cast<const Again*>(parameters))(*static_cast<const T*>(value), trips);
}

template <typename Again, typename T>
bool take_loop(const unsigned char* parameters, Snapshot* snapshot) {
  T value;
  std::memcpy(&value, snapshot->value, sizeof value);
  return take_snapshot(snapshot, value, *reinterpret_cast<const Again*>(parameters));
}

// A launch's grid: as it is, or one that a loop's condition knows, by its number.
struct RecordedGrid {
  dim3 blocks;
  int number = -1;
  bool in_turns = false;  // blocks may take turns
};

struct RecordDrains;

class RegionRecorder {
 protected:
  friend struct RecordDrains;
  explicit RegionRecorder(const char* where) {
    GraphHost& host = graph_host();
    const Mutex::Guard lock(host.mutex);
    counters_ = counters_of(host, where);
  }
  ~RegionRecorder() = default;
  RegionRecorder(const RegionRecorder&) = delete;
  RegionRecorder& operator=(const RegionRecorder&) = delete;

  void begin_recording(cudaStream_t stream) {
    if (!is_recording_) busy_.lock();
    is_recording_ = true;
    is_new_ = false;
    if (!keeps_) entry_ = nullptr;
    keeps_ = true;
    stream_ = stream;
    position_ = 0;
    issue_ = nullptr;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    // an error from before is for the statements as written to find
    is_plain_ = !graph_settings().graphs || cudaPeekAtLastError() != cudaSuccess ||
                cudaGetDevice(&device_) != cudaSuccess || device_ >= GraphHost::kMostDevices;
    if (!is_known_) register_regions();
    is_known_ = true;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) {
      (void)cudaGetLastError();  // the launches will say the same
      is_plain_ = true;
    }
    is_plain_ = is_plain_ || status != cudaStreamCaptureStatusNone;
    if (!entry_ || entry_->device != device_ || entry_->stream != stream)
      entry_ = best_entry([](const Entry&) { return true; });
  }

  template <typename... P>
  void record_kernel(void (*plain)(P...), void (*clone)(Step, P...), RecordedGrid grid, dim3 block,
                     size_t shared_bytes, const P&... arguments) {
    Op& op =
        next({OpKind::kKernel, reinterpret_cast<const void*>(plain), reinterpret_cast<const void*>(clone)},
             &Parameters<P...>::types);
    if (op.most_threads == 0 && !knows_limits(op)) ask_limits(op, plain, clone);
    bool changed = put(op.block, block);
    changed |= put(op.shared_bytes, shared_bytes);
    changed |= put(op.trip_grid, grid.number);
    if (changed) op.filling = 0;
    if ((grid.number >= 0 || grid.in_turns) && op.filling == 0)
      op.filling = filling(clone, block, shared_bytes);
    if (grid.number >= 0) grid.blocks = dim3(op.filling);
    changed |= put(op.grid, grid.blocks);
    changed |= put_all(tape().parameters(op), arguments...);
    if (changed) tape().touch(op);
    issue();
  }

  // Between begin_recording() and the first call: each call is made at once, and none is remembered.
  void keep_nothing() {
    keeps_ = false;
    entry_ = &passing_;
    ++unrecorded_;
  }
  bool keeps() const { return keeps_; }

  // A kernel that is part of the one before it: see graph_queue.cuh.
  template <typename... P>
  void record_drain(void (*kernel)(P...), dim3 grid, dim3 block, const P&... arguments) {
    record_kernel<P...>(kernel, static_cast<void (*)(Step, P...)>(nullptr), {grid}, block, 0, arguments...);
    tape().ops[position_ - 1].needs_no_step = true;
  }

  void record_copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return;
    Op& op = next({OpKind::kCopy, nullptr, nullptr, kind}, nullptr);
    const bool moved = put(op.to, to) | put(op.from, from);
    if (moved) op.is_pageable = kind != cudaMemcpyDeviceToDevice && (is_pageable(to) || is_pageable(from));
    if (put(op.bytes, bytes) || moved) tape().touch(op);
    issue();
  }

  void record_set(void* to, int value, size_t bytes) {
    if (bytes == 0) return;
    if (bytes <= kMostValueBytes) {
      unsigned char values[kMostValueBytes];
      std::memset(values, value, bytes);
      record_store(to, values, bytes);
      return;
    }
    Op& op = next({OpKind::kSet}, nullptr);
    bool changed = put(op.to, to);
    changed |= put(op.value, value);
    changed |= put(op.bytes, bytes);
    if (changed) tape().touch(op);
    issue();
  }

  void record_store(void* to, const void* value, size_t bytes) {
    Op& op = next({OpKind::kStore}, nullptr);
    Store store{};
    store.to = static_cast<unsigned char*>(to);
    store.bytes = static_cast<unsigned>(bytes);
    std::memcpy(store.value, value, bytes);
    if (op.store.to != store.to || op.store.bytes != store.bytes ||
        std::memcmp(op.store.value, store.value, sizeof store.value) != 0) {
      op.store = store;
      tape().touch(op);
    }
    issue();
  }

  template <typename T, typename Condition>
  void record_branch(const T* flag, const Condition& condition) {
    record_condition(OpKind::kBranch, choose<false, T, Condition>, choose<true, T, Condition>,
                     decide_branch<Condition, T>, nullptr, flag, condition);
  }
  template <typename T, typename Again>
  void record_decision(const T* flag, const Again& again) {
    record_condition(OpKind::kLoop, judge<false, T, Again>, judge<true, T, Again>, decide_loop<Again, T>,
                     take_loop<Again, T>, flag, again);
  }
  void record_mark(OpKind kind) {
    (void)next({kind}, nullptr);
    issue();
  }
  void record_check(cudaError_t (*check)()) {
    (void)next({OpKind::kCheck, reinterpret_cast<const void*>(check)}, nullptr);
    issue();
  }

  // The end of a call, however it ends.
  class Finish {
   public:
    explicit Finish(RegionRecorder& region) : region_(region) {}
    ~Finish() {
      region_.is_recording_ = false;
      region_.busy_.unlock();
    }
    Finish(const Finish&) = delete;
    Finish& operator=(const Finish&) = delete;

   private:
    RegionRecorder& region_;
  };

  // The entry of what was recorded.
  Entry& settle(bool by_stream) {
    const auto is_whole = [this](const Entry& each) { return each.tape.ops.size() == position_; };
    if (!is_new_ && !is_whole(*entry_)) {
      if (Entry* const other = best_entry(is_whole))
        go_over_to(other);
      else
        begin_entry();
    }
    if (by_stream && entry_->stream != stream_) take_stream(is_whole);
    entry_->used = graph_host().ticks.fetch_add(1, std::memory_order_relaxed) + 1;
    ++entry_->runs;
    return *entry_;
  }

  bool is_empty() const { return position_ == 0; }
  size_t position() const { return position_; }
  cudaStream_t recorded_stream() const { return stream_; }
  Tape& tape() { return entry_->tape; }

  RegionCounters* counters_ = nullptr;
  Mutex busy_;  // from begin() to the end: who wants room in another thread leaves it alone
  std::vector<std::unique_ptr<Entry>> entries_;
  bool is_plain_ = false;  // this time it runs as written
  // Null, or what does the call that was recorded last at once.
  void (*issue_)(RegionRecorder&) = nullptr;
  cudaStream_t stream_ = nullptr;
  int device_ = 0;

 private:
  void issue() {
    if (issue_) issue_(*this);
  }

  Op& next(const OpType& type, const ParameterTypes* parameters) {
    if (!keeps_) return next_passing(type, parameters);
    if (entry_ && position_ < tape().ops.size() && tape().ops[position_].type == type)
      return tape().ops[position_++];
    return differ(type, parameters);
  }

  // In the place of the last one of its type, whose limits are known.
  Op& next_passing(const OpType& type, const ParameterTypes* parameters) {
    constexpr size_t kMost = 64;
    std::vector<Op>& ops = tape().ops;
    for (position_ = 0; position_ < ops.size(); ++position_)
      if (ops[position_].type == type) return ops[position_++];
    if (position_ == kMost) tape().clear();
    position_ = ops.size() + 1;
    return tape().append(type, parameters);
  }

  // Other calls than last time: as in some other time, or never seen.
  Op& differ(const OpType& type, const ParameterTypes* parameters) {
    if (!is_new_) {
      Entry* const other = best_entry([&](const Entry& each) {
        return each.tape.ops.size() > position_ && each.tape.ops[position_].type == type;
      });
      if (other) {
        go_over_to(other);
        return tape().ops[position_++];
      }
      begin_entry();
    }
    ++position_;
    return tape().append(type, parameters);
  }

  // The one used last that began with the same calls; those of the same stream first.
  template <typename Suits>
  Entry* best_entry(Suits&& suits) {
    Entry* best = nullptr;
    for (const auto& each : entries_) {
      if (each.get() == entry_ && position_ > 0) continue;
      if (each->device != device_ || !suits(*each)) continue;
      if (position_ > 0 && !each->tape.begins_like(tape(), position_)) continue;
      const auto rank = [&](const Entry& entry) {
        return std::pair<bool, unsigned long long>(entry.stream == stream_, entry.used);
      };
      if (!best || rank(*each) > rank(*best)) best = each.get();
    }
    return best;
  }

  void go_over_to(Entry* other) {
    if (position_ > 0) other->tape.take(tape(), position_);
    entry_ = other;
  }

  // A tape of its own for the calls so far.
  void begin_entry() {
    constexpr size_t kMostEntries = 256;
    if (entries_.size() >= kMostEntries) drop_oldest();
    auto made = std::make_unique<Entry>();
    made->device = device_;
    made->stream = stream_;
    if (entries_.empty()) made->runs = unrecorded_;
    for (size_t i = 0; i < position_; ++i)
      (void)made->tape.append(tape().ops[i].type, tape().ops[i].parameters);
    if (position_ > 0) made->tape.take(tape(), position_);
    entry_ = made.get();
    entries_.push_back(std::move(made));
    is_new_ = true;
  }

  void drop_oldest() {
    size_t oldest = entries_.size();
    for (size_t i = 0; i < entries_.size(); ++i)
      if (entries_[i].get() != entry_ &&
          (oldest == entries_.size() || entries_[i]->used < entries_[oldest]->used))
        oldest = i;
    GraphHost& host = graph_host();
    const Mutex::Guard lock(host.mutex);
    release(host, *counters_, *entries_[oldest]);
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(oldest));
  }

  // From a launch of the same kernel shortly before: to ask takes a microsecond, and a sequence that runs once may have a
  // thousand launches.
  bool knows_limits(Op& op) {
    constexpr size_t kNear = 8;
    for (size_t back = 2; back <= kNear && back <= position_; ++back) {
      const Op& before = tape().ops[position_ - back];
      if (!(before.type == op.type)) continue;
      op.most_threads = before.most_threads, op.most_shared = before.most_shared;
      op.can_overlap = before.can_overlap;
      return true;
    }
    return false;
  }

  template <typename... P>
  void ask_limits(Op& op, void (*plain)(P...), void (*clone)(Step, P...)) {
    const QuietErrors quiet;
    cudaFuncAttributes attributes{};
    op.most_threads = -1;
    if (plain && cudaFuncGetAttributes(&attributes, plain) != cudaSuccess) return;
    if (plain)
      op.most_threads = attributes.maxThreadsPerBlock, op.most_shared = attributes.maxDynamicSharedSizeBytes;
    op.can_overlap = can_overlap(attributes, device_);
    if (!clone) return;
    if (cudaFuncGetAttributes(&attributes, clone) != cudaSuccess) {
      op.most_threads = -1;
      return;
    }
    op.can_overlap = can_overlap(attributes, device_);
    // of both, as either may run
    if (!plain || attributes.maxThreadsPerBlock < op.most_threads)
      op.most_threads = attributes.maxThreadsPerBlock;
    if (!plain || attributes.maxDynamicSharedSizeBytes < op.most_shared)
      op.most_shared = attributes.maxDynamicSharedSizeBytes;
  }

  // As many blocks as run at once; none where that is not known.
  template <typename Kernel>
  unsigned filling(Kernel kernel, dim3 block, size_t shared_bytes) {
    const QuietErrors quiet;
    const int threads = static_cast<int>(block.x * block.y * block.z);
    int sms = 0, each = 0;
    const bool is_known =
        cudaDeviceGetAttribute(&sms, cudaDevAttrMultiProcessorCount, device_) == cudaSuccess &&
        cudaOccupancyMaxActiveBlocksPerMultiprocessor(&each, kernel, threads, shared_bytes) == cudaSuccess;
    return is_known ? static_cast<unsigned>(sms * each) : 0;
  }

  template <typename Kernel, typename T, typename Condition>
  void record_condition(OpKind kind, Kernel as_words, Kernel as_node,
                        bool (*decide)(const unsigned char*, const void*, long long),
                        bool (*take)(const unsigned char*, Snapshot*), const T* flag,
                        const Condition& condition) {
    static_assert(sizeof(T) <= kMostValueBytes, "a scalar is copied back");
    using Types = Parameters<const T*, Condition>;
    Op& op = next({kind, reinterpret_cast<const void*>(as_words), reinterpret_cast<const void*>(as_node)},
                  &Types::types);
    if (op.most_threads == 0) {
      const QuietErrors quiet;
      cudaFuncAttributes attributes;
      const bool known = cudaFuncGetAttributes(&attributes, as_words) == cudaSuccess &&
                         cudaFuncGetAttributes(&attributes, as_node) == cudaSuccess;
      op.most_threads = known ? attributes.maxThreadsPerBlock : -1;
      op.can_overlap = known && can_overlap(attributes, device_);
      op.decide = decide;
      op.take = take;
      op.bytes = sizeof(T);
    }
    bool changed = put(op.from, static_cast<const void*>(flag));
    changed |= put_all(tape().parameters(op), flag, condition);
    // the decision about a loop does what the next trip begins with
    if (kind == OpKind::kLoop)
      for (size_t i = 0; i < tape().leading_stores(); ++i) changed |= tape().ops[i].changed > op.changed;
    if (changed) tape().touch(op);
  }

  // Memory that a graph's copies can't use as a stream's copies do: those have read it when the call returns.
  static bool is_pageable(const void* pointer) {
    const QuietErrors quiet;
    cudaPointerAttributes attributes{};
    return cudaPointerGetAttributes(&attributes, pointer) != cudaSuccess ||
           attributes.type == cudaMemoryTypeUnregistered;
  }

  // Launches of one executable wait for each other, so streams have executables of their own, up to a number of streams.
  template <typename IsWhole>
  void take_stream(IsWhole&& is_whole) {
    constexpr int kMostStreams = 8;
    int streams = 0;
    Entry* oldest = entry_;
    for (const auto& each : entries_) {
      if (each->device != device_ || !is_whole(*each) || !each->tape.begins_like(tape(), position_)) continue;
      ++streams;
      if (each->used < oldest->used) oldest = each.get();
    }
    if (streams < kMostStreams)
      begin_entry();
    else if (oldest != entry_)
      go_over_to(oldest);
    entry_->stream = stream_;
  }

  bool is_recording_ = false, is_new_ = false, keeps_ = true;
  bool is_known_ = false;  // to the report
  Entry* entry_ = nullptr;
  size_t position_ = 0;
  Entry passing_;                      // of runs of which nothing is kept
  unsigned long long unrecorded_ = 0;  // such runs
};

}  // namespace detail
}  // namespace spawn
