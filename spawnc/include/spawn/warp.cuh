// Single loads, clocks, the lane, and turns within a warp.
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

__device__ __forceinline__ unsigned sm_id() {
  unsigned sm;
  asm("mov.u32 %0, %%smid;" : "=r"(sm));
  return sm;
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

constexpr int kTurns = 1 << 14;  // a power of two, more than the warps that an H200 holds
#ifdef __CUDACC_RDC__
inline __device__ int turns[kTurns + 1];  // 1: taken. The last one is the whole device's.
#else
static __device__ int turns[kTurns + 1];
#endif

// In CUDA's device runtime, one lane of a warp at a time. Measured (H200, CUDA 13.0, driver 580.159): when lanes of
// one warp come to a launch at different times, the program hangs, inside cudaGetParameterBuffer. So does a plain
// program whose odd and even lanes launch in loops of different pace, with 1500 launches pending. Lanes that one
// turn after the other launched never hung there, and were no slower. Other calls of it take turns, too: in_turn.cuh.
// By the warp's number in its grid: its place on the GPU may change. Warps that share a word only wait longer.
__device__ __forceinline__ int* turn_of_warp() {
  unsigned long long grid;
  asm("mov.u64 %0, %%gridid;" : "=l"(grid));
  const unsigned block = blockIdx.x + gridDim.x * (blockIdx.y + gridDim.y * blockIdx.z);
  const unsigned thread = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  return &turns[(static_cast<unsigned>(grid) * 2654435769u + block * 32 + thread / 32) % kTurns];
}

// Tries once to take a turn (of nothing: null), and holds it:
//     for (bool done = false; !done;)
//       if (const Lock lock{turn_of_warp()}) ..., done = true;
// In this form, lanes without the turn wait at the end of the `if`, and do not keep the one that has it from running.
class Lock {
 public:
  __device__ __forceinline__ explicit Lock(int* turn)
      : turn_(turn), mine_(turn && atomicCAS(turn, 0, 1) == 0) {
    constexpr unsigned kPauseNs = 128;
#if __CUDA_ARCH__ >= 700
    if (turn && !mine_) __nanosleep(kPauseNs);
#endif
  }
  __device__ __forceinline__ ~Lock() {
    if (mine_) atomicExch(turn_, 0);
  }
  Lock(const Lock&) = delete;
  Lock& operator=(const Lock&) = delete;

  __device__ __forceinline__ explicit operator bool() const { return mine_; }

 private:
  int* turn_;
  bool mine_;
};

}  // namespace spawn::detail
