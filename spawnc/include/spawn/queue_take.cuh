// What the blocks of a drain take, where the queue grows.
//
// A block takes units from any shard: from the entry at the shard's cursor, or, where that is small, of several in a row.
// It has to find their ready words, and then to win the cursor, by compare-and-swap. Large entries are shared out by a
// number of their own, where nobody's attempt makes another's fail. Either the block runs what it has taken together, or its
// warps take parts of that, so that a warp runs eight children of four threads at once. One of them takes for all: a cursor
// moves about every 3 us, however many come for it. Measured (H200, samples/amr, 121,000 children of 64 threads): 2.1 ms
// where each warp took from the shards, 0.88 ms now.
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

// In shared memory: what the workers of a block have taken; where these are its warps, also what is left of it. All of
// that is changed by whoever holds the lock, in atomic functions alone: compute-sanitizer's racecheck knows of no locks.
template <unsigned kWorkers>
struct BlockTaken {
  // `kGiven`: of the units; the rest as in Taken.
  enum Word { kSlot, kEntries, kUnits, kFirst, kHighFirst, kAtEnd, kGiven, kWords };

  Taken parts[kWorkers];
  unsigned words[kWords], ends[32];
  unsigned done;  // units that the queue knows nothing of
  unsigned lock;
};
template <>
struct BlockTaken<1> {
  Taken parts[1];
};

// What a worker (a warp, or its block) runs next.
template <typename Workers>
class Taker {
  static constexpr unsigned kBlockThreads = Workers::x * Workers::y * Workers::z;

 public:
  static constexpr unsigned kWorkerThreads = Workers::kInBlocks ? kBlockThreads : 32;
  static constexpr unsigned kWorkers = kBlockThreads / kWorkerThreads;  // of a block
  using Memory = BlockTaken<kWorkers>;

  // `rank`: of a thread in its block. By all threads of the block.
  __device__ __forceinline__ Taker(QueueState* queue, Memory& memory, unsigned rank)
      : queue_(queue),
        memory_(memory),
        mine_(memory.parts[rank / kWorkerThreads]),
        rank_(rank % kWorkerThreads),
        shard_(sm_id() & (queue->shards - 1)) {
    if constexpr (kWorkers > 1) {
      if (rank == 0) {
        memory.words[Memory::kUnits] = memory.words[Memory::kGiven] = memory.words[Memory::kAtEnd] = 0;
        memory.done = memory.lock = 0;
      }
      __syncthreads();
    }
  }

  // By all threads of the worker, which have run what they got before.
  __device__ __forceinline__ const Taken& next() {
    if (rank_ < 32) get();
    wait();
    return mine_;
  }

  __device__ __forceinline__ unsigned rank() const { return rank_; }

  // By one of the worker's threads: all have run what they got. The queue is told when the block needs more.
  __device__ __forceinline__ void add_done() {
    if constexpr (kWorkers == 1) {
      tell(mine_.units);
    } else {
      __threadfence_block();
      atomicAdd(&memory_.done, mine_.units);
    }
  }

  // For the threads of the worker.
  static __device__ __forceinline__ void wait() {
    if constexpr (Workers::kInBlocks)
      __syncthreads();
    else
      __syncwarp();
  }

 private:
  // Of the lanes that look for work: all 32 of a warp, or the fewer that a small block has.
  static constexpr unsigned kLanes = kWorkerThreads < 32 ? kWorkerThreads : 32;
  static constexpr unsigned kMask = kLanes == 32 ? ~0u : (1u << kLanes) - 1;
  // Items a thread, or blocks, that are taken at most of entries with no more than these.
  static constexpr unsigned kMostRows = 16;

  static __device__ __forceinline__ unsigned long long sum(unsigned long long each) {
    unsigned long long all = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) all += __shfl_sync(kMask, each, lane);
    return all;
  }

  __device__ __forceinline__ void get() {
    if constexpr (kWorkers == 1) {
      take();
    } else {
      if (rank_ == 0) lock();
      __syncwarp();
      unsigned word = own_word();
      if (of(word, Memory::kGiven) == of(word, Memory::kUnits) && !of(word, Memory::kAtEnd)) {
        if (rank_ == 0) tell(atomicExch(&memory_.done, 0u));
        take();
        __syncwarp();
        show();
        __syncwarp();
        word = own_word();
      }
      give(word);
      __syncwarp();
      if (rank_ == 0) unlock();
    }
  }

  // It is the sum over all shards that counts.
  __device__ __forceinline__ void tell(unsigned units) {
    if (units == 0) return;
    __threadfence();  // what the children pushed, before they count as done
    atomicAdd(&queue_->shard[shard_].done, static_cast<unsigned long long>(units));
  }

  __device__ __forceinline__ void lock() {
    while (atomicExch(&memory_.lock, 1u)) {
#if __CUDA_ARCH__ >= 700
      __nanosleep(32);
#endif
    }
    __threadfence_block();
  }
  __device__ __forceinline__ void unlock() {
    __threadfence_block();
    atomicExch(&memory_.lock, 0u);
  }

  // The block's words, one a lane.
  __device__ __forceinline__ unsigned own_word() {
    return rank_ < Memory::kWords ? atomicOr(&memory_.words[rank_], 0u) : 0;
  }
  static __device__ __forceinline__ unsigned of(unsigned word, unsigned number) {
    return __shfl_sync(kMask, word, number);
  }

  // To the other warps, what this one has taken.
  __device__ __forceinline__ void show() {
    atomicExch(&memory_.ends[rank_], mine_.entries > 1 ? mine_.ends[rank_] : mine_.units);
    if (rank_ > 0) return;
    const auto set = [&](unsigned number, unsigned value) { atomicExch(&memory_.words[number], value); };
    set(Memory::kSlot, mine_.slot);
    set(Memory::kEntries, mine_.entries);
    set(Memory::kUnits, mine_.units);
    set(Memory::kFirst, static_cast<unsigned>(mine_.first));
    set(Memory::kHighFirst, static_cast<unsigned>(mine_.first >> 32));
    set(Memory::kAtEnd, mine_.at_end);
    set(Memory::kGiven, 0);
  }

  // A warp's part of what the block has: as many items for each thread as if all warps came now, at least one.
  __device__ __forceinline__ void give(unsigned word) {
    const unsigned begin = of(word, Memory::kGiven), left = of(word, Memory::kUnits) - begin;
    const unsigned all = of(word, Memory::kEntries), rows = left / kBlockThreads;
    const unsigned slot = of(word, Memory::kSlot), at_end = of(word, Memory::kAtEnd);
    const unsigned first = of(word, Memory::kFirst), high_first = of(word, Memory::kHighFirst);
    unsigned units = 32 * (rows < 1 ? 1 : rows);
    if (units > left) units = left;
    const unsigned each_end = atomicOr(&memory_.ends[rank_], 0u);
    const unsigned entry = __popc(__ballot_sync(kMask, rank_ < all && each_end <= begin));
    const auto end_of = [&](unsigned other) {
      return __shfl_sync(kMask, each_end, other < all ? other : 31);
    };
    const unsigned own = entry + rank_, end = end_of(own);
    const unsigned before = __shfl_up_sync(kMask, end, 1), start = end_of(entry - 1);
    const bool has_some = own < all && (rank_ == 0 || before < begin + units);
    const unsigned entries = __popc(__ballot_sync(kMask, has_some));
    mine_.ends[rank_] = end - begin < units ? end - begin : units;
    if (rank_ > 0) return;
    mine_.slot = slot + entry;
    mine_.entries = left > 0 ? entries : 0;
    mine_.units = units;
    mine_.first =
        entry > 0 ? begin - start : (static_cast<unsigned long long>(high_first) << 32 | first) + begin;
    mine_.in_blocks = false;
    mine_.at_end = at_end;
    atomicExch(&memory_.words[Memory::kGiven], begin + units);
  }

  // For the block.
  __device__ __forceinline__ void take() {
    if (rank_ == 0) mine_.entries = mine_.units = 0, mine_.at_end = false;
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
      if (rank_ == 0) mine_.at_end = true;
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
      mine_.ends[rank_] = static_cast<unsigned>(through);
    }
    if (rank_ == 0) {
      mine_.slot = base + slot + slots - 1;
      mine_.entries = entries > 1 ? entries : 1;
      mine_.units = units;
      mine_.first = unit;
      mine_.in_blocks = in_blocks;
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
      mine_.slot = last;
      mine_.entries = 1;
      mine_.units = unit + share < all ? share : static_cast<unsigned>(all - unit);
      mine_.first = unit;
      mine_.in_blocks = in_blocks;
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
  Memory& memory_;
  Taken& mine_;          // what the worker runs
  const unsigned rank_;  // of a thread in its worker
  unsigned shard_;       // where work was found last
};

}  // namespace spawn::detail
