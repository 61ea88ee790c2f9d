// What the blocks of a drain take, where the queue grows.
//
// A block takes units from any shard: from the entry at the shard's cursor, or, where that is small, of several in a row.
// It has to find their ready words, and then to win the cursor, by compare-and-swap. Large entries are shared out by a
// number of their own, where nobody's attempt makes another's fail. Either the block runs what it has taken together, or its
// warps take parts of that, so that a warp runs eight children of four threads at once. One of them takes for all: a cursor
// moves about every 3 us, however many come for it. Measured (H200, samples/amr, 121,000 children of 64 threads): 2.1 ms
// where each warp took from the shards, 0.88 ms now (queue_share.cuh).
#pragma once

#include "queue_drain.cuh"

namespace spawn::detail {

// Units of entries that follow each other in a shard.
struct Taken {
  unsigned slot;     // of the queue: the one that describes the first entry
  unsigned entries;  // 0: none was found
  unsigned units;
  unsigned long long first;  // the unit of the first entry to begin with
  bool in_blocks;
  bool at_end;        // nothing is left, and nothing runs
  unsigned ends[32];  // of several entries: units up to and with each

  // The last entry whose first unit is not above a unit.
  __device__ __forceinline__ unsigned entry_of(unsigned unit) const {
    unsigned entry = 0;
    for (unsigned step = 16; step > 0; step /= 2)
      if (entry + step < entries && ends[entry + step - 1] <= unit) entry += step;
    return entry;
  }
};

// Takes units of a queue for a block.
template <typename Workers>
class Taker {
 protected:
  static constexpr unsigned kBlockThreads = Workers::x * Workers::y * Workers::z;
  static constexpr unsigned kWorkerThreads = Workers::kInBlocks ? kBlockThreads : 32;
  // Of the lanes that look for work: all 32 of a warp, or the fewer that a small block has.
  static constexpr unsigned kLanes = kWorkerThreads < 32 ? kWorkerThreads : 32;
  static constexpr unsigned kMask = kLanes == 32 ? ~0u : (1u << kLanes) - 1;

  // `rank`: of a thread in the worker that comes, a warp or the block. What it takes is in `taken`.
  __device__ __forceinline__ Taker(QueueState* queue, Taken& taken, unsigned rank)
      : queue_(queue), taken_(taken), rank_(rank), shard_(sm_id() & (queue->shards - 1)) {}

  // By the lanes of a warp together.
  __device__ __forceinline__ void take() {
    if (rank_ == 0) taken_.entries = taken_.units = 0, taken_.at_end = false;
    __syncwarp(kMask);
    if (take_from(shard_)) return;
    unsigned long long done = 0, pushed = 0;
    for (unsigned number = rank_; number < queue_->shards; number += kLanes)
      done += load_word(&queue_->shard[number].done);
    __threadfence();
    __syncwarp(kMask);
    for (unsigned number = rank_; number < queue_->shards; number += kLanes)
      pushed += units_of(queue_->shard[number]);
    if (sum(done) == sum(pushed)) {
      if (rank_ == 0) taken_.at_end = true;
      return;
    }
    for (unsigned first = 0; first < queue_->shards; first += kLanes) {
      // not all blocks at the same shard
      const auto shard_of = [&](unsigned lane) { return (first + lane + blockIdx.x) & (queue_->shards - 1); };
      const bool more = first + rank_ < queue_->shards && has_more(queue_->shard[shard_of(rank_)]);
      for (unsigned lanes = __ballot_sync(kMask, more); lanes; lanes &= lanes - 1) {
        const unsigned number = shard_of(__ffs(lanes) - 1);
        if (take_from(number)) {
          shard_ = number;
          return;
        }
      }
    }
  }

  // By one thread: so many units have been run. It is the sum over all shards that counts.
  __device__ __forceinline__ void tell(unsigned units) {
    if (units == 0) return;
    __threadfence();  // what the children pushed, before they count as done
    atomicAdd(&queue_->shard[shard_].done, static_cast<unsigned long long>(units));
  }

  Taken& taken_;
  const unsigned rank_;

 private:
  // Items a thread, or blocks, that are taken at most of entries with no more than these.
  static constexpr unsigned kMostRows = 16;

  static __device__ __forceinline__ unsigned long long sum(unsigned long long each) {
    unsigned long long all = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) all += __shfl_sync(kMask, each, lane);
    return all;
  }

  static __device__ __forceinline__ bool has_more(const QueueShard& shard) {
    return (load_word(&shard.cursor) & kSlotMask) < (load_word(&shard.head) & kSlotMask);
  }

  // By the lanes together. False: nothing is ready there, or another block was faster.
  __device__ __forceinline__ bool take_from(unsigned number) {
    QueueShard& shard = queue_->shard[number];
    const unsigned long long cursor = __shfl_sync(kMask, load_word(&shard.cursor), 0);
    const unsigned pushed = static_cast<unsigned>(load_word(&shard.head) & kSlotMask);
    const unsigned slot = static_cast<unsigned>(cursor & kSlotMask), base = number * queue_->shard_slots;
    const unsigned long long unit = cursor >> kSlotBits;
    unsigned long long* const word = &queue_->starts[base + slot + rank_];
    const unsigned long long ready = slot + rank_ < queue_->shard_slots ? load_word(word) : 0;
    const unsigned long long first = __shfl_sync(kMask, ready, 0);
    if (!(first & kReady)) return false;
    __threadfence();  // the words before what they tell of
    const bool in_blocks = first & kInBlocks;
    const unsigned slots = static_cast<unsigned>(first >> kReadySlotsBit & 63);
    const unsigned long long all = first & kReadyUnits, left = all - unit;
    const unsigned each = in_blocks ? 1 : kBlockThreads;  // what a block runs at a time
    if (all > kMostRows * (in_blocks ? 1 : kWorkerThreads))
      return take_part(number, slot, slots, all, in_blocks);
    const unsigned least = in_blocks ? 1 : each * rows_of(__shfl_sync(kMask, pushed, 0) - slot);
    unsigned long long next = slot + slots, through = left;
    unsigned entries = 1, units = static_cast<unsigned>(left);
    if (left > least) {
      const unsigned share = share_of(left, least);
      if (share < left) next = cursor + (static_cast<unsigned long long>(share) << kSlotBits), entries = 0;
      units = share < left ? share : units;
    } else if (slots == 1) {
      // with those behind it that are as small: of its kind, in a slot each
      const unsigned long long alone = kReady | kInBlocks | 63ull << kReadySlotsBit;
      const bool alike = (ready & alone) == (first & alone);
      const unsigned like = __ballot_sync(kMask, alike);
      through = alike ? ready & kReadyUnits : 0;
      if (rank_ == 0) through = left;
      for (unsigned step = 1; step < kLanes; step *= 2) {
        const unsigned long long lower = __shfl_up_sync(kMask, through, step);
        if (rank_ >= step) through += lower;
      }
      const unsigned fit = like & __ballot_sync(kMask, through <= least);
      entries = fit == ~0u ? 32 : __ffs(~fit) - 1;
      units = static_cast<unsigned>(__shfl_sync(kMask, through, entries - 1));
      next = slot + entries;
    }
    const bool won = rank_ == 0 && atomicCAS(&shard.cursor, cursor, next) == cursor;
    if (!__shfl_sync(kMask, won, 0)) return false;
    // taken to its end, or not
    if (rank_ < entries) {
      *word = 0;
      taken_.ends[rank_] = static_cast<unsigned>(through);
    }
    if (rank_ == 0) {
      taken_.slot = base + slot + slots - 1;
      taken_.entries = entries > 1 ? entries : 1;
      taken_.units = units;
      taken_.first = unit;
      taken_.in_blocks = in_blocks;
    }
    return true;
  }

  // Of an entry of `all` units, by the lanes together. Whoever takes the last of them moves the cursor to the next entry.
  __device__ __forceinline__ bool take_part(unsigned number, unsigned slot, unsigned slots,
                                            unsigned long long all, bool in_blocks) {
    const unsigned first = number * queue_->shard_slots + slot, last = first + slots - 1;
    const unsigned share = share_of(all, in_blocks ? 1 : kBlockThreads);
    unsigned long long unit = 0;
    if (rank_ == 0) unit = atomicAdd(&queue_->slots[last].taken, static_cast<unsigned long long>(share));
    unit = __shfl_sync(kMask, unit, 0);
    if (unit >= all) return false;
    if (rank_ == 0) {
      if (unit + share >= all) {
        queue_->starts[first] = 0;
        atomicExch(&queue_->shard[number].cursor, static_cast<unsigned long long>(slot + slots));
      }
      taken_.slot = last;
      taken_.entries = 1;
      taken_.units = unit + share < all ? share : static_cast<unsigned>(all - unit);
      taken_.first = unit;
      taken_.in_blocks = in_blocks;
    }
    return true;
  }

  // How many items of small entries to take for each thread, by the slots that wait in the shard.
  __device__ __forceinline__ unsigned rows_of(unsigned waiting) const {
    constexpr unsigned kShare = 2;
    const unsigned blocks = gridDim.x / queue_->shards;
    const unsigned rows = waiting / (kShare * (blocks < 1 ? 1 : blocks));
    return rows < 1 ? 1 : rows < kMostRows ? rows : kMostRows;
  }

  // How much to take of what is left of an entry: large ones go to many blocks, which soon come for more.
  __device__ __forceinline__ unsigned share_of(unsigned long long left, unsigned least) const {
    constexpr unsigned kMost = 32;
    const unsigned long long share = left / (2ull * gridDim.x * least);
    return least * (share < 1 ? 1 : share < kMost ? static_cast<unsigned>(share) : kMost);
  }

  QueueState* const queue_;
  unsigned shard_;  // where work was found last
};

}  // namespace spawn::detail
