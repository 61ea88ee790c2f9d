// How a warp of the drain runs an entry.
#pragma once

#include "queue_state.cuh"

namespace spawn::detail {

// A lane's items of an entry: `item`, and every 32nd after it, up to `end`.
template <typename Child>
__device__ __forceinline__ void run_items(const Slot* slot, unsigned long long item, unsigned long long end) {
  const Child child = *reinterpret_cast<const Child*>(slot - slot->before);
  const dim3 grid = slot->grid, block = slot->block;
  const unsigned end_x = slot->end_x;
  for (; item < end; item += kUnitItems) {
    unsigned x = static_cast<unsigned>(item), y = 0, z = 0;
    uint3 thread = make_uint3(0, 0, 0), index = make_uint3(0, 0, 0);
    if (item >= end_x) {
      const unsigned long long row = item / end_x;
      const unsigned rows = grid.y * block.y;
      x = static_cast<unsigned>(item - row * end_x);
      y = static_cast<unsigned>(row % rows);
      z = static_cast<unsigned>(row / rows);
      thread.y = y % block.y, index.y = y / block.y;
      thread.z = z % block.z, index.z = z / block.z;
    }
    thread.x = x % block.x, index.x = x / block.x;
    child(Thread({}, thread, index, block, grid));
  }
}

template <typename... Children>
__device__ __forceinline__ void run_entry(const Slot* slot, unsigned long long item, unsigned long long end) {
  const unsigned child = slot->child;
  ((child == index_of<Children, Children...>() ? run_items<Children>(slot, item, end) : (void)0), ...);
}

}  // namespace spawn::detail
