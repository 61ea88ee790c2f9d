// Single loads, clocks and the lane.
//
// Nothing in this header acts for several lanes at once. __activemask() does not say which lanes will come to the
// next instruction: measured (CUDA 13.0, sm_90), ptxas reads it above a loop's exit branch, lanes that have left the
// loop are in the mask, and an operation that waits for the mask never ends. Counters are plain atomics, which the
// compiler aggregates by itself where lanes are together.
#pragma once

#include <cuda_runtime.h>

namespace spawn::detail {

__device__ __forceinline__ unsigned lane_id() {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  return lane;
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

}  // namespace spawn::detail
