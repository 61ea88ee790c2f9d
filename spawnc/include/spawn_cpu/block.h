// What the threads of a block do together: barriers, warp votes, shuffles, matches and reductions (CUDA C++
// Programming Guide, "Synchronization Functions" and "Warp ... Functions").
#pragma once

#include <cstdint>
#include <cstring>

#include "vectors.h"

namespace spawn_cpu {

enum class BlockOperation { kBarrier, kCount, kAnd, kOr };
enum class WarpOperation {
  kSync,
  kShuffle,
  kBallot,
  kAll,
  kAny,
  kMatchAny,
  kMatchAll,
  kAddUnsigned,
  kMinUnsigned,
  kMaxUnsigned,
  kMinSigned,
  kMaxSigned,
  kAnd,
  kOr,
  kXor,
};

int meet_block(BlockOperation operation, int predicate, const char* file, int line);
// `source`: the lane whose value a shuffle gives.
uint64_t meet_warp(WarpOperation operation, unsigned mask, uint64_t value, unsigned source, const char* file,
                   int line);
unsigned active_lanes(const char* file, int line);
unsigned lane_id();

template <class T>
uint64_t to_bits(T value) {
  static_assert(sizeof(T) <= sizeof(uint64_t), "warp functions take values of up to 8 bytes");
  uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof(T));
  return bits;
}
template <class T>
T from_bits(uint64_t bits) {
  T value;
  std::memcpy(&value, &bits, sizeof(T));
  return value;
}

template <class T>
T shuffle(unsigned mask, T value, unsigned source, const char* file, int line) {
  return from_bits<T>(meet_warp(WarpOperation::kShuffle, mask, to_bits(value), source, file, line));
}

}  // namespace spawn_cpu

#define SPAWN_CPU_PLACE const char *file = __builtin_FILE(), int line = __builtin_LINE()

inline void __syncthreads(SPAWN_CPU_PLACE) {
  spawn_cpu::meet_block(spawn_cpu::BlockOperation::kBarrier, 0, file, line);
}
inline int __syncthreads_count(int predicate, SPAWN_CPU_PLACE) {
  return spawn_cpu::meet_block(spawn_cpu::BlockOperation::kCount, predicate, file, line);
}
inline int __syncthreads_and(int predicate, SPAWN_CPU_PLACE) {
  return spawn_cpu::meet_block(spawn_cpu::BlockOperation::kAnd, predicate, file, line);
}
inline int __syncthreads_or(int predicate, SPAWN_CPU_PLACE) {
  return spawn_cpu::meet_block(spawn_cpu::BlockOperation::kOr, predicate, file, line);
}

inline void __syncwarp(unsigned mask = 0xffffffffu, SPAWN_CPU_PLACE) {
  spawn_cpu::meet_warp(spawn_cpu::WarpOperation::kSync, mask, 0, 0, file, line);
}
inline unsigned __activemask(SPAWN_CPU_PLACE) { return spawn_cpu::active_lanes(file, line); }
inline unsigned __ballot_sync(unsigned mask, int predicate, SPAWN_CPU_PLACE) {
  return static_cast<unsigned>(
      spawn_cpu::meet_warp(spawn_cpu::WarpOperation::kBallot, mask, predicate != 0, 0, file, line));
}
inline int __all_sync(unsigned mask, int predicate, SPAWN_CPU_PLACE) {
  return static_cast<int>(
      spawn_cpu::meet_warp(spawn_cpu::WarpOperation::kAll, mask, predicate != 0, 0, file, line));
}
inline int __any_sync(unsigned mask, int predicate, SPAWN_CPU_PLACE) {
  return static_cast<int>(
      spawn_cpu::meet_warp(spawn_cpu::WarpOperation::kAny, mask, predicate != 0, 0, file, line));
}
template <class T>
unsigned __match_any_sync(unsigned mask, T value, SPAWN_CPU_PLACE) {
  return static_cast<unsigned>(spawn_cpu::meet_warp(spawn_cpu::WarpOperation::kMatchAny, mask,
                                                    spawn_cpu::to_bits(value), 0, file, line));
}
template <class T>
unsigned __match_all_sync(unsigned mask, T value, int* all_equal, SPAWN_CPU_PLACE) {
  const auto lanes = static_cast<unsigned>(spawn_cpu::meet_warp(spawn_cpu::WarpOperation::kMatchAll, mask,
                                                                spawn_cpu::to_bits(value), 0, file, line));
  *all_equal = lanes != 0;
  return lanes;
}

// A segment of `width` lanes shuffles within itself (PTX ISA, `shfl.sync`).
template <class T>
T __shfl_sync(unsigned mask, T value, int source, int width = warpSize, SPAWN_CPU_PLACE) {
  const unsigned lane = spawn_cpu::lane_id(), last = static_cast<unsigned>(width) - 1;
  return spawn_cpu::shuffle(mask, value, (lane & ~last) | (static_cast<unsigned>(source) & last), file, line);
}
template <class T>
T __shfl_up_sync(unsigned mask, T value, unsigned delta, int width = warpSize, SPAWN_CPU_PLACE) {
  const unsigned lane = spawn_cpu::lane_id(), last = static_cast<unsigned>(width) - 1;
  return spawn_cpu::shuffle(mask, value, (lane & last) >= delta ? lane - delta : lane, file, line);
}
template <class T>
T __shfl_down_sync(unsigned mask, T value, unsigned delta, int width = warpSize, SPAWN_CPU_PLACE) {
  const unsigned lane = spawn_cpu::lane_id(), last = static_cast<unsigned>(width) - 1;
  return spawn_cpu::shuffle(mask, value, (lane & last) + delta <= last ? lane + delta : lane, file, line);
}
template <class T>
T __shfl_xor_sync(unsigned mask, T value, int lanes, int width = warpSize, SPAWN_CPU_PLACE) {
  const unsigned lane = spawn_cpu::lane_id(), last = static_cast<unsigned>(width) - 1;
  const unsigned source = lane ^ static_cast<unsigned>(lanes);
  return spawn_cpu::shuffle(mask, value, source <= (lane | last) ? source : lane, file, line);
}

#define SPAWN_CPU_REDUCTION(name, type, operation)                                            \
  inline type name(unsigned mask, type value, SPAWN_CPU_PLACE) {                              \
    return static_cast<type>(spawn_cpu::meet_warp(spawn_cpu::WarpOperation::operation, mask,  \
                                                  spawn_cpu::to_bits(value), 0, file, line)); \
  }
SPAWN_CPU_REDUCTION(__reduce_add_sync, unsigned, kAddUnsigned)
SPAWN_CPU_REDUCTION(__reduce_min_sync, unsigned, kMinUnsigned)
SPAWN_CPU_REDUCTION(__reduce_max_sync, unsigned, kMaxUnsigned)
SPAWN_CPU_REDUCTION(__reduce_add_sync, int, kAddUnsigned)
SPAWN_CPU_REDUCTION(__reduce_min_sync, int, kMinSigned)
SPAWN_CPU_REDUCTION(__reduce_max_sync, int, kMaxSigned)
SPAWN_CPU_REDUCTION(__reduce_and_sync, unsigned, kAnd)
SPAWN_CPU_REDUCTION(__reduce_or_sync, unsigned, kOr)
SPAWN_CPU_REDUCTION(__reduce_xor_sync, unsigned, kXor)
#undef SPAWN_CPU_REDUCTION
#undef SPAWN_CPU_PLACE
