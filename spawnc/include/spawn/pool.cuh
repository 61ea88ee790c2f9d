// Slots for pending launches: every guarded launch of the device holds one.
//
// Measured (H200, CUDA 13.0): a launch counts against cudaLimitDevRuntimePendingLaunchCount until its grid is
// *complete*, not until it starts, and a grid is complete only when the grids launched from it are. At the
// limit a NULL-stream launch fails with cudaErrorLaunchPendingCountExceeded; a fire-and-forget one hangs the
// program. So a slot is held until the last CTA of the grid and of its descendants has ended.
#pragma once

#include "site.cuh"
#include "warp.cuh"

namespace spawn::detail {

constexpr int kRecords = 8192;      // a power of two
constexpr int kMaxCapacity = 4096;  // half of the records, so that a free one is found in a probe or two

// CUDA ends a grid a little after its last CTA. At most 128 grids are resident (CUDA guide, compute
// capabilities), so at most so many have ended their CTAs and still hold CUDA's slot.
constexpr int kMargin = 160;
constexpr int kFireAndForgetFromLimit = 1024;  // below, the margin is too thin to risk a hang

constexpr float kOverheadPriorCycles =
    16000;                                 // 8 us: launch to first CTA in an idle GPU, measured on an H200
constexpr float kIssuePriorCycles = 1000;  // 0.5 us: one more launch ahead in the queue, same

struct alignas(16) Pool {
  // One 16-byte load:
  int pending = 0;
  int capacity = 0;  // 0: not known yet
  float overhead_cycles = kOverheadPriorCycles;
  float issue_cycles = kIssuePriorCycles;

  int limit = 0;  // cudaLimitDevRuntimePendingLaunchCount
  float cycles_per_ns = 1.7f;
  int learning = 0;  // a lock that nobody waits for
  unsigned last_start_ns = 0;

  // Launches that are being decided, by the logarithm of what they would save. A wave of small ones is not to
  // make the queue look long to the few large ones among them: launched in vain costs a microsecond, serial
  // in vain a large child's whole time.
  static constexpr int kSizes = 32;
  int deciding[kSizes] = {};
};

// A launched grid that is not complete.
struct GridRecord {
  unsigned outstanding;  // CTAs not ended, and grids launched from it not complete; 0: the record is free
  int parent;            // record of the grid that launched it, or kNoRecord
};
constexpr int kNoRecord = -1;

// Measured (H200, CUDA 13.0): past the limit, launches from parents in one stream fail; from parents in eight
// streams the unmodified program hangs. How close to the limit that begins is not known, so parents in several
// streams share half of it.
__host__ __device__ constexpr int capacity_for(int limit, bool several_streams) {
  const int margin = several_streams ? (limit + 1) / 2 : limit / 4 < kMargin ? limit / 4 + 1 : kMargin;
  return limit - margin < kMaxCapacity ? limit - margin : kMaxCapacity;
}

// One pool a device, whatever the number of translation units.
#ifdef __CUDACC_RDC__
inline __device__ Pool pool;
inline __device__ GridRecord grid_records[kRecords];
#else
static __device__ Pool pool;
static __device__ GridRecord grid_records[kRecords];
#endif

struct PoolView {
  int pending, capacity;
  float overhead_cycles, issue_cycles;
};

// The kernel was launched by host code that never called prepare().
static __device__ __noinline__ int find_capacity() {
  size_t limit = 0;
  for (bool done = false; !done;)
    if (const Lock lock{turn_of_warp()}) {
      if (cudaDeviceGetLimit(&limit, cudaLimitDevRuntimePendingLaunchCount) != cudaSuccess) limit = 0;
      done = true;
    }
  const int capacity = capacity_for(static_cast<int>(limit), /* for all we know */ true);
  *const_cast<volatile int*>(&pool.limit) = static_cast<int>(limit);
  *const_cast<volatile int*>(&pool.capacity) = capacity;
  return capacity;
}

__device__ __forceinline__ PoolView view_pool() {
  const ulonglong2 words = load_pair(&pool);
  PoolView view{static_cast<int>(words.x), static_cast<int>(words.x >> 32),
                __uint_as_float(static_cast<unsigned>(words.y)),
                __uint_as_float(static_cast<unsigned>(words.y >> 32))};
  if (view.capacity == 0) view.capacity = find_capacity();
  return view;
}

// The caller holds a slot, so at most half of the records are taken.
__device__ inline int open_record(unsigned ctas, int parent, unsigned hash) {
  int record = static_cast<int>((hash * 2654435769u) >> 19) & (kRecords - 1);
  while (atomicCAS(&grid_records[record].outstanding, 0u, ctas) != 0) record = (record + 1) & (kRecords - 1);
  *const_cast<volatile int*>(&grid_records[record].parent) = parent;
  if (parent != kNoRecord) atomicAdd(&grid_records[parent].outstanding, 1u);
  return record;
}

__device__ inline void end_one(int record, unsigned ended = 1) {
  while (record != kNoRecord) {
    GridRecord& grid = grid_records[record];
    const int parent = *const_cast<volatile int*>(&grid.parent);  // before the record is free to be reused
    __threadfence();
    if (atomicSub(&grid.outstanding, ended) != ended) return;
    atomicSub(&pool.pending, 1);
    record = parent;
    ended = 1;
  }
}

// Called by the first CTA of a launched grid, `pending` launches ahead of it when it was issued.
//  - t_overhead is the lower quartile of the delay when hardly any were ahead: a child also waits while its
//    parent's own CTAs are being dispatched, which is work, not overhead.
//  - t_issue is the mean time between starts while there is a queue.
// A sample is skipped when another is being added.
__device__ inline void learn_delay(int pending, unsigned delay_ns, unsigned now_ns) {
  constexpr float kStep = 1.f / 16, kQuantile = 0.25f, kMeanOver = 64;
  constexpr int kIdle = 4, kQueue = 16;
  const unsigned since_last_ns = now_ns - atomicExch(&pool.last_start_ns, now_ns);
  if (pending >= kIdle && pending < kQueue) return;
  if (atomicExch(&pool.learning, 1) != 0) return;
  __threadfence();
  const float cycles_per_ns = pool.cycles_per_ns;
  volatile float* const overhead_cycles = &pool.overhead_cycles;
  volatile float* const issue_cycles = &pool.issue_cycles;
  if (pending >= kQueue) {
    const float gap = fminf(static_cast<float>(since_last_ns) * cycles_per_ns, kIssuePriorCycles * 4);
    const float issue = *issue_cycles;
    *issue_cycles = fmaxf(issue + (gap - issue) / kMeanOver, kIssuePriorCycles / 2);
  } else {
    const float delay = static_cast<float>(delay_ns) * cycles_per_ns, overhead = *overhead_cycles;
    const float next = overhead * (delay < overhead ? 1 - kStep * (1 - kQuantile) : 1 + kStep * kQuantile);
    *overhead_cycles = fminf(fmaxf(next, kOverheadPriorCycles / 4), kOverheadPriorCycles * 8);
  }
  __threadfence();
  atomicExch(&pool.learning, 0);
}

}  // namespace spawn::detail
