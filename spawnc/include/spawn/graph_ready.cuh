// Executables of a region: which are possible, when they pay, and room for them.
#pragma once

#include <algorithm>

#include "graph_record.cuh"

namespace spawn {
namespace detail {

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

class RegionGraphs : protected RegionRecorder {
 protected:
  explicit RegionGraphs(const char* where) : RegionRecorder(where) {
    GraphHost& host = graph_host();
    const Mutex::Guard lock(host.mutex);
    host.regions.push_back(this);
  }
  ~RegionGraphs() {
    const QuietErrors quiet;
    GraphHost& host = graph_host();
    const Mutex::Guard lock(host.mutex);
    host.regions.erase(std::find(host.regions.begin(), host.regions.end(), this));
    for (const auto& entry : entries_) release(host, *counters_, *entry);
    if (report_) (void)cudaFreeHost(report_);
  }
  RegionGraphs(const RegionGraphs&) = delete;
  RegionGraphs& operator=(const RegionGraphs&) = delete;

  // What a launch would refuse is launched as written, so that it says so itself (CUDA Programming Guide, "Compute
  // Capabilities").
  bool is_launchable(Entry& entry) {
    if (entry.checked == entry.tape.stamp) return entry.is_launchable;
    entry.checked = entry.tape.stamp;
    entry.is_launchable = true;
    for (Op& op : entry.tape.ops) entry.is_launchable = entry.is_launchable && can_be_node(op);
    return entry.is_launchable;
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

  bool is_possible(const Entry& entry, Mode mode) const {
    const GraphSettings& settings = graph_settings();
    if (entry.is_refused || (mode.kind == Mode::kWhile && !settings.abilities.conditions)) return false;
    // without a clone, a kernel may be one that launches, whose children the end of a graph does not wait for; CUDA
    // refuses it in a WHILE node
    if (mode.steps > 1 || mode.kind == Mode::kBlock) return has_clones(entry.tape, false);
    return branches_as_nodes(entry) || !has_branches(entry.tape) ||
           (settings.as_words && has_clones(entry.tape, true));
  }

  static Executable* find(Entry& entry, Mode mode) {
    for (Executable& made : entry.made)
      if (made.mode == mode) return &made;
    return nullptr;
  }

  // An executable as of now; null: there is none, and none is to be had at present.
  Executable* ready(Entry& entry, Mode mode, bool when_it_pays) {
    Executable* made = find(entry, mode);
    uint64_t patched = 0;
    if (made && !is_patched(*made, entry.tape, &patched)) {
      GraphHost& host = graph_host();
      const Mutex::Guard lock(host.mutex);
      release(host, *counters_, entry);
      entry.only_kernels = true;
      made = build(host, entry, mode);
      count(counters_->rebuilt, made != nullptr);
    } else if (!made && is_possible(entry, mode) && pays(entry, when_it_pays)) {
      GraphHost& host = graph_host();
      const Mutex::Guard lock(host.mutex);
      made = build(host, entry, mode);
      count(counters_->built, made != nullptr);
    }
    if (patched > 0) count(counters_->patched, patched);
    return made;
  }

  LoopReport* report_ = nullptr;

 private:
  static bool can_be_node(Op& op) {
    if (op.type.kind == OpKind::kCopy) return !op.is_pageable;
    if (op.most_threads < 0) return false;
    if (op.type.kind != OpKind::kKernel) return true;
    const dim3& block = op.block;
    if (op.shared_bytes > static_cast<size_t>(op.most_shared)) {
      // it may have been raised since (cudaFuncSetAttribute)
      const QuietErrors quiet;
      cudaFuncAttributes attributes{};
      const void* const kernel = op.type.plain ? op.type.plain : op.type.step;
      if (cudaFuncGetAttributes(&attributes, kernel) != cudaSuccess ||
          op.shared_bytes > static_cast<size_t>(attributes.maxDynamicSharedSizeBytes))
        return false;
    }
    return is_grid(op.grid) && block.x - 1 < 1024u && block.y - 1 < 1024u && block.z - 1 < 64u &&
           static_cast<unsigned long long>(block.x) * block.y * block.z <=
               static_cast<unsigned long long>(op.most_threads);
  }

  // Whether the kernels that would be predicated can be.
  static bool has_clones(const Tape& tape, bool only_in_branches) {
    int depth = 0;
    for (const Op& op : tape.ops) {
      depth += (op.type.kind == OpKind::kBranch) - (op.type.kind == OpKind::kBranchEnd);
      if (op.type.kind == OpKind::kKernel && !op.type.step && !op.needs_no_step &&
          (depth > 0 || !only_in_branches))
        return false;
    }
    return true;
  }

  bool branches_as_nodes(const Entry& entry) const { return graph_settings().as_nodes && !entry.words_only; }

  static bool has_branches(const Tape& tape) {
    for (const Op& op : tape.ops)
      if (op.type.kind == OpKind::kBranch) return true;
    return false;
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
    if (error != cudaSuccess && error != cudaErrorMemoryAllocation && !entry.one_by_one) {
      entry.one_by_one = true;
      error = try_build(entry, mode, made);
    }
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
    cudaError_t error = GraphBuilder(entry.tape, made, parameters(), branches_as_nodes(entry),
                                     entry.only_kernels, entry.one_by_one, graph_settings().abilities)
                            .build(mode, report_);
    if (error == cudaSuccess) error = cudaGraphUpload(made.exec, stream_);
    if (error != cudaSuccess) destroy(made);
    return error;
  }

  // Evicts what was unused for longest, in any thread's regions, until there is room. Regions that are at work stay.
  bool make_room(GraphHost& host, DeviceBudget& budget, size_t bytes, const Entry& keep) {
    while (budget.held + bytes > budget.most) {
      RegionGraphs* owner = nullptr;
      Entry* oldest = nullptr;
      for (RegionGraphs* const region : host.regions) {
        const Mutex::Attempt idle(region == this ? nullptr : &region->busy_);
        if (!idle) continue;
        for (const auto& entry : region->entries_)
          if (entry.get() != &keep && !entry->made.empty() && entry->device == device_ &&
              (!oldest || entry->used < oldest->used))
            owner = region, oldest = entry.get();
      }
      const Mutex::Attempt idle(!owner || owner == this ? nullptr : &owner->busy_);
      if (!idle) continue;  // at work since: it is not the oldest any more
      if (!oldest) return false;
      release(host, *owner->counters_, *oldest);
      count(owner->counters_->evicted);
      ++oldest->evictions;
      oldest->runs = 0;
      budget.has_evicted = true;
    }
    return true;
  }
  std::unique_ptr<NodeParameters> parameters_;
};

}  // namespace detail
}  // namespace spawn
