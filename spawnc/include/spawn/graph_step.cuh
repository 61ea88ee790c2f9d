// Device side of regions (graph.cuh): the predicate of a kernel's clone, and the small kernels that decide.
//
// A predicate is a word in device memory that nobody but a kernel of its own writes: never the live flag, which a guarded
// kernel may change while its other blocks have yet to look.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <utility>

#include "overlap.cuh"

namespace spawn {

// What the host's square root is, whatever the device's flags (-use_fast_math): for conditions.
__host__ __device__ inline float exact_sqrt(float x) {
#ifdef __CUDA_ARCH__
  return __fsqrt_rn(x);
#else
  return std::sqrt(x);
#endif
}

namespace detail {

// Of any copied-back scalar.
constexpr size_t kMostValueBytes = 16;
// Of a loop, that depend on its scalar.
constexpr unsigned kMostGrids = 8;

// The copied-back scalar as a trip begins with it, whatever the device has written since, and the grids that depend on it.
struct Snapshot {
  alignas(16) unsigned char value[kMostValueBytes];
  dim3 grid[kMostGrids];
};

}  // namespace detail

// First parameter of a kernel's clone in a region:
//     __global__ void expand__step(const spawn::Step spawn_step, ...) { if (spawn_step.skips()) return; ...
// skips() comes before all else, in all threads: until then, the kernel before may still run.
struct Step {
  const unsigned* on;     // null: runs anyway
  const long long* done;  // counted on the device; null: nothing is
  long long base;         // added to it
  // Of a trip whose scalar the device knows; null: `given` holds the scalar, and the launch has the trip's grid.
  const detail::Snapshot* snapshot;
  long long given;
  unsigned grid;  // which one of the snapshot
  // A grid that stays, where fewer blocks are launched, which take turns; else none.
  dim3 whole = dim3(0, 0, 0);

  __device__ __forceinline__ bool skips() const {
    detail::wait_for_kernel_before();
    return on && !*on;
  }
  // Trips of the loop before this one: 0 in the first.
  __device__ __forceinline__ long long trip() const { return base + (done ? *done : 0); }

  // The loop's scalar.
  template <typename T>
  __device__ __forceinline__ T value() const {
    if (snapshot) return *reinterpret_cast<const T*>(snapshot->value);
    T value;
    std::memcpy(&value, &given, sizeof value);
    return value;
  }

  // Calls `block(blockIdx, gridDim)` for each block of the trip's grid: those that were launched take turns.
  template <typename Block>
  __device__ __forceinline__ void each_block(Block&& block) const {
    const dim3 all = snapshot ? snapshot->grid[grid] : gridDim;
    unsigned x = blockIdx.x, row = blockIdx.y + gridDim.y * blockIdx.z;
    // those that were launched for a snapshot are one row
    for (const unsigned rows = snapshot ? all.y * all.z : row + 1;; x += gridDim.x) {
      if (x >= all.x) row += x / all.x, x %= all.x;
      if (row >= rows) return;
      block(make_uint3(x, row % all.y, row / all.y), all);
    }
  }

  // The same of a grid that stays: what is a parameter takes no registers, of which a kernel whose blocks do little has to
  // have few, to have many threads.
  template <typename Block>
  __device__ __forceinline__ void each_turn(Block&& block) const {
    if (!whole.x) return block(blockIdx, gridDim);
    for (unsigned number = blockIdx.x; number < whole.x * whole.y * whole.z; number += gridDim.x) {
      const unsigned row = number < whole.x ? 0 : number / whole.x, z = row < whole.y ? 0 : row / whole.y;
      block(make_uint3(number - row * whole.x, row - z * whole.y, z), whole);
    }
  }
};

namespace detail {

// What CUDA launches of every kernel (CUDA Programming Guide, "Compute Capabilities").
__host__ __device__ inline bool is_grid(dim3 grid) {
  return grid.x - 1 < 0x7fffffffu && grid.y - 1 < 65535u && grid.z - 1 < 65535u;
}

// Whether a loop's condition, `Again`, knows grids that depend on the scalar: `unsigned spawn_grids(T, dim3*) const`
// writes them, and says how many there are.
template <typename Again, typename T, typename = void>
constexpr bool kHasGrids = false;
template <typename Again, typename T>
constexpr bool kHasGrids<
    Again, T, std::void_t<decltype(std::declval<const Again&>().spawn_grids(std::declval<T>(), nullptr))>> =
    true;

// What the next trip begins with. False: CUDA would refuse one of its launches.
template <typename T, typename Again>
__host__ __device__ bool take_snapshot(Snapshot* to, T value, const Again& again) {
  std::memcpy(to->value, &value, sizeof value);
  if constexpr (kHasGrids<Again, T>) {
    const unsigned count = again.spawn_grids(value, to->grid);
    for (unsigned i = 0; i < count; ++i)
      if (!is_grid(to->grid[i])) return false;
  }
  return true;
}

// In device memory. Written by start_loop() and judge() only.
struct LoopState {
  unsigned on;  // whether the step at hand runs
  long long trips, pause_at;
  Snapshot snapshot;  // for the trip at hand
};

// In pinned memory, which host and device see. The host writes `trips`, `pause_at` and `snapshot` before a launch, the
// device the rest, `trips`, and the snapshot's value, at the end of it.
struct LoopReport {
  long long trips;     // so far
  long long pause_at;  // the launch ends when there are so many
  unsigned goes_on;    // what the loop's condition said last
  Snapshot snapshot;   // its value: what that was said of
};

// A few bytes that a kernel carries with it.
struct Store {
  unsigned char* to;
  unsigned bytes;
  alignas(16) unsigned char value[kMostValueBytes];

  __device__ __forceinline__ void write() const {
    if (bytes == 4 && reinterpret_cast<size_t>(to) % 4 == 0)
      *reinterpret_cast<unsigned*>(to) = *reinterpret_cast<const unsigned*>(value);
    else
      for (unsigned i = 0; i < bytes; ++i) to[i] = value[i];
  }
};

// What a trip begins with, such as `over = false`: the kernel that decides about the trip does it.
struct Stores {
  static constexpr unsigned kMost = 4;
  unsigned count;
  Store each[kMost];

  __device__ __forceinline__ void write() const {
    for (unsigned i = 0; i < count; ++i) each[i].write();
  }
};

struct Judge {
  LoopState* state;
  LoopReport* report;
  unsigned is_last;  // of the steps of a launch
  Stores stores;
};

struct Choose {
  const unsigned* on;  // of what the branch stands in; null: runs anyway
  unsigned* words;     // predicates of the two sides
};

// Handles of conditional nodes; 0: none.
struct Handles {
  unsigned long long first = 0, second = 0;
};

// Templates, so that sources without regions compile none.
template <typename User>
static __global__ void start_loop(LoopState* state, const LoopReport* report, Stores stores) {
  *state = {1, report->trips, report->pause_at, report->snapshot};
  stores.write();
}

#if CUDART_VERSION >= 12040
__device__ __forceinline__ void set_condition(unsigned long long handle, bool value) {
  cudaGraphSetConditional(handle, value);
}
#else
__device__ __forceinline__ void set_condition(unsigned long long, bool) {}
#endif

// After a trip: the loop's condition, as written in the program.
template <bool kSetsCondition, typename T, typename Again>
static __global__ void judge(Judge judge, unsigned long long repeats, unsigned long long, const T* flag,
                             Again again) {
  wait_for_kernel_before();
  LoopState* const state = judge.state;
  bool on = state->on;
  if (on) {
    const T value = *flag;
    const long long trips = state->trips + 1;
    const bool goes_on = again(value, trips);
    on = goes_on && take_snapshot(&state->snapshot, value, again) && trips < state->pause_at;
    state->trips = trips;
    state->on = on;
    if (on) judge.stores.write();
    if (!on || judge.is_last) {
      judge.report->trips = trips;
      judge.report->goes_on = goes_on;
      const unsigned char* const bytes = reinterpret_cast<const unsigned char*>(&value);
      for (unsigned i = 0; i < sizeof value; ++i) judge.report->snapshot.value[i] = bytes[i];
    }
  }
  if (kSetsCondition) set_condition(repeats, on);
}

// Before a branch: its condition, as written in the program.
template <bool kSetsCondition, typename T, typename Condition>
static __global__ void choose(Choose choose, unsigned long long then, unsigned long long otherwise,
                              const T* flag, Condition condition) {
  wait_for_kernel_before();
  const bool on = !choose.on || *choose.on;
  const bool value = on && condition(*flag);
  if (kSetsCondition) {
    set_condition(then, value);
    if (otherwise) set_condition(otherwise, !value);
  } else {
    choose.words[0] = value;
    choose.words[1] = on && !value;
  }
}

template <typename User>
static __global__ void store(Step step, Store store) {
  if (!step.skips()) store.write();
}

__device__ __forceinline__ size_t first_item() {
  return blockIdx.x * static_cast<size_t>(blockDim.x) + threadIdx.x;
}
__device__ __forceinline__ size_t all_items() { return gridDim.x * static_cast<size_t>(blockDim.x); }

// cudaMemset() and cudaMemcpy() with a predicate.
template <typename User>
static __global__ void fill(Step step, unsigned char* to, unsigned char value, size_t bytes) {
  if (step.skips()) return;
  for (size_t i = first_item(); i < bytes; i += all_items()) to[i] = value;
}

template <typename User>
static __global__ void copy(Step step, unsigned char* to, const unsigned char* from, size_t bytes) {
  if (step.skips()) return;
  const size_t both = reinterpret_cast<size_t>(to) | reinterpret_cast<size_t>(from);
  const size_t words = both % sizeof(uint4) == 0 ? bytes / sizeof(uint4) : 0;
  for (size_t i = first_item(); i < words; i += all_items())
    reinterpret_cast<uint4*>(to)[i] = reinterpret_cast<const uint4*>(from)[i];
  for (size_t i = words * sizeof(uint4) + first_item(); i < bytes; i += all_items()) to[i] = from[i];
}

}  // namespace detail
}  // namespace spawn
