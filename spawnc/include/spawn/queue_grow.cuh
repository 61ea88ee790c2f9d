// The drain of a queue that grows: children that launch push while it runs, and blocks run those with barriers.
//
// Nobody waits for a certain entry, so the drain ends with however few of its blocks the device runs at a time. It ends when
// all units that were pushed are done: the shards' `done` are read before their `head`, and a child pushes before it is
// done, so equal sums mean that nothing runs that could push: of several queues of a parent, a drain's own gets no entries
// from others while it runs, as drains take turns.
#pragma once

#include "queue_push.cuh"
#include "queue_share.cuh"

namespace spawn {

namespace detail {

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

 public:
  using Memory = typename Worker<Workers>::Memory;
  static constexpr unsigned kThreads = kBlockThreads;
  // Of an SM. Left alone, ptxas gives the threads of children together 106 registers, and half of the warps find room:
  // measured (H200, Mariani-Silver, blocks of 256), 2.7 ms; with 64 registers 2.4 ms, with 40 or 32 no less.
  // Not more than the architecture allows, which ptxas warns of, nor more threads, in whole warps: 1024 for sm_75.
  static constexpr unsigned kFor1024 = 1024 / ((kBlockThreads + 31) / 32 * 32);
  static constexpr unsigned kLeastBlocks = !Workers::kInBlocks          ? 1
                                           : kFor1024 < kMostBlocksOfSm ? kFor1024
                                                                        : kMostBlocksOfSm;

  __device__ __forceinline__ GrowingDrain(const QueueStates<Kinds::queues>& queues, Memory& memory,
                                          unsigned rank)
      : queues_(queues), queue_(queues.state[kTurn]), worker_(queue_, memory, rank) {}

  __device__ __forceinline__ void run() {
    // Measured (H200, samples/quadtree, where a few blocks work for long): 9.9 ms where idle ones look every 2 us, 8.4 ms
    // with up to 32 us.
    constexpr unsigned kShortestPauseNs = 64, kLongestPauseNs = 32768;
    unsigned pause_ns = kShortestPauseNs;
    while (true) {
      const Taken& taken = worker_.next();
      if (taken.at_end) return;
      if (taken.entries > 0) {
        run_taken(taken);
        pause_ns = kShortestPauseNs;
      } else {
#if __CUDA_ARCH__ >= 700
        __nanosleep(pause_ns);
#endif
        if (pause_ns < kLongestPauseNs) pause_ns *= 2;
      }
      worker_.wait();
    }
  }

 private:
  __device__ __forceinline__ void run_taken(const Taken& taken) {
    const Slot* const slot = queue_->slots + taken.slot;
    if (taken.in_blocks)
      run_blocks(slot, taken.first, taken.first + taken.units);
    else
      run_threads(taken, slot);
    worker_.wait();
    if (worker_.rank() == 0) worker_.add_done();
  }

  // Items of one entry; or of several, of which each thread takes one at a time.
  __device__ __forceinline__ void run_threads(const Taken& taken, const Slot* first) const {
    const bool several = taken.entries > 1;
    for (unsigned unit = worker_.rank(); unit < taken.units;
         unit += several ? Worker<Workers>::kThreads : taken.units) {
      const unsigned entry = several ? taken.entry_of(unit) : 0;
      const unsigned long long item = entry > 0 ? unit - taken.ends[entry - 1] : taken.first + unit;
      run_thread_items(first + entry, item, several ? item + 1 : taken.first + taken.units);
    }
  }

  __device__ __forceinline__ void run_thread_items(const Slot* slot, unsigned long long item,
                                                   unsigned long long end) const {
    const auto thread_of = [queues = queues_](uint3 thread, uint3 index, dim3 block, dim3 grid) {
      return QueuedThread<Kinds>(thread, index, block, grid, queues);
    };
    const unsigned child = slot->head.child;
    unsigned position = 0;
    const auto run = [&](auto kind) {
      using Child = typename decltype(kind)::Type;
      if (!is_next<Child>(position++) || child != Kinds::template number<Child>) return;
      if constexpr (!kByBlock<Child>) run_items<Child>(slot, item, end, Worker<Workers>::kThreads, thread_of);
    };
    (run(Kind<Children>{}), ...);
  }

  // Blocks of an entry, by the real threads of one.
  __device__ __forceinline__ void run_blocks(const Slot* slot, unsigned long long number,
                                             unsigned long long end) const {
    const dim3 grid = slot->head.grid, block(Workers::x, Workers::y, Workers::z);
    const unsigned child = slot->head.child;
    unsigned position = 0;
    const auto run = [&](auto kind) {
      using Child = typename decltype(kind)::Type;
      if (!is_next<Child>(position++) || child != Kinds::template number<Child>) return;
      if constexpr (kByBlock<Child>) {
        const Child copy = arguments_of<Child>(slot);
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
  Worker<Workers> worker_;
};

template <typename Kinds, unsigned kTurn, typename Own>
static __global__ void __launch_bounds__(GrowingDrain<Kinds, kTurn, Own>::kThreads,
                                         GrowingDrain<Kinds, kTurn, Own>::kLeastBlocks)
    drain_growing(QueueStates<Kinds::queues> queues) {
  using Drain = GrowingDrain<Kinds, kTurn, Own>;
  using Workers = typename Own::Workers;
  __shared__ typename Drain::Memory memory;
  wait_for_kernel_before();
  QueueState* const queue = queues.state[kTurn];
  if (!queue->pushed) return;
  const unsigned rank = (threadIdx.z * Workers::y + threadIdx.y) * Workers::x + threadIdx.x;
  Drain(queues, memory, rank).run();
  leave(queue, rank, Drain::kThreads);
}

}  // namespace detail

}  // namespace spawn
