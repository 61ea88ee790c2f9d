// Regions: recording, and the ways in which what was recorded runs.
#pragma once

#include <climits>

#include "graph_host.cuh"

namespace spawn {
namespace detail {

template <typename... P>
struct Stepped {
  void (*plain)(P...);
  void (*clone)(Step, P...);
};

template <typename Condition, typename T>
bool decide_branch(const unsigned char* parameters, const void* value, long long) {
  return (*reinterpret_cast<const Condition*>(parameters))(*static_cast<const T*>(value));
}
template <typename Again, typename T>
bool decide_loop(const unsigned char* parameters, const void* value, long long trips) {
  return (*reinterpret_cast<const Again*>(parameters))(*static_cast<const T*>(value), trips);
}

// Building is allowed while another stream is being captured (CUDA Runtime API, cudaThreadExchangeStreamCaptureMode).
class RelaxedCapture {
 public:
  RelaxedCapture() { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
  ~RelaxedCapture() { (void)cudaThreadExchangeStreamCaptureMode(&mode_); }
  RelaxedCapture(const RelaxedCapture&) = delete;
  RelaxedCapture& operator=(const RelaxedCapture&) = delete;

 private:
  cudaStreamCaptureMode mode_ = cudaStreamCaptureModeRelaxed;
};

class RegionState {
 public:
  RegionState(const char* where, const char* mode) {
    if (mode && !read_mode(mode, &own_)) ignore_variable(where, mode, "a mode of loops");
    GraphHost& host = graph_host();
    const std::lock_guard<std::mutex> lock(host.mutex);
    counters_ = counters_of(host, where);
    host.regions.push_back(this);
  }
  ~RegionState() {
    const QuietErrors quiet;
    GraphHost& host = graph_host();
    const std::lock_guard<std::mutex> lock(host.mutex);
    for (size_t i = 0; i < host.regions.size(); ++i)
      if (host.regions[i] == this)
        host.regions.erase(host.regions.begin() + static_cast<std::ptrdiff_t>(i--));
    for (const auto& entry : entries_) release(host, *counters_, *entry);
    if (report_) (void)cudaFreeHost(report_);
  }
  RegionState(const RegionState&) = delete;
  RegionState& operator=(const RegionState&) = delete;

 protected:
  // ---- recording

  void begin_recording(cudaStream_t stream) {
    if (!is_recording_) busy_.lock();
    is_recording_ = true;
    is_new_ = false;
    stream_ = stream;
    position_ = 0;
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    is_plain_ = !graph_settings().graphs || cudaGetDevice(&device_) != cudaSuccess ||
                device_ >= GraphHost::kMostDevices;
    if (cudaStreamIsCapturing(stream, &status) != cudaSuccess) {
      (void)cudaGetLastError();  // the launches will say the same
      is_plain_ = true;
    }
    is_plain_ = is_plain_ || status != cudaStreamCaptureStatusNone;
    if (!entry_ || entry_->device != device_ || entry_->stream != stream)
      entry_ = best_entry([](const Entry&) { return true; });
  }

  template <typename... P>
  void record_kernel(void (*plain)(P...), void (*clone)(Step, P...), dim3 grid, dim3 block,
                     size_t shared_bytes, const P&... arguments) {
    Op& op =
        next({OpKind::kKernel, reinterpret_cast<const void*>(plain), reinterpret_cast<const void*>(clone)},
             &Parameters<P...>::types);
    if (op.most_threads == 0) ask_limits(op, plain, clone);
    bool changed = put(op.grid, grid);
    changed |= put(op.block, block);
    changed |= put(op.shared_bytes, shared_bytes);
    changed |= put_all(tape().parameters(op), arguments...);
    if (changed) tape().touch(op);
  }

  void record_copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    if (bytes == 0) return;
    Op& op = next({OpKind::kCopy, nullptr, nullptr, kind}, nullptr);
    const bool moved = put(op.to, to) | put(op.from, from);
    if (moved) op.is_pageable = kind != cudaMemcpyDeviceToDevice && (is_pageable(to) || is_pageable(from));
    if (put(op.bytes, bytes) || moved) tape().touch(op);
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
  }

  void record_store(void* to, const void* value, size_t bytes) {
    Op& op = next({OpKind::kStore}, nullptr);
    Store store{};
    store.to = static_cast<unsigned char*>(to);
    store.bytes = static_cast<unsigned>(bytes);
    std::memcpy(store.value, value, bytes);
    if (op.store.to == store.to && op.store.bytes == store.bytes &&
        std::memcmp(op.store.value, store.value, sizeof store.value) == 0)
      return;
    op.store = store;
    tape().touch(op);
  }

  template <typename T, typename Condition>
  void record_branch(const T* flag, const Condition& condition) {
    record_condition(OpKind::kBranch, choose<false, T, Condition>, choose<true, T, Condition>,
                     decide_branch<Condition, T>, flag, condition);
  }
  template <typename T, typename Again>
  void record_decision(const T* flag, const Again& again) {
    record_condition(OpKind::kLoop, judge<false, T, Again>, judge<true, T, Again>, decide_loop<Again, T>,
                     flag, again);
  }
  void record_mark(OpKind kind) { (void)next({kind}, nullptr); }

  // ---- running

  cudaError_t end_sequence() {
    const Finish finish(*this);
    if (position_ == 0) return cudaSuccess;
    Entry& entry = settle(true);
    const Mode mode{Mode::kGraph, 1};
    Executable* const made = is_plain_ || !is_launchable(entry) ? nullptr : ready(entry, mode, true);
    if (made) {
      counters_->used(mode);
      if (launch(*made) == cudaSuccess) return cudaSuccess;
    }
    counters_->used({Mode::kPlain, 1});
    count(counters_->plain);
    cudaError_t first = cudaSuccess;
    run_plain(entry.tape, 0, entry.tape.ops.size(), 0, &first);
    return first;
  }

  bool end_loop() {
    const Finish finish(*this);
    Entry& entry = settle(false);
    const GraphSettings& settings = graph_settings();
    const Mode mode = settings.has_loop ? settings.loop : own_;
    trips_ = 0;
    goes_on_ = true;
    const bool may_run = !is_plain_ && mode.kind != Mode::kPlain && is_launchable(entry) && has_report();
    const bool has_run = may_run && (mode.kind == Mode::kAuto ? run_by_choice(entry) : run_in(entry, mode));
    if (!has_run) {
      counters_->used({Mode::kPlain, 1});
      count(counters_->plain);
      return false;
    }
    std::memcpy(value_, report_->value, sizeof value_);
    count(counters_->trips, static_cast<unsigned long long>(trips_));
    return true;
  }

  long long trips_ = 0;
  alignas(16) unsigned char value_[kMostValueBytes] = {};

 private:
  // The end of a call, however it ends.
  class Finish {
   public:
    explicit Finish(RegionState& region) : region_(region) {}
    ~Finish() {
      region_.is_recording_ = false;
      region_.busy_.unlock();
    }
    Finish(const Finish&) = delete;
    Finish& operator=(const Finish&) = delete;

   private:
    RegionState& region_;
  };

  Tape& tape() { return entry_->tape; }

  // ---- recording

  Op& next(const OpType& type, const ParameterTypes* parameters) {
    if (entry_ && position_ < tape().ops.size() && tape().ops[position_].type == type)
      return tape().ops[position_++];
    return differ(type, parameters);
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
    const std::lock_guard<std::mutex> lock(host.mutex);
    release(host, *counters_, *entries_[oldest]);
    entries_.erase(entries_.begin() + static_cast<std::ptrdiff_t>(oldest));
  }

  template <typename... P>
  void ask_limits(Op& op, void (*plain)(P...), void (*clone)(Step, P...)) {
    const QuietErrors quiet;
    cudaFuncAttributes attributes{};
    op.most_threads = -1;
    if (plain && cudaFuncGetAttributes(&attributes, plain) != cudaSuccess) return;
    if (plain)
      op.most_threads = attributes.maxThreadsPerBlock, op.most_shared = attributes.maxDynamicSharedSizeBytes;
    if (!clone) return;
    if (cudaFuncGetAttributes(&attributes, clone) != cudaSuccess) {
      op.most_threads = -1;
      return;
    }
    // of both, as either may run
    if (!plain || attributes.maxThreadsPerBlock < op.most_threads)
      op.most_threads = attributes.maxThreadsPerBlock;
    if (!plain || attributes.maxDynamicSharedSizeBytes < op.most_shared)
      op.most_shared = attributes.maxDynamicSharedSizeBytes;
  }

  template <typename Kernel, typename T, typename Condition>
  void record_condition(OpKind kind, Kernel as_words, Kernel as_node,
                        bool (*decide)(const unsigned char*, const void*, long long), const T* flag,
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
      op.decide = decide;
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

  // ---- running

  // What a launch would refuse is launched as written, so that it says so itself (CUDA Programming Guide, "Compute
  // Capabilities").
  bool is_launchable(Entry& entry) {
    if (entry.checked == entry.tape.stamp) return entry.is_launchable;
    entry.checked = entry.tape.stamp;
    entry.is_launchable = true;
    for (Op& op : entry.tape.ops) entry.is_launchable = entry.is_launchable && can_be_node(op);
    return entry.is_launchable;
  }

  static bool can_be_node(Op& op) {
    if (op.type.kind == OpKind::kCopy) return !op.is_pageable;
    if (op.most_threads < 0) return false;
    if (op.type.kind != OpKind::kKernel) return true;
    const dim3 &grid = op.grid, &block = op.block;
    if (op.shared_bytes > static_cast<size_t>(op.most_shared)) {
      // it may have been raised since (cudaFuncSetAttribute)
      const QuietErrors quiet;
      cudaFuncAttributes attributes{};
      const void* const kernel = op.type.plain ? op.type.plain : op.type.step;
      if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess ||
          op.shared_bytes > static_cast<size_t>(attributes.maxDynamicSharedSizeBytes))
        return false;
    }
    return grid.x - 1 < 0x7fffffffu && grid.y - 1 < 65535u && grid.z - 1 < 65535u && block.x - 1 < 1024u &&
           block.y - 1 < 1024u && block.z - 1 < 64u &&
           static_cast<unsigned long long>(block.x) * block.y * block.z <=
               static_cast<unsigned long long>(op.most_threads);
  }

  bool has_report() {
    if (report_) return true;
    const QuietErrors quiet;
    const RelaxedCapture capture;
    void* memory = nullptr;
    if (cudaHostAlloc(&memory, sizeof(LoopReport), cudaHostAllocMapped | cudaHostAllocPortable) !=
        cudaSuccess)
      return false;
    report_ = static_cast<LoopReport*>(memory);
    return true;
  }

  NodeParameters& parameters() {
    if (!parameters_) parameters_ = std::make_unique<NodeParameters>();
    return *parameters_;
  }

  // Which of the kernels that would be predicated have no clone.
  static bool has_clones(const Tape& tape, bool only_in_branches) {
    int depth = 0;
    for (const Op& op : tape.ops) {
      depth += (op.type.kind == OpKind::kBranch) - (op.type.kind == OpKind::kBranchEnd);
      if (op.type.kind == OpKind::kKernel && !op.type.step && (depth > 0 || !only_in_branches)) return false;
    }
    return true;
  }

  bool branches_as_nodes(const Entry& entry) const { return graph_settings().as_nodes && !entry.words_only; }

  bool is_possible(const Entry& entry, Mode mode) const {
    const GraphSettings& settings = graph_settings();
    if (entry.is_refused || (mode.kind == Mode::kWhile && !settings.abilities.conditions)) return false;
    if (mode.steps > 1) return has_clones(entry.tape, false);
    return branches_as_nodes(entry) || !has_branches(entry.tape) ||
           (settings.as_words && has_clones(entry.tape, true));
  }

  static bool has_branches(const Tape& tape) {
    for (const Op& op : tape.ops)
      if (op.type.kind == OpKind::kBranch) return true;
    return false;
  }

  static Executable* find(Entry& entry, Mode mode) {
    for (Executable& made : entry.made)
      if (made.mode.kind == mode.kind && made.mode.steps == mode.steps) return &made;
    return nullptr;
  }

  // An executable as of now; null: there is none, and none is to be had at present.
  Executable* ready(Entry& entry, Mode mode, bool when_it_pays) {
    Executable* made = find(entry, mode);
    uint64_t patched = 0;
    if (made && !is_patched(*made, entry.tape, &patched)) {
      GraphHost& host = graph_host();
      const std::lock_guard<std::mutex> lock(host.mutex);
      release(host, *counters_, entry);
      made = build(host, entry, mode);
      count(counters_->rebuilt, made != nullptr);
    } else if (!made && is_possible(entry, mode) && pays(entry, when_it_pays)) {
      GraphHost& host = graph_host();
      const std::lock_guard<std::mutex> lock(host.mutex);
      made = build(host, entry, mode);
      count(counters_->built, made != nullptr);
    }
    if (patched > 0) count(counters_->patched, patched);
    return made;
  }

  bool is_patched(Executable& made, const Tape& tape, uint64_t* patched) {
    if (made.as_of == tape.stamp) return true;
    const QuietErrors quiet;
    return patch(made, tape, parameters(), patched);
  }

  // What was evicted has to be used more often before it is built again, each time.
  static bool pays(const Entry& entry, bool when_it_pays) {
    const unsigned long long after = graph_settings().after;
    if (entry.evictions > 0) return entry.runs > after << (entry.evictions < 16 ? entry.evictions : 16);
    return !when_it_pays || entry.runs >= after;
  }

  // Called with the host locked.
  Executable* build(GraphHost& host, Entry& entry, Mode mode) {
    const QuietErrors quiet;
    const RelaxedCapture capture;
    const size_t nodes = GraphBuilder::count(entry.tape, mode);
    size_t free_before = 0, free_after = 0;
    DeviceBudget& budget = budget_of(host, device_, &free_before);
    const size_t bytes = nodes * bytes_of_node(budget);
    if (bytes > free_before / 2 || !make_room(host, budget, bytes, entry)) return nullptr;
    Executable made;
    cudaError_t error = try_build(entry, mode, made);
    if (error != cudaSuccess && error != cudaErrorMemoryAllocation && branches_as_nodes(entry) &&
        has_branches(entry.tape)) {
      entry.words_only = true;
      if (is_possible(entry, mode)) error = try_build(entry, mode, made);
    }
    if (error != cudaSuccess) {
      entry.is_refused = error != cudaErrorMemoryAllocation;
      return nullptr;
    }
    (void)budget_of(host, device_, &free_after);
    if (!budget.has_evicted) {
      budget.measured += free_before > free_after ? free_before - free_after : 0;
      budget.measured_nodes += nodes;
    }
    made.bytes = bytes;
    budget.held += bytes;
    counters_->take(bytes);
    entry.made.push_back(std::move(made));
    return &entry.made.back();
  }

  cudaError_t try_build(Entry& entry, Mode mode, Executable& made) {
    destroy(made);
    cudaError_t error =
        GraphBuilder(entry.tape, made, parameters(), branches_as_nodes(entry), graph_settings().abilities)
            .build(mode, report_);
    if (error == cudaSuccess) error = cudaGraphUpload(made.exec, stream_);
    if (error != cudaSuccess) destroy(made);
    return error;
  }

  // Evicts what was unused for longest, in any thread's regions, until there is room. Regions that are at work stay.
  bool make_room(GraphHost& host, DeviceBudget& budget, size_t bytes, const Entry& keep) {
    while (budget.held + bytes > budget.most) {
      RegionState* owner = nullptr;
      Entry* oldest = nullptr;
      for (RegionState* const region : host.regions) {
        std::unique_lock<std::mutex> lock(region->busy_, std::defer_lock);
        if (region != this && !lock.try_lock()) continue;
        for (const auto& entry : region->entries_)
          if (entry.get() != &keep && !entry->made.empty() && entry->device == device_ &&
              (!oldest || entry->used < oldest->used))
            owner = region, oldest = entry.get();
      }
      std::unique_lock<std::mutex> lock;
      if (owner && owner != this) {
        lock = std::unique_lock<std::mutex>(owner->busy_, std::try_to_lock);
        if (!lock) continue;  // at work since: it is not the oldest any more
      }
      if (!oldest) return false;
      release(host, *owner->counters_, *oldest);
      count(owner->counters_->evicted);
      ++oldest->evictions;
      oldest->runs = 0;
      budget.has_evicted = true;
    }
    return true;
  }

  cudaError_t launch(Executable& made) {
    const cudaError_t error = cudaGraphLaunch(made.exec, stream_);
    if (error == cudaSuccess) count(counters_->launches);
    return error;
  }

  // Ops [begin, end) as written.
  void run_plain(const Tape& tape, size_t begin, size_t end, long long trip, cudaError_t* first) {
    for (size_t i = begin; i < end; ++i) {
      const Op& op = tape.ops[i];
      cudaError_t error = cudaSuccess;
      switch (op.type.kind) {
        case OpKind::kKernel:
        case OpKind::kStore:
          error = launch_plain(tape, i, trip);
          break;
        case OpKind::kCopy:
          error = cudaMemcpyAsync(op.to, op.from, op.bytes, op.type.copy, stream_);
          break;
        case OpKind::kSet:
          error = cudaMemsetAsync(op.to, op.value, op.bytes, stream_);
          break;
        case OpKind::kBranch:
          i = run_plain_branch(tape, i, trip, first);
          break;
        case OpKind::kOtherwise:
        case OpKind::kBranchEnd:
        case OpKind::kLoop:
          break;
      }
      if (*first == cudaSuccess) *first = error;
    }
  }

  cudaError_t launch_plain(const Tape& tape, size_t index, long long trip) {
    const Op& op = tape.ops[index];
    Placed placed;
    placed.op = index;
    placed.form = op.type.plain ? Placed::kAsWritten : Placed::kWithStep;
    placed.step.base = trip;
    const cudaKernelNodeParams& node = parameters().kernel(tape, placed);
    return cudaLaunchKernel(static_cast<const void*>(node.func), node.gridDim, node.blockDim,
                            node.kernelParams, op.shared_bytes, stream_);
  }

  size_t run_plain_branch(const Tape& tape, size_t index, long long trip, cudaError_t* first) {
    const Op& op = tape.ops[index];
    const size_t middle = tape.end_of_side(index + 1);
    const bool has_otherwise = tape.ops[middle].type.kind == OpKind::kOtherwise;
    const size_t end = has_otherwise ? tape.end_of_side(middle + 1) : middle;
    alignas(16) unsigned char value[kMostValueBytes] = {};
    cudaError_t error = cudaMemcpyAsync(value, op.from, op.bytes, cudaMemcpyDeviceToHost, stream_);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream_);
    if (*first == cudaSuccess) *first = error;
    const unsigned char* const condition = tape.parameters(op) + op.parameters->offsets[1];
    if (op.decide(condition, value, 0))
      run_plain(tape, index + 1, middle, trip, first);
    else
      run_plain(tape, middle + 1, end, trip, first);
    return end;
  }

  // A loop in one mode, or the nearest to it that is possible.
  bool run_in(Entry& entry, Mode mode) {
    const Mode nearest[] = {mode, {mode.kind, 1}, {Mode::kBlock, 16}};
    for (const Mode each : nearest) {
      if (each.kind == Mode::kBlock && each.steps == 1 && mode.steps != 1) continue;
      Executable* const made = is_possible(entry, each) ? ready(entry, each, false) : nullptr;
      if (!made) continue;
      while (goes_on_)
        if (!run_graph(*made, LLONG_MAX)) return false;
      return true;
    }
    return false;
  }

  // False: an error that ends the loop.
  bool run_graph(Executable& made, long long most_trips) {
    counters_->used(made.mode);
    report_->trips = trips_;
    report_->pause_at = most_trips;
    if (launch(made) != cudaSuccess || cudaStreamSynchronize(stream_) != cudaSuccess) return false;
    trips_ = report_->trips;
    goes_on_ = report_->goes_on;
    return true;
  }

  // Trips as written.
  bool run_host(const Tape& tape, long long most_trips) {
    counters_->used({Mode::kPlain, 1});
    const Op& op = tape.ops.back();
    const unsigned char* const condition = tape.parameters(op) + op.parameters->offsets[1];
    while (goes_on_ && trips_ < most_trips) {
      cudaError_t first = cudaSuccess;
      run_plain(tape, 0, tape.ops.size() - 1, trips_, &first);
      if (first == cudaSuccess)
        first = cudaMemcpyAsync(report_->value, op.from, op.bytes, cudaMemcpyDeviceToHost, stream_);
      if (first != cudaSuccess || cudaStreamSynchronize(stream_) != cudaSuccess) return false;
      goes_on_ = op.decide(condition, report_->value, ++trips_);
    }
    return true;
  }

  bool run_by_choice(Entry& entry) {
    Choice& choice = entry.choices.of(entry.tape);
    for (int index = 1; index < Choice::kModes && !choice.is_made(); ++index)
      if (choice.is_possible(index) && !is_possible(entry, Choice::mode(index))) choice.exclude(index);
    if (choice.is_made() && choice.chosen() == 0) choice.ran(0, 0);
    if (choice.is_made() && choice.chosen() == 0) return false;
    // what was put into the stream before the loop is none of its time
    if (!choice.is_made() && cudaStreamSynchronize(stream_) != cudaSuccess) return false;
    bool has_room = true;
    while (goes_on_) {
      const bool is_made = choice.is_made();
      int index = !has_room ? 0 : is_made ? choice.chosen() : next_trial(entry, choice);
      const long long most = is_made || !has_room ? LLONG_MAX : trips_ + Choice::trips_of(index),
                      before = trips_;
      const Stopwatch watch;
      Executable* const made = index > 0 ? ready(entry, Choice::mode(index), false) : nullptr;
      if (index > 0 && !made) {
        if (entry.is_refused) entry.choices.exclude(index);
        has_room = entry.is_refused;
        continue;
      }
      if (!(made ? run_graph(*made, most) : run_host(entry.tape, most))) return false;
      if (is_made)
        choice.ran(watch.microseconds(), trips_ - before);
      else if (has_room)
        choice.add(index, watch.microseconds(), trips_ - before);
    }
    return true;
  }

  static int next_trial(Entry& entry, const Choice& choice) {
    return choice.next([&](int index) -> size_t {
      const Mode mode = Choice::mode(index);
      return mode.kind == Mode::kPlain || find(entry, mode) ? 0 : GraphBuilder::count(entry.tape, mode);
    });
  }

  Mode own_;
  RegionCounters* counters_ = nullptr;
  std::mutex busy_;  // from begin() to the end: who wants room in another thread leaves it alone
  std::vector<std::unique_ptr<Entry>> entries_;
  std::unique_ptr<NodeParameters> parameters_;
  LoopReport* report_ = nullptr;
  bool is_recording_ = false, is_new_ = false, is_plain_ = false, goes_on_ = false;
  Entry* entry_ = nullptr;
  size_t position_ = 0;
  cudaStream_t stream_ = nullptr;
  int device_ = 0;
};

}  // namespace detail
}  // namespace spawn
