// Lanes that happen to be converged, and single loads and clocks.
#pragma once

#include <cuda_runtime.h>

namespace spawn::detail {

__device__ __forceinline__ unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
}

__device__ __forceinline__ unsigned lanes_below() {
  unsigned mask;
  asm("mov.u32 %0, %%lanemask_lt;" : "=r"(mask));
  return mask;
}

// Low 32 bits of the GPU-wide clock: wraps after 4.3 s, so only differences are meant. 32 ns a tick on an
// H200.
__device__ __forceinline__ unsigned clock_ns() {
  unsigned long long now;
  asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now));
  return static_cast<unsigned>(now);
}

__device__ __forceinline__ ulonglong2 load_pair(const void* address) {  // 16 bytes, past the L1
  ulonglong2 pair;
  asm volatile("ld.volatile.global.v2.u64 {%0, %1}, [%2];"
               : "=l"(pair.x), "=l"(pair.y)
               : "l"(__cvta_generic_to_global(address))
               : "memory");
  return pair;
}

// A wave of threads costs one atomic a warp, not one a thread.
__device__ __forceinline__ int warp_take(int* counter) {
  const unsigned lanes = __activemask();
  const int leader = __ffs(static_cast<int>(lanes)) - 1;
  int first = 0;
  if (lane_id() == static_cast<unsigned>(leader)) first = atomicAdd(counter, __popc(lanes));
  return __shfl_sync(lanes, first, leader) + __popc(lanes & lanes_below());
}

__device__ __forceinline__ void warp_give_back(int* counter) {
  const unsigned lanes = __activemask();
  if ((lanes & lanes_below()) == 0) atomicSub(counter, __popc(lanes));
}

__device__ __forceinline__ void warp_count(unsigned long long* counter) {
  const unsigned lanes = __activemask();
  if ((lanes & lanes_below()) == 0) atomicAdd(counter, static_cast<unsigned long long>(__popc(lanes)));
}

}  // namespace spawn::detail
