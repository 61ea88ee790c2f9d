// Policies, and what the device keeps for one launch site.
#pragma once

#include <cuda_runtime.h>

#include "source.cuh"

namespace spawn {

// When a site's work leaves the launching thread: iff its workload is at least `threshold`.
struct Policy {
  static constexpr unsigned long long kNever = ~0ull;
  static constexpr unsigned long long kController = ~0ull - 1;

  unsigned long long threshold;  // in items of workload, or one of the two above
};

namespace detail {

// A ratio of two running sums in one 64-bit word, so that one reduction adds to both and one load reads a
// consistent pair. High half: sum of numerators; low half: sum of denominators.
// Room for a burst: at most about 2^13 warps add between two calls of `fade_when_full`.
struct Ratio {
  static constexpr unsigned kCyclesPerUnit = 256;  // numerators are clock64 cycles, kept in units of 256
  static constexpr unsigned kMaxUnits = 1u << 18;  // of one sample, 36 ms; 2^18 * 2^13 fits 32 bits
  static constexpr unsigned kMaxDenominator = 1u << 16;
  static constexpr unsigned kFullUnits = 1u << 28;
  static constexpr unsigned kFullDenominator = 1u << 20;

  unsigned long long sums;

  static constexpr Ratio of(unsigned cycles, unsigned denominator) {
    return {static_cast<unsigned long long>(cycles / kCyclesPerUnit) << 32 | denominator};
  }

  __host__ __device__ float cycles() const {
    const float units = static_cast<float>(static_cast<unsigned>(sums >> 32));
    return kCyclesPerUnit * units / static_cast<float>(static_cast<unsigned>(sums) + 1u);
  }
};

// The system of the paper's Child CTA Queuing System, in one word: high half CTAs running, low half CTAs
// launched and not finished (n).
constexpr unsigned long long kOneRunning = 1ull << 32;
constexpr unsigned kMaxCtasCounted = 1u << 19;  // of one grid; 4096 grids of them fit the low half

// 32-bit counters would wrap in a long run.
// offered = launched + queued + serial + failed + dropped
struct Counters {
  unsigned long long launched;  // grids that went out
  unsigned long long launched_items;
  unsigned long long refused;   // serial for want of room: no slot, or CUDA or the queue had none
  unsigned long long failed;    // launches in error, as written: work not done, error visible
  unsigned long long dropped;   // launches that had to go out and found no room: work not done, error visible
  unsigned long long delay_ns;  // launch to first CTA, summed over `delays` launches
  unsigned long long delays;
};

// What a program of many small children counts most, for some of the SMs each. Measured (H200, BFS, R-MAT 21): with one
// for all, the additions to one address took longer than all else that a small child does.
struct alignas(32) SmCounters {
  unsigned long long serial;  // runs of the serial body
  unsigned long long serial_items;
  unsigned long long queued;  // entries of a queue
  unsigned long long queued_items;
};
constexpr int kSmCounters = 128;  // a power of two

// Serial time of an item and service time of a child CTA before anything was measured: what BFS and
// pointer-chasing children show on an H200. Small denominators, so that the first real samples outweigh them.
constexpr Ratio kItemPrior = Ratio::of(256 * 120, 256);
constexpr Ratio kCtaPrior = Ratio::of(64 * 100, 64);

}  // namespace detail

// One launch site. The first 32 bytes are one sector: all that a decision reads.
struct alignas(32) Site {
  Policy policy{Policy::kController};
  unsigned long long system = 0;            // see kOneRunning
  detail::Ratio item = detail::kItemPrior;  // t_item: a warp's serial cycles over its largest lane's items
  detail::Ratio cta = detail::kCtaPrior;    // t_cta / n_con: a CTA's cycles over the CTAs running with it
  detail::Counters counters{};
  detail::SmCounters sm_counters[detail::kSmCounters] = {};

  constexpr Site() = default;
  constexpr explicit Site(Policy chosen) : policy(chosen) {}
};

constexpr Site by_controller() { return Site(Policy{Policy::kController}); }
constexpr Site always() { return Site(Policy{0}); }
constexpr Site never() { return Site(Policy{Policy::kNever}); }
constexpr Site threshold(unsigned long long items) {
  return Site(Policy{items < Policy::kController ? items : Policy::kController - 1});
}

}  // namespace spawn
