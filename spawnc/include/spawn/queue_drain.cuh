// The drain: a kernel whose warps take units from the queue until there are none.
#pragma once

#include "overlap.cuh"
#include "queue_entry.cuh"

namespace spawn::detail {

constexpr int kDrainThreads =
    256;  // with all the 255 registers that a thread can have, a block still fits an SM

__device__ __forceinline__ unsigned long long units_of(unsigned long long head, unsigned long long end) {
  const unsigned long long pushed = head >> kSlotBits;
  return pushed < end ? pushed : end;
}
__device__ __forceinline__ unsigned long long units_of(const QueueShard& shard) {
  const unsigned long long head = load_word(&shard.head), end = load_word(&shard.end);
  return units_of(head, end);
}

// What the shards hold when the drain begins, in shared memory.
struct ShardTotals {
  unsigned long long before[kMaxShards + 1];  // units in all shards before each; in all of them
  unsigned slots[kMaxShards];                 // that are taken
};

// One warp of the drain. Its members are called by all lanes together.
template <typename... Children>
class DrainWarp {
 public:
  __device__ __forceinline__ DrainWarp(QueueState* queue, const ShardTotals& totals)
      : queue_(queue), totals_(totals), lane_(threadIdx.x % 32) {}

  // A warp begins with the units at its own place; those beyond all places are claimed as warps become free.
  __device__ __forceinline__ void run() const {
    constexpr unsigned kMost = 32, kShare = 4;
    constexpr unsigned kWarps = kDrainThreads / 32;
    const unsigned warps = gridDim.x * kWarps;
    const unsigned long long all = totals_.before[kMaxShards], share = all / (warps * kShare);
    const unsigned count = share < 1 ? 1 : share < kMost ? static_cast<unsigned>(share) : kMost;
    const unsigned long long own = static_cast<unsigned long long>(warps) * count;
    unsigned long long unit = static_cast<unsigned long long>(blockIdx.x * kWarps + threadIdx.x / 32) * count;
    while (unit < all) {
      run_units(unit, unit + count < all ? unit + count : all);
      if (own >= all) return;
      if (lane_ == 0) unit = own + atomicAdd(&queue_->claimed, static_cast<unsigned long long>(count));
      unit = __shfl_sync(kAllLanes, unit, 0);
    }
  }

 private:
  static constexpr unsigned kAllLanes = ~0u;

  // The last of `count` sorted numbers that is no larger than another one: a search in 32 places at a time.
  __device__ __forceinline__ unsigned find(const unsigned long long* numbers, unsigned count,
                                           unsigned long long number) const {
    unsigned low = 0, high = count;
    while (high - low > 32) {
      const unsigned step = (high - low + 31) / 32, probe = low + lane_ * step;
      const bool before = probe < high && numbers[probe] <= number;
      low += (__popc(__ballot_sync(kAllLanes, before)) - 1) * step;
      if (high - low > step) high = low + step;
    }
    const bool before = low + lane_ < high && numbers[low + lane_] <= number;
    return low + __popc(__ballot_sync(kAllLanes, before)) - 1;
  }

  // Units of the whole queue, which may be in several shards.
  __device__ __forceinline__ void run_units(unsigned long long unit, unsigned long long end) const {
    while (unit < end) {
      const unsigned number = find(totals_.before, kMaxShards, unit);
      const unsigned long long first = totals_.before[number], next = totals_.before[number + 1],
                               stop = next < end ? next : end;
      run_in_shard(number, unit - first, stop - first);
      unit = stop;
    }
  }

  __device__ __forceinline__ void run_in_shard(unsigned number, unsigned long long unit,
                                               unsigned long long end) const {
    const size_t base = static_cast<size_t>(number) * queue_->shard_slots;
    const unsigned long long* const starts = queue_->starts + base;
    const unsigned slots = totals_.slots[number];
    unsigned at = find(starts, slots, unit);
    unsigned long long window = window_from(starts, slots, at);
    while (unit < end) {
      unsigned ahead;
      while ((ahead = __popc(__ballot_sync(kAllLanes, window <= unit)) - 1) == 31) {
        at += ahead;
        window = window_from(starts, slots, at);
      }
      // Broadcast, though all lanes have it: so the compiler knows that the arguments are the same for the warp, and adds
      // to one address of theirs once for all lanes. Measured (H200, samples/join, Gaussian keys): 0.74 ms, not 0.90.
      const unsigned place = __shfl_sync(kAllLanes, static_cast<unsigned>(base) + at + ahead, 0);
      const Slot* const slot = queue_->slots + place;
      const unsigned long long start = __shfl_sync(kAllLanes, window, ahead), items = slot->head.items;
      const unsigned long long entry_end = start + (items + kUnitItems - 1) / kUnitItems;
      const unsigned long long stop = entry_end < end ? entry_end : end,
                               stop_item = (stop - start) * kUnitItems;
      run_entry(slot, (unit - start) * kUnitItems + lane_, stop_item < items ? stop_item : items);
      __syncwarp();
      unit = stop;
    }
  }

  // A lane's items of an entry.
  __device__ __forceinline__ void run_entry(const Slot* slot, unsigned long long item,
                                            unsigned long long end) const {
    const auto thread_of = [](uint3 thread, uint3 index, dim3 block, dim3 grid) {
      return Thread({}, thread, index, block, grid);
    };
    if constexpr (sizeof...(Children) == 1) {
      // does not wait for the slot to say which
      (run_items<Children>(slot, item, end, kUnitItems, thread_of), ...);
    } else {
      const unsigned child = slot->head.child;
      // by position: a template's instantiations may come to the same type, which is in the list twice then
      unsigned position = 0;
      ((child == position++ ? run_items<Children>(slot, item, end, kUnitItems, thread_of) : (void)0), ...);
    }
  }

  // The first units of the entries in 32 slots, one a lane.
  __device__ __forceinline__ unsigned long long window_from(const unsigned long long* starts, unsigned slots,
                                                            unsigned at) const {
    return at + lane_ < slots ? starts[at + lane_] : ~0ull;
  }

  QueueState* const queue_;
  const ShardTotals& totals_;
  const unsigned lane_;
};

// By the first warp of a block.
__device__ __forceinline__ void add_up(const QueueState* queue, ShardTotals& totals) {
  constexpr unsigned kEach = kMaxShards / 32;
  unsigned long long units[kEach], mine = 0;
  for (unsigned i = 0; i < kEach; ++i) {
    const unsigned number = threadIdx.x * kEach + i;
    const QueueShard& shard = queue->shard[number];
    const unsigned long long head = load_word(&shard.head), end = load_word(&shard.end);
    const unsigned slots = static_cast<unsigned>(head & kSlotMask);
    totals.slots[number] = slots < queue->shard_slots ? slots : queue->shard_slots;
    units[i] = units_of(head, end);
    mine += units[i];
  }
  unsigned long long through = mine;
  for (unsigned step = 1; step < 32; step *= 2) {
    const unsigned long long lower = __shfl_up_sync(~0u, through, step);
    if (threadIdx.x >= step) through += lower;
  }
  unsigned long long next = through - mine;
  for (unsigned i = 0; i < kEach; ++i) {
    totals.before[threadIdx.x * kEach + i] = next;
    next += units[i];
  }
  if (threadIdx.x == 31) totals.before[kMaxShards] = through;
}

// By all threads of a drain's block, when it has nothing more to do: the last one leaves the queue as the next parent
// needs it.
__device__ __forceinline__ void leave(QueueState* queue, unsigned rank, unsigned threads) {
  __shared__ bool last;
  __syncthreads();
  if (rank == 0) {
    __threadfence();
    last = atomicAdd(&queue->exited, 1u) == gridDim.x - 1;
  }
  __syncthreads();
  if (!last) return;
  for (unsigned number = rank; number < queue->shards; number += threads) {
    QueueShard& shard = queue->shard[number];
    shard.head = shard.few = shard.cursor = shard.done = 0;
    shard.end = ~0ull;
  }
  if (rank == 0) queue->claimed = queue->exited = queue->pushed = 0;
}

template <typename... Children>
static __global__ void drain(QueueStates<1> queues) {
  QueueState* const queue = queues.state[0];
  __shared__ ShardTotals totals;
  wait_for_kernel_before();
  if (!queue->pushed) return;
  if (threadIdx.x < 32) add_up(queue, totals);
  __syncthreads();
  DrainWarp<Children...>(queue, totals).run();
  leave(queue, threadIdx.x, kDrainThreads);
}

}  // namespace spawn::detail
