// With SPAWN_PHASES: how long parents with a queue take, and their drains, by events around both. An event takes the host
// about a microsecond, and keeps a drain from being placed while its parent ends: measure nothing else in such a program.
#pragma once

#ifdef SPAWN_PHASES

#include <cuda_runtime.h>

#include <atomic>
#include <cstdio>
#include <vector>

#include "mutex.cuh"
#include "report_parts.cuh"

namespace spawn::detail {

// Of one launch: before the parent, between it and its drains, after them.
struct PhaseEvents {
  cudaEvent_t before = nullptr, between = nullptr, after = nullptr;
};

struct Phases {
  Mutex mutex;
  std::vector<PhaseEvents> waiting, free;
  unsigned long long launches = 0;
  double parent_ms = 0, drain_ms = 0;
  std::atomic<cudaError_t> error{cudaSuccess};  // the first one: then nothing is measured any more
};

inline Phases& phases() {
  static Phases* const all = new Phases;  // outlives every static object and atexit handler
  return *all;
}

inline bool check_phases(cudaError_t error) {
  cudaError_t none = cudaSuccess;
  if (error != cudaSuccess) phases().error.compare_exchange_strong(none, error);
  return error == cudaSuccess;
}

// Waits for the device, with phases().mutex held.
inline const Phases& add_up_phases() {
  Phases& all = phases();
  for (const PhaseEvents& events : all.waiting) {
    float parent_ms = 0, drain_ms = 0;
    if (check_phases(cudaEventSynchronize(events.after)) &&
        check_phases(cudaEventElapsedTime(&parent_ms, events.before, events.between)) &&
        check_phases(cudaEventElapsedTime(&drain_ms, events.between, events.after))) {
      ++all.launches;
      all.parent_ms += parent_ms;
      all.drain_ms += drain_ms;
    }
    all.free.push_back(events);
  }
  all.waiting.clear();
  if (all.error != cudaSuccess)
    std::fprintf(stderr, "spawn: phases are not complete: %s\n", cudaGetErrorString(all.error.load()));
  return all;
}

inline void write_phases_table(FILE* out) {
  const Mutex::Guard lock(phases().mutex);
  const Phases& all = add_up_phases();
  std::fprintf(out, "%llu launches with a queue: parents %.3f ms, drains %.3f ms\n", all.launches,
               all.parent_ms, all.drain_ms);
}

inline void write_phases_members(FILE* out) {
  const Mutex::Guard lock(phases().mutex);
  const Phases& all = add_up_phases();
  std::fprintf(out, "\"phases\": {\"launches\": %llu, \"parent_ms\": %.6f, \"drain_ms\": %.6f}", all.launches,
               all.parent_ms, all.drain_ms);
}

// Events belong to the device that is current when they are made, so a program of several devices is not measured right.
class PhaseMarks {
 public:
  // Before the parent; without effect while the stream is captured.
  void begin(cudaStream_t stream) {
    Phases& all = phases();
    const Mutex::Guard lock(all.mutex);
    cudaStreamCaptureStatus status = cudaStreamCaptureStatusNone;
    if (all.error != cudaSuccess || !check_phases(cudaStreamIsCapturing(stream, &status)) ||
        status != cudaStreamCaptureStatusNone)
      return;
    constexpr size_t kMost = 4096;  // events that wait
    if (all.waiting.size() == kMost) add_up_phases();
    if (all.free.empty()) {
      PhaseEvents made;
      for (cudaEvent_t* event : {&made.before, &made.between, &made.after})
        if (!check_phases(cudaEventCreate(event))) return;
      all.free.push_back(made);
      add_report_part(&ReportParts::phases, {write_phases_table, write_phases_members});
    }
    events_ = all.free.back();
    all.free.pop_back();
    is_measured_ = check_phases(cudaEventRecord(events_.before, stream));
  }
  void end_parent(cudaStream_t stream) {
    if (is_measured_) is_measured_ = check_phases(cudaEventRecord(events_.between, stream));
  }
  void end_drains(cudaStream_t stream) {
    if (!is_measured_ || !check_phases(cudaEventRecord(events_.after, stream))) return;
    const Mutex::Guard lock(phases().mutex);
    phases().waiting.push_back(events_);
  }

 private:
  PhaseEvents events_;
  bool is_measured_ = false;
};

}  // namespace spawn::detail

#endif
