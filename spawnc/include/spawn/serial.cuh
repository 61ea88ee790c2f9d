// The serial body: the launching thread runs the child's threads one after the other.
#pragma once

#include "block.cuh"
#include "controller.cuh"

namespace spawn {

namespace detail {

// Adds a number that differs from lane to lane. The compiler turns an addition of a constant into one for all lanes that
// are together, but any other into one for each lane, and those to one address wait for each other: measured (H200,
// shortest paths on a grid, children of four items), these were 15% of the whole time. So small numbers are added bit
// by bit.
__device__ __forceinline__ void add_small(unsigned long long* sum, unsigned long long number) {
  constexpr unsigned kBits = 5;
  if (number >> kBits) {
    atomicAdd(sum, number);
    return;
  }
#pragma unroll
  for (unsigned bit = 0; bit < kBits; ++bit)
    if (number >> bit & 1) atomicAdd(sum, 1ull << bit);
}

// Counts one serial run, and times the longer ones: what a launch would save is the time of a warp's longest lane,
// when its neighbours are done and leave it the memory. The clock that counts is read inside the loop, after a row's
// last thread: past the loop, a lane has waited for its slower neighbours.
class SerialRun {
 public:
  __device__ __forceinline__ SerialRun(Site* site, unsigned long long items) : site_(site), items_(items) {
    SmCounters& counters = site->sm_counters[sm_id() % kSmCounters];
    atomicAdd(&counters.serial, 1ull);
    add_small(&counters.serial_items, items);
    start_ = end_ = clock64();
  }

  __device__ __forceinline__ void mark() { end_ = clock64(); }

  __device__ __forceinline__ ~SerialRun() {
    constexpr unsigned long long kMostItems = 1u << 24;  // what a sample can hold
    constexpr unsigned kAlways = 1024;                   // from so many items on
    const unsigned chance = (static_cast<unsigned>(start_) / 8 + lane_id() * 31) % kAlways;
    if (chance < items_ && items_ < kMostItems)
      add_sample(&site_->item, end_ - start_, static_cast<unsigned>(items_));
  }

  SerialRun(const SerialRun&) = delete;
  SerialRun& operator=(const SerialRun&) = delete;

 private:
  Site* site_;
  unsigned long long items_;
  long long start_, end_;
};

}  // namespace detail

// These and Block::each_thread have internal linkage: where nvcc does not inline them, ptxas gives a function with
// external linkage more registers than a kernel's launch bounds allow.

namespace detail {
// The threads of a grid that have something to do: those whose index along x is below `end_x`.
struct ThreadRange {
  unsigned long long end_x, items;

  __device__ __forceinline__ ThreadRange(const Launch& launch, long long useful_x) {
    const dim3 grid = launch.grid, block = launch.block;
    const unsigned long long all_x = static_cast<unsigned long long>(grid.x) * block.x;
    // The child may keep its index in an int: where that could overflow, its own test decides.
    const bool all = all_x > 0x7fffffffull || static_cast<unsigned long long>(useful_x) > all_x;
    end_x = useful_x < 0 ? 0 : all ? all_x : useful_x;
    items = end_x * grid.y * grid.z * block.y * block.z;
  }
};

template <typename Thread, typename Body>
static __device__ __forceinline__ void run_threads(const Launch& launch, long long useful_x, Body&& body) {
  const dim3 grid = launch.grid, block = launch.block;
  const ThreadRange range(launch, useful_x);
  const unsigned long long end_x = range.end_x;
  detail::SerialRun run(launch.site, range.items);
  const Caller inside{&launch, launch.grid_record};
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx) {
        const unsigned long long first_x = static_cast<unsigned long long>(bx) * block.x;
        if (first_x >= end_x) break;
        const unsigned stop_x = end_x - first_x < block.x ? static_cast<unsigned>(end_x - first_x) : block.x;
        for (unsigned tz = 0; tz < block.z; ++tz)
          for (unsigned ty = 0; ty < block.y; ++ty)
            for (unsigned tx = 0; tx < stop_x; ++tx) {
              body(Thread(inside, make_uint3(tx, ty, tz), make_uint3(bx, by, bz), block, grid));
              if (tx + 1 == stop_x) run.mark();
            }
      }
}

}  // namespace detail

// Runs `body(const Thread&)` for each thread of the grid whose index along x is below `useful_x`.
template <typename Body>
static __device__ __forceinline__ void run_serial(const Launch& launch, long long useful_x, Body&& body) {
  detail::run_threads<Thread>(launch, useful_x, body);
}
// Of a child that launches itself; the deepest launches never come here.
template <int Depth, typename Body>
static __device__ __forceinline__ void run_serial(const LaunchAt<Depth>& launch, long long useful_x,
                                                  Body&& body) {
  if constexpr (Depth < kDeepest) detail::run_threads<ThreadAt<Depth + 1>>(launch, useful_x, body);
}

// Runs `body(const Block&)` for each block of the grid: for children with barriers.
template <typename Body>
static __device__ __forceinline__ void run_serial_blocks(const Launch& launch, Body&& body) {
  const dim3 grid = launch.grid;
  detail::SerialRun run(launch.site, detail::thread_count(launch));
  const Caller inside{&launch, launch.grid_record};
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx) {
        body(Block(inside, make_uint3(bx, by, bz), launch.block, grid));
        run.mark();
      }
}

}  // namespace spawn
