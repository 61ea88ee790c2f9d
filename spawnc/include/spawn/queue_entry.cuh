// How a warp of the drain runs an entry.
#pragma once

#include "queue_state.cuh"

namespace spawn::detail {

// Some of an entry's items: `item`, and every `step`th after it, up to `end`. `thread_of(thread, index, block, grid)` is
// what the child is given.
template <typename Child, typename ThreadOf>
__device__ __forceinline__ void run_items(const Slot* slot, unsigned long long item, unsigned long long end,
                                          unsigned step, const ThreadOf& thread_of) {
  const Child child = arguments_of<Child>(slot);
  const dim3 grid = slot->head.grid, block = slot->head.block;
  const unsigned end_x = slot->head.end_x;
  for (; item < end; item += step) {
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
    child(thread_of(thread, index, block, grid));
  }
}

}  // namespace spawn::detail
