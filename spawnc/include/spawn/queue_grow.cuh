// The drain of a queue that grows: children that launch push while it runs, and blocks run those with barriers.
//
// A worker (a warp, or a block) takes units from any shard: from the entry at the shard's cursor, or, where that is small,
// of several in a row, so that a warp runs eight children of four threads at once, or more of them one after the other
// where many wait. It has to find their ready words, and then to win the cursor, by compare-and-swap. Large entries are
// shared out by a number of their own, where nobody's attempt makes another's fail. Nobody waits for a certain entry, so the drain ends with however few of its blocks the device runs at a time. It ends when all units that
// were pushed are done: the shards' `done` are read before their `head`, and a child pushes before it is done, so equal
// sums mean that nothing runs that could push: of several queues of a parent, a drain's own gets no entries from others
// while it runs, as drains take turns.
#pragma once

#include "queue_drain.cuh"
#include "queue_push.cuh"

namespace spawn {

namespace detail {

// What a worker has taken: units of entries that follow each other in a shard.
struct Taken {
  unsigned shard;
  unsigned slot;     // of the queue: the one that describes the first entry
  unsigned entries;  // 0: none was found
  unsigned units;
  unsigned long long first;  // the unit of the first entry to begin with
  bool in_blocks;
  bool at_end;        // nothing is left, and nothing runs
  unsigned ends[32];  // of several entries: units up to and with each
};

// Blocks that an SM can hold at a time (CUDA guide, compute capabilities).
#if __CUDA_ARCH__ == 800 || (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100)
constexpr unsigned kMostBlocksOfSm = 32;
#elif __CUDA_ARCH__ == 890 || __CUDA_ARCH__ >= 1100
constexpr unsigned kMostBlocksOfSm = 24;
#else
constexpr unsigned kMostBlocksOfSm = 16;
#endif

// `kTurn`: of its queue, among all of the parent's.
template <typename Kinds, unsigned kTurn, typename Own>
class GrowingDrain;
template <typename Kinds, unsigned kTurn, typename Workers, typename... Children>
class GrowingDrain<Kinds, kTurn, Growing<Workers, Children...>> {
  static constexpr unsigned kBlockThreads = Workers::x * Workers::y * Workers::z;
  static constexpr unsigned kWorkerThreads = Workers::kInBlocks ? kBlockThreads : 32;

 public:
  static constexpr unsigned kThreads = kBlockThreads;
  static constexpr unsigned kWorkers = kBlockThreads / kWorkerThreads;  // of a block
  // Of an SM. Left alone, ptxas gives the threads of children together 106 registers, and half of the warps find room:
  // measured (H200, Mariani-Silver, blocks of 256), 2.7 ms; with 64 registers 2.4 ms, with 40 or 32 no less.
  // Not more than the architecture allows, which ptxas warns of, nor more threads, in whole warps: 1024 for sm_75.
  static constexpr unsigned kFor1024 = 1024 / ((kBlockThreads + 31) / 32 * 32);
  static constexpr unsigned kLeastBlocks = !Workers::kInBlocks          ? 1
                                           : kFor1024 < kMostBlocksOfSm ? kFor1024
                                                                        : kMostBlocksOfSm;

  __device__ __forceinline__ GrowingDrain(const QueueStates<Kinds::queues>& queues, Taken* taken,
                                          unsigned rank)
      : queues_(queues),
        queue_(queues.state[kTurn]),
        taken_(taken[rank / kWorkerThreads]),
        rank_(rank % kWorkerThreads),
        worker_(blockIdx.x * kWorkers + rank / kWorkerThreads),
        shard_(sm_id() & (queue_->shards - 1)) {}

  __device__ __forceinline__ void run() {
    // Measured (H200, samples/quadtree, where a few blocks work for long): 9.9 ms where idle ones look every 2 us, 8.4 ms
    // with up to 32 us.
    constexpr unsigned kShortestPauseNs = 64, kLongestPauseNs = 32768;
    unsigned pause_ns = kShortestPauseNs;
    while (true) {
      if (rank_ < 32) take();
      wait();
      if (taken_.at_end) return;
      if (taken_.entries > 0) {
        run_taken();
        pause_ns = kShortestPauseNs;
      } else {
#if __CUDA_ARCH__ >= 700
        __nanosleep(pause_ns);
#endif
        if (pause_ns < kLongestPauseNs) pause_ns *= 2;
      }
      wait();
    }
  }

 private:
  // Of the lanes that look for work: all 32 of a warp, or the fewer that a small block has.
  static constexpr unsigned kLanes = kWorkerThreads < 32 ? kWorkerThreads : 32;
  static constexpr unsigned kMask = kLanes == 32 ? ~0u : (1u << kLanes) - 1;
  // Items a thread, or blocks, that a worker takes at most of entries with no more than these.
  static constexpr unsigned kMostRows = 16;

  // For the whole worker.
  static __device__ __forceinline__ void wait() {
    if constexpr (Workers::kInBlocks)
      __syncthreads();
    else
      __syncwarp();
  }

  static __device__ __forceinline__ unsigned long long sum(unsigned long long each) {
    unsigned long long all = 0;
    for (unsigned lane = 0; lane < kLanes; ++lane) all += __shfl_sync(kMask, each, lane);
    return all;
  }

  __device__ __forceinline__ void take() {
    if (rank_ == 0) taken_.entries = 0, taken_.at_end = false;
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
      // not all workers at the same shard
      const auto shard_of = [&](unsigned lane) { return (first + lane + worker_) & (queue_->shards - 1); };
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

  // By the lanes together. False: nothing is ready there, or another worker was faster.
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
    const unsigned each = in_blocks ? 1 : kWorkerThreads;  // what a worker runs at a time
    if (all > kMostRows * each) return take_part(number, slot, slots, all, in_blocks);
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
      taken_.shard = number;
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
    const unsigned share = share_of(all, in_blocks ? 1 : kWorkerThreads);
    unsigned long long unit = 0;
    if (rank_ == 0) unit = atomicAdd(&queue_->slots[last].taken, static_cast<unsigned long long>(share));
    unit = __shfl_sync(kMask, unit, 0);
    if (unit >= all) return false;
    if (rank_ == 0) {
      if (unit + share >= all) {
        queue_->starts[first] = 0;
        atomicExch(&queue_->shard[number].cursor, static_cast<unsigned long long>(slot + slots));
      }
      taken_.shard = number;
      taken_.slot = last;
      taken_.entries = 1;
      taken_.units = unit + share < all ? share : static_cast<unsigned>(all - unit);
      taken_.first = unit;
      taken_.in_blocks = in_blocks;
    }
    return true;
  }

  // How many items of small entries to take for each thread, by the slots that wait in the shard. Its cursor moves about
  // every 3 us, however many workers come for it: measured (H200), 121,000 children of 64 threads each (samples/amr)
  // take 6.7 ms where each worker takes an item a thread, and 2.2 ms with up to 8.
  __device__ __forceinline__ unsigned rows_of(unsigned waiting) const {
    constexpr unsigned kShare = 2;
    const unsigned workers = gridDim.x * kWorkers / queue_->shards;
    const unsigned rows = waiting / (kShare * (workers < 1 ? 1 : workers));
    return rows < 1 ? 1 : rows < kMostRows ? rows : kMostRows;
  }

  // How much to take of what is left of an entry: large ones go to many workers, which soon come for more.
  __device__ __forceinline__ unsigned share_of(unsigned long long left, unsigned least) const {
    constexpr unsigned kMost = 32;
    const unsigned long long share = left / (2ull * gridDim.x * kWorkers * least);
    return least * (share < 1 ? 1 : share < kMost ? static_cast<unsigned>(share) : kMost);
  }

  __device__ __forceinline__ void run_taken() {
    const Slot* const slot = queue_->slots + taken_.slot;
    if (taken_.in_blocks)
      run_blocks(slot, taken_.first, taken_.first + taken_.units);
    else
      run_threads(slot);
    wait();
    if (rank_ == 0) {
      __threadfence();  // what the children pushed, before they count as done
      atomicAdd(&queue_->shard[taken_.shard].done, static_cast<unsigned long long>(taken_.units));
    }
  }

  // Items of one entry; or of several, of which each thread takes one at a time.
  __device__ __forceinline__ void run_threads(const Slot* first) const {
    const bool several = taken_.entries > 1;
    for (unsigned unit = rank_; unit < taken_.units; unit += several ? kWorkerThreads : taken_.units) {
      const unsigned entry = several ? entry_of(unit) : 0;
      const unsigned long long item = entry > 0 ? unit - taken_.ends[entry - 1] : taken_.first + unit;
      run_thread_items(first + entry, item, several ? item + 1 : taken_.first + taken_.units);
    }
  }

  __device__ __forceinline__ void run_thread_items(const Slot* slot, unsigned long long item,
                                                   unsigned long long end) const {
    const auto thread_of = [queues = queues_](uint3 thread, uint3 index, dim3 block, dim3 grid) {
      return QueuedThread<Kinds>(thread, index, block, grid, queues);
    };
    const unsigned child = slot->child;
    unsigned position = 0;
    const auto run = [&](auto kind) {
      using Child = typename decltype(kind)::Type;
      if (!is_next<Child>(position++) || child != Kinds::template number<Child>) return;
      if constexpr (!kByBlock<Child>) run_items<Child>(slot, item, end, kWorkerThreads, thread_of);
    };
    (run(Kind<Children>{}), ...);
  }

  // The last entry whose first unit is not above a unit.
  __device__ __forceinline__ unsigned entry_of(unsigned unit) const {
    unsigned entry = 0;
    for (unsigned step = 16; step > 0; step /= 2)
      if (entry + step < taken_.entries && taken_.ends[entry + step - 1] <= unit) entry += step;
    return entry;
  }

  // Blocks of an entry, by the real threads of one.
  __device__ __forceinline__ void run_blocks(const Slot* slot, unsigned long long number,
                                             unsigned long long end) const {
    const dim3 grid = slot->grid, block(Workers::x, Workers::y, Workers::z);
    const unsigned child = slot->child;
    unsigned position = 0;
    const auto run = [&](auto kind) {
      using Child = typename decltype(kind)::Type;
      if (!is_next<Child>(position++) || child != Kinds::template number<Child>) return;
      if constexpr (kByBlock<Child>) {
        const Child copy = *reinterpret_cast<const Child*>(slot - slot->before);
        for (; number < end; ++number) {
          const unsigned long long row = number / grid.x;
          const uint3 index =
              make_uint3(static_cast<unsigned>(number - row * grid.x), static_cast<unsigned>(row % grid.y),
                         static_cast<unsigned>(row / grid.y));
          copy(QueuedThread<Kinds>(::threadIdx, index, block, grid, queues_));
          __syncthreads();
        }
      }
    };
    (run(Kind<Children>{}), ...);
  }

  template <typename Child>
  struct Kind {
    using Type = Child;
  };

  // Whether a place of the list is the first of its type: a template's instantiations may come to the same one, which is
  // there twice then.
  template <typename Child>
  static constexpr __device__ bool is_next(unsigned position) {
    return index_of<Child, Children...>() == position;
  }

  const QueueStates<Kinds::queues> queues_;
  QueueState* const queue_;  // its own
  Taken& taken_;
  const unsigned rank_;    // of a thread in its worker
  const unsigned worker_;  // of the grid
  unsigned shard_;         // where work was found last
};

template <typename Kinds, unsigned kTurn, typename Own>
static __global__ void __launch_bounds__(GrowingDrain<Kinds, kTurn, Own>::kThreads,
                                         GrowingDrain<Kinds, kTurn, Own>::kLeastBlocks)
    drain_growing(QueueStates<Kinds::queues> queues) {
  using Drain = GrowingDrain<Kinds, kTurn, Own>;
  using Workers = typename Own::Workers;
  __shared__ Taken taken[Drain::kWorkers];
  wait_for_parent();
  QueueState* const queue = queues.state[kTurn];
  if (!queue->pushed) return;
  const unsigned rank = (threadIdx.z * Workers::y + threadIdx.y) * Workers::x + threadIdx.x;
  Drain(queues, taken, rank).run();
  leave(queue, rank, Drain::kThreads);
}

}  // namespace detail

}  // namespace spawn
