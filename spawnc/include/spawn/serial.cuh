// The serial body: the launching thread runs the child's threads one after the other.
#pragma once

#include "block.cuh"
#include "controller.cuh"

namespace spawn {

namespace detail {

__device__ __forceinline__ unsigned clamp_items(unsigned long long items) {
  return items < 0x1000000u ? static_cast<unsigned>(items) : 0x1000000u;  // 32 of them fit 32 bits
}

// Counts and times one serial run. The lane with the most items times the warp: it is the last to finish, and
// no lane has to wait for another.
class SerialRun {
 public:
  __device__ __forceinline__ SerialRun(Site* site, unsigned long long items) : site_(site) {
    const unsigned lanes = __activemask();
    const unsigned own = clamp_items(items);
#if __CUDA_ARCH__ >= 800
    most_ = __reduce_max_sync(lanes, own);
    const unsigned sum = __reduce_add_sync(lanes, own);
    const int busiest = __ffs(static_cast<int>(__ballot_sync(lanes, own == most_))) - 1;
#else
    most_ = own;
    const int busiest = __ffs(static_cast<int>(lanes)) - 1;
    const unsigned sum = own;
#endif
    times_ = lane_id() == static_cast<unsigned>(busiest);
    if (times_) {
      atomicAdd(&site->counters.serial, static_cast<unsigned long long>(__popc(lanes)));
      atomicAdd(&site->counters.serial_items, static_cast<unsigned long long>(sum));
      start_ = clock64();
    }
  }

  __device__ __forceinline__ ~SerialRun() {
    if (times_) add_sample(&site_->item, clock64() - start_, most_);
  }

  SerialRun(const SerialRun&) = delete;
  SerialRun& operator=(const SerialRun&) = delete;

 private:
  Site* site_;
  unsigned most_;
  bool times_;
  long long start_ = 0;
};

}  // namespace detail

// Runs `body(const Thread&)` for each thread of the grid whose index along x is below `useful_x`.
template <typename Body>
__device__ __forceinline__ void run_serial(const Launch& launch, long long useful_x, Body&& body) {
  const dim3 grid = launch.grid, block = launch.block;
  const unsigned long long all_x = static_cast<unsigned long long>(grid.x) * block.x;
  // The child may keep its index in an int: where that could overflow, its own test decides.
  const bool all = all_x > 0x7fffffffull || static_cast<unsigned long long>(useful_x) > all_x;
  const unsigned long long end_x = useful_x < 0 ? 0 : all ? all_x : useful_x;
  const detail::SerialRun run(launch.site, end_x * grid.y * grid.z * block.y * block.z);
  const Caller inside{&launch, launch.grid_record};
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx) {
        const unsigned long long first_x = static_cast<unsigned long long>(bx) * block.x;
        if (first_x >= end_x) break;
        const unsigned stop_x = end_x - first_x < block.x ? static_cast<unsigned>(end_x - first_x) : block.x;
        for (unsigned tz = 0; tz < block.z; ++tz)
          for (unsigned ty = 0; ty < block.y; ++ty)
            for (unsigned tx = 0; tx < stop_x; ++tx)
              body(Thread(inside, make_uint3(tx, ty, tz), make_uint3(bx, by, bz), block, grid));
      }
}

// Runs `body(const Block&)` for each block of the grid: for children with barriers.
template <typename Body>
__device__ __forceinline__ void run_serial_blocks(const Launch& launch, Body&& body) {
  const dim3 grid = launch.grid;
  const detail::SerialRun run(launch.site, detail::thread_count(launch));
  const Caller inside{&launch, launch.grid_record};
  for (unsigned bz = 0; bz < grid.z; ++bz)
    for (unsigned by = 0; by < grid.y; ++by)
      for (unsigned bx = 0; bx < grid.x; ++bx)
        body(Block(inside, make_uint3(bx, by, bz), launch.block, grid));
}

}  // namespace spawn
