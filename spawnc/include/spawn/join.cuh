// Code of the first device runtime (CDP1), whose parents wait for their children: the children run in place, in the
// launching thread, or by its whole block together.
#pragma once

#include <new>

#include "launch.cuh"
#include "serial.cuh"

namespace spawn {

// In the place of cudaDeviceSynchronize(): the children have run. What they wrote is visible as after a wait.
__device__ __forceinline__ cudaError_t joined() {
  __threadfence();
  return cudaSuccess;
}

// The same, where nothing but the end of the kernel follows: a grid is complete only when its children are.
__device__ __forceinline__ cudaError_t joined_at_end() { return cudaSuccess; }

template <typename Child>
class BlockJoin;

// A launch of a BlockJoin.
template <typename Child>
struct BlockLaunch : Launch {
  BlockJoin<Child>* join;

  // `child(const Thread&)` is the body of one thread; `useful_x` as for should_launch().
  __device__ __forceinline__ void hand_over(long long useful_x, const Child& child) const {
    join->take({*this, useful_x, child});
  }
};

// A launch that the block runs together, once the launching thread has handed it over. Where several threads launch,
// one child runs after the other.
//     spawn::BlockJoin<child__joined> spawn_join;
//     if (threadIdx.x == 0) { child__join(spawn_join.launch(site, grid, block), ...); spawn::joined(); }
//     __syncthreads();
//     spawn_join.run();
template <typename Child>
class BlockJoin {
 public:
  __device__ __forceinline__ BlockJoin() {}
  BlockJoin(const BlockJoin&) = delete;
  BlockJoin& operator=(const BlockJoin&) = delete;

  __device__ __forceinline__ BlockLaunch<Child> launch(Site& site, dim3 grid, dim3 block,
                                                       size_t shared_bytes = 0,
                                                       cudaStream_t stream = nullptr) {
    return {spawn::launch(site, grid, block, shared_bytes, stream), this};
  }

  // By all threads of the block that have not returned. The child's threads are handed out one by one, as nobody
  // knows who has.
  __device__ __forceinline__ void run() {
    __shared__ Shared shared;
    const unsigned self = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
    while (__syncthreads_or(waits_)) {
      if (waits_) shared.owner = self;  // the last one to write is next
      __syncthreads();
      if (waits_ && shared.owner == self) {
        shared.next = 0;
        new (shared.work) Work(own_.work);
        waits_ = false;
      }
      __syncthreads();
      run_threads(*reinterpret_cast<const Work*>(shared.work), &shared.next);
      joined();
    }
  }

 private:
  friend BlockLaunch<Child>;

  struct Work {
    Launch launch;
    long long useful_x;
    Child child;
  };
  struct Shared {  // shared variables have no constructors
    unsigned long long next;
    unsigned owner;
    alignas(Work) unsigned char work[sizeof(Work)];
  };
  union Own {
    Work work;
    __device__ __forceinline__ Own() {}
  };

  __device__ __forceinline__ void take(const Work& work) {
    new (&own_.work) Work(work);
    waits_ = true;
  }

  static __device__ __forceinline__ void run_threads(const Work& work, unsigned long long* next) {
    const dim3 &grid = work.launch.grid, &block = work.launch.block;
    const detail::ThreadRange range(work.launch, work.useful_x);
    const Caller inside{&work.launch, work.launch.grid_record};
    for (unsigned long long item; (item = atomicAdd(next, 1ull)) < range.items;) {
      if (item == 0) detail::SerialRun(work.launch.site, range.items);  // counts it
      const unsigned x = static_cast<unsigned>(item % range.end_x);
      unsigned row = static_cast<unsigned>(item / range.end_x);
      uint3 thread, index;
      thread.x = x % block.x, index.x = x / block.x;
      thread.y = row % block.y, row /= block.y;
      thread.z = row % block.z, row /= block.z;
      index.y = row % grid.y, index.z = row / grid.y;
      work.child(Thread(inside, thread, index, block, grid));
    }
  }

  bool waits_ = false;
  Own own_;
};

}  // namespace spawn
