// Who of a block runs what it has taken, where the queue grows: the block together, or its warps, parts of it.
#pragma once

#include "queue_take.cuh"

namespace spawn::detail {

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
class Worker : Taker<Workers> {
  using Base = Taker<Workers>;
  using Base::kBlockThreads, Base::kMask, Base::rank_, Base::taken_;

 public:
  static constexpr unsigned kThreads = Base::kWorkerThreads;
  static constexpr unsigned kWorkers = kBlockThreads / kThreads;  // of a block
  using Memory = BlockTaken<kWorkers>;

  // `rank`: of a thread in its block. By all threads of the block.
  __device__ __forceinline__ Worker(QueueState* queue, Memory& memory, unsigned rank)
      : Base(queue, memory.parts[rank / kThreads], rank % kThreads), memory_(memory) {
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
    return taken_;
  }

  __device__ __forceinline__ unsigned rank() const { return rank_; }

  // By one of the worker's threads: all have run what they got. The queue is told when the block needs more.
  __device__ __forceinline__ void add_done() {
    if constexpr (kWorkers == 1) {
      this->tell(taken_.units);
    } else {
      __threadfence_block();
      atomicAdd(&memory_.done, taken_.units);
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
  __device__ __forceinline__ void get() {
    if constexpr (kWorkers == 1) {
      this->take();
    } else {
      if (rank_ == 0) lock();
      __syncwarp();
      unsigned word = own_word();
      if (of(word, Memory::kGiven) == of(word, Memory::kUnits) && !of(word, Memory::kAtEnd)) {
        if (rank_ == 0) this->tell(atomicExch(&memory_.done, 0u));
        this->take();
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
    atomicExch(&memory_.ends[rank_], taken_.entries > 1 ? taken_.ends[rank_] : taken_.units);
    if (rank_ > 0) return;
    const auto set = [&](unsigned number, unsigned value) { atomicExch(&memory_.words[number], value); };
    set(Memory::kSlot, taken_.slot);
    set(Memory::kEntries, taken_.entries);
    set(Memory::kUnits, taken_.units);
    set(Memory::kFirst, static_cast<unsigned>(taken_.first));
    set(Memory::kHighFirst, static_cast<unsigned>(taken_.first >> 32));
    set(Memory::kAtEnd, taken_.at_end);
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
    taken_.ends[rank_] = end - begin < units ? end - begin : units;
    if (rank_ > 0) return;
    taken_.slot = slot + entry;
    taken_.entries = left > 0 ? entries : 0;
    taken_.units = units;
    taken_.first =
        entry > 0 ? begin - start : (static_cast<unsigned long long>(high_first) << 32 | first) + begin;
    taken_.in_blocks = false;
    taken_.at_end = at_end;
    atomicExch(&memory_.words[Memory::kGiven], begin + units);
  }

  Memory& memory_;
};

}  // namespace spawn::detail
