// The controller of SPAWN (Tang et al., "Controlled Kernel Launch for Dynamic Parallelism in GPUs", HPCA
// 2017), in software:
//
//     launch iff  4 * t_overhead + t_issue * pending + (n + x) * t_cta / n_con  <  workload * t_item
//
// n: child CTAs in the system, x: CTAs of this launch, n_con: CTAs running at once, t_cta: a CTA's time.
// Four things are ours, each needed on real hardware:
//  - a launch has to save four times its own overhead: the lanes of a warp launch one after the other, and the parent's
//    grid ends only when its children have. Measured (H200, survey propagation): 4.7 ms with one, 3.8 with four;
//  - t_issue * pending: the launch unit is a queue of its own, however many threads launch;
//  - t_item is a warp's figure, elapsed cycles over the items of its busiest lane: a thread's own clock also
//    counts the lanes that it waits for;
//  - `pending` comes from atomics: a wave of threads does not all see an empty queue. A launch takes its
//    place among those of its own size first, and then, if still worth it, in the queue.
// Times are clock64 cycles.
#pragma once

#include "shape.cuh"

namespace spawn::detail {

struct SiteView {
  unsigned long long policy;
  unsigned in_system;
  Ratio item, cta;
};

__device__ __forceinline__ SiteView view_site(const Site* site) {
  const ulonglong2 first = load_pair(site);
  const ulonglong2 second = load_pair(&site->item);
  return {first.x, static_cast<unsigned>(first.y), {second.x}, {second.y}};
}

// Both sides of the inequality for one launch, `pending` aside.
struct Trade {
  static constexpr float kOverheads = 4;  // that a launch has to save

  float capacity, t_child, t_issue, t_parent;

  __device__ __forceinline__ Trade(const SiteView& site, const PoolView& pool, unsigned ctas, float workload)
      : capacity(static_cast<float>(pool.capacity)),
        t_child(kOverheads * pool.overhead_cycles +
                (static_cast<float>(site.in_system) + static_cast<float>(ctas)) * site.cta.cycles()),
        t_issue(pool.issue_cycles),
        t_parent(workload * site.item.cycles()) {}

  // The last slots are for the largest children: the price of the queue rises as they run out.
  __device__ __forceinline__ bool worth_it(int pending) const {
    const float ahead = static_cast<float>(pending), room = capacity - ahead;
    return room > 0 && t_issue * ahead * capacity < (t_parent - t_child) * room;
  }
  __device__ __forceinline__ int* same_size() const {  // the counter of launches of its size
    return &pool.deciding[(__float_as_uint(t_parent) >> 23) % Pool::kSizes];
  }
};

// Halves both sums once they are full: old samples fade, and the halves never overflow. Decisions do it, so
// that samples stay a single reduction; one that loses the race leaves it to the next.
__device__ __forceinline__ void fade_when_full(Ratio* ratio, Ratio seen) {
  const unsigned units = static_cast<unsigned>(seen.sums >> 32),
                 denominator = static_cast<unsigned>(seen.sums);
  if (units < Ratio::kFullUnits && denominator < Ratio::kFullDenominator) return;
  atomicCAS(&ratio->sums, seen.sums, static_cast<unsigned long long>(units / 2) << 32 | (denominator / 2));
}

// Samples out of scale count for less than they should: measured (H200, samples/mandelbrot), with a scale that ended at
// one millisecond, children of 68 ms looked no larger than those of one, and were left serial.
__device__ __forceinline__ void add_sample(Ratio* ratio, long long cycles, unsigned denominator) {
  // rounds up as often as it has to for the mean to be right
  const unsigned any = static_cast<unsigned>(clock64()) % Ratio::kCyclesPerUnit;
  unsigned long long units =
      (static_cast<unsigned long long>(cycles > 0 ? cycles : 0) + any) / Ratio::kCyclesPerUnit;
  while (units > Ratio::kMaxUnits || denominator > Ratio::kMaxDenominator) units /= 2, denominator /= 2;
  if (denominator == 0) return;  // a single item of over 36 ms: out of scale
  atomicAdd(&ratio->sums, units << 32 | denominator);
}

}  // namespace spawn::detail
