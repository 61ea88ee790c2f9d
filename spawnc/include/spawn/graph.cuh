// Host launches as CUDA graphs: regions of launches, copies and memsets that spawnc found in host code.
//
// What spawnc emits before the program's own statements, which stay in the `else` part:
//
//     static thread_local spawn::Region spawn_region_17("pipe.cu:17");       // one a thread: no locks among them
//     spawn_region_17.begin_sequence(stream);
//     spawn_region_17.kernel(scale<float>, blocks, 256, 0, in, tmp, 2.0f, n);
//     for (int k = 0; k < stages; k++) spawn_region_17.kernel(shift, blocks, 256, 0, tmp, 1.0f, n);
//     spawn_region_17.copy(out, tmp, n * sizeof(float), cudaMemcpyDeviceToDevice);
//     spawn_region_17.end();
//
// of a loop that a copied-back scalar ends,
//
//     spawn_region_28.begin(stream);
//     spawn_region_28.store(d_over, false);
//     spawn_region_28.kernel(spawn::step(expand, expand__step), grid, block, 0, d_row, d_col, ...);
//     if (spawn_region_28.loop(d_over, spawn_again_28<spawn::ThisSource>{...})) {
//       over = spawn_region_28.value<bool>();
//       levels += spawn_region_28.trips();
//     } else
//       do { ... } while (over);
//
// of one whose scalar is the size of the next trip's work (its condition, again, knows the grids),
//
//     spawn_region_31.kernel(spawn::step(expand__step_33), spawn::GridOfTrip{0}, 256, 0, d_row, d_col, ...);
//     if (spawn_region_31.loop(d_count, spawn_again_31<spawn::ThisSource>{...}, count)) {
//       count = spawn_region_31.value<int>();
//     }
//     if (!spawn_region_31.is_over())
//       while (count > 0) { ... }
//
// and of a branch on one: `branch(d_flag, spawn_if_9<spawn::ThisSource>{...})`, `otherwise()`, `branch_end()` between begin() and end().
//
// A region remembers what it did. While the same calls come with the same kernels (the topology), what differs in pointers,
// sizes, grids and arguments is patched into an executable graph that is there already: nothing is built, allocated or
// copied to a place of its own. Executables share a budget of device memory; the one unused for longest goes. A topology
// that was seen few times, that CUDA refuses or that has no room runs by plain launches, as written.
//
// From the environment: SPAWN_GRAPHS=0 (all as written), SPAWN_LOOP, SPAWN_COND, SPAWN_GRAPH_BYTES, SPAWN_GRAPH_AFTER,
// SPAWN_REPORT (docs/graphs.md). Kernels with device launches must not be recorded. Needs C++17, CUDA 11.4; conditional
// nodes need CUDA 12.4, in the toolkit and the driver. Works without -rdc=true.
#pragma once

// 0: the program as written, from the same source.
#ifndef SPAWN_GRAPHS
#define SPAWN_GRAPHS 1
#endif

#include "graph_region.cuh"
#include "source.cuh"

namespace spawn {

// A kernel with its clone, which has a Step in front of its parameters. Where nothing is predicated, the kernel does the
// same as the clone.
template <typename... P>
detail::Stepped<P...> step(void (*plain)(P...), void (*clone)(Step, P...)) {
  return {plain, clone};
}
// A clone that takes the kernel's place in all modes: it computes from the number of the trip.
template <typename... P>
detail::Stepped<P...> step(void (*clone)(Step, P...)) {
  return {nullptr, clone};
}

// The same where the clone runs the blocks that it is given (Step::each_turn): fewer blocks may be launched, which
// take turns.
template <typename... P>
detail::Stepped<P...> step_in_turns(void (*plain)(P...), void (*clone)(Step, P...)) {
  return {plain, clone, true};
}
template <typename... P>
detail::Stepped<P...> step_in_turns(void (*clone)(Step, P...)) {
  return {nullptr, clone, true};
}

// The grid of a launch that depends on the loop's scalar: one of those that its condition writes in spawn_grids().
struct GridOfTrip {
  unsigned number;
};

class QueueOfRegion;

class Region : private detail::RegionRuns {
 public:
  // `where`: "bfs.cu:28". `mode`: of its loop, as in SPAWN_LOOP, which overrides it.
  explicit Region(const char* where, const char* mode = nullptr) : RegionRuns(where, mode) {}

  // Until end() or loop(), what would go into the stream is recorded; of a sequence without branches also done, while the
  // region has not run often.
  void begin(cudaStream_t stream = nullptr) {
    trips_ = 0, is_over_ = false;
    begin_recording(stream);
  }
  void begin_sequence(cudaStream_t stream = nullptr) { RegionRuns::begin_sequence(stream); }

  template <typename... P>
  void kernel(void (*kernel)(P...), dim3 grid, dim3 block, size_t shared_bytes,
              typename detail::NotDeduced<P>::Type... arguments) {
    record_kernel<P...>(kernel, static_cast<void (*)(Step, P...)>(nullptr), {grid}, block, shared_bytes,
                        arguments...);
  }
  template <typename... P>
  void kernel(detail::Stepped<P...> kernel, dim3 grid, dim3 block, size_t shared_bytes,
              typename detail::NotDeduced<P>::Type... arguments) {
    record_kernel<P...>(kernel.plain, kernel.clone, {grid, -1, kernel.in_turns}, block, shared_bytes,
                        arguments...);
  }
  template <typename... P>
  void kernel(detail::Stepped<P...> kernel, GridOfTrip grid, dim3 block, size_t shared_bytes,
              typename detail::NotDeduced<P>::Type... arguments) {
    record_kernel<P...>(static_cast<void (*)(P...)>(nullptr), kernel.clone,
                        {dim3(0), static_cast<int>(grid.number)}, block, shared_bytes, arguments...);
  }

  // cudaMemcpyAsync(), cudaMemsetAsync().
  void copy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
    record_copy(to, from, bytes, kind);
  }
  void set(void* to, int value, size_t bytes) { record_set(to, value, bytes); }
  // A value of up to 16 bytes, as it is now.
  template <typename T>
  void store(T* to, typename detail::NotDeduced<T>::Type value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= detail::kMostValueBytes);
    record_store(to, &value, sizeof value);
  }

  // What follows runs if `condition(*flag)`, after otherwise() if not.
  template <typename T, typename Condition>
  void branch(const T* flag, Condition condition) {
    record_branch(flag, condition);
  }
  void otherwise() { record_mark(detail::OpKind::kOtherwise); }
  void branch_end() { record_mark(detail::OpKind::kBranchEnd); }

  // The program looks at the thread's last error there, and tells it; or takes it away.
  void check(cudaError_t (*last)() = cudaGetLastError) { record_check(last); }
  void forget() { record_mark(detail::OpKind::kForget); }

  // Issues what was recorded. The first error that a copy, a set or check() returned; launches leave theirs to a check, as
  // `<<<>>>` does.
  cudaError_t end() { return end_sequence(); }

  // do { what was recorded } while (again(*flag, trips so far)), and waits for it. False: it has not run, or the device has
  // an error that no call survives, and the statements as written are next.
  template <typename T, typename Again>
  bool loop(const T* flag, Again again) {
    record_decision(flag, again);
    return end_loop(nullptr, 0);
  }
  // The same where launches take the scalar, of which the first trip has `first`. It ends before a trip with a grid that CUDA
  // refuses: that one, and those behind it, are left to the statements as written.
  template <typename T, typename Again>
  bool loop(const T* flag, Again again, typename detail::NotDeduced<T>::Type first) {
    record_decision(flag, again);
    return end_loop(&first, sizeof first);
  }
  // After loop(): no trip is left.
  bool is_over() const { return is_over_; }
  // After loop(): what it read last, and how often it ran.
  template <typename T>
  T value() const {
    T read;
    std::memcpy(&read, value_, sizeof read);
    return read;
  }
  long long trips() const { return trips_; }

 private:
  friend class QueueOfRegion;
};

}  // namespace spawn
