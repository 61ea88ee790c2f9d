// A kernel whose blocks launch it again as the last thing that they do: the block goes on as the child.
#pragma once

#include <new>

#include "launch.cuh"
#include "serial.cuh"

namespace spawn {

template <typename Child>
class BlockTail;

// A launch of a BlockTail.
template <typename Child>
struct TailLaunch : Launch {
  BlockTail<Child>* tail;

  // An invalid launch configuration is launched as written at once: the error is CUDA's to report.
  __device__ __forceinline__ void hand_over(const Child& child) const {
    if (is_valid(*this))
      tail->take({*this, child});
    else
      child(*this);
  }
};

// The body of such a kernel k, in a loop:
//     for (spawn::BlockTail<k__joined> spawn_tail({d, n}); spawn_tail.goes_on();) {
//       SPAWN_BUILTINS(spawn_tail);
//       int* d = spawn_tail.child.d; ...
//       ...; if (threadIdx.x == 0) { k__join(spawn_tail.launch(site, 1, n / 2), d, n / 2); spawn::joined_at_end(); }
//     }
// `return` in the body ends a thread, as it always does. `child(launch)` launches the kernel: where the block lacks
// the threads that the child needs, where that has several blocks, or several threads launch.
template <typename Child>
class BlockTail {
 public:
  Child child;
  uint3 threadIdx = ::threadIdx, blockIdx = ::blockIdx;
  dim3 blockDim = ::blockDim, gridDim = ::gridDim;

  __device__ __forceinline__ explicit BlockTail(const Child& first) : child(first) {}
  BlockTail(const BlockTail&) = delete;
  BlockTail& operator=(const BlockTail&) = delete;

  __device__ __forceinline__ TailLaunch<Child> launch(Site& site, dim3 grid, dim3 block,
                                                      size_t shared_bytes = 0,
                                                      cudaStream_t stream = nullptr) {
    return {spawn::launch(site, grid, block, shared_bytes, stream), this};
  }

  // Whether the calling thread is one of the block, or of the child that the block has become.
  __device__ __forceinline__ bool goes_on() {
    if (is_first_) {
      is_first_ = false;
      return true;
    }
    const int waiting = __syncthreads_count(waits_);
    return waiting > 0 && become_child(waiting);
  }

 private:
  friend TailLaunch<Child>;

  struct Work {
    Launch launch;
    Child child;
  };
  union Own {
    Work work;
    __device__ __forceinline__ Own() {}
  };

  __device__ __forceinline__ void take(const Work& work) {
    new (&own_.work) Work(work);
    waits_ = true;
  }

  // By all threads that have not returned.
  __device__ __forceinline__ bool become_child(int waiting) {
    struct alignas(Work) Shared {  // shared variables have no constructors
      unsigned char bytes[sizeof(Work)];
    };
    __shared__ Shared shared;
    if (waiting == 1 && waits_) new (shared.bytes) Work(own_.work);
    __syncthreads();
    const Work& work = *reinterpret_cast<const Work*>(shared.bytes);
    const unsigned self = ::threadIdx.x + ::blockDim.x * (::threadIdx.y + ::blockDim.y * ::threadIdx.z);
    const dim3 block = waiting == 1 ? work.launch.block : dim3(0);
    const unsigned threads = block.x * block.y * block.z;
    const bool all_here = __syncthreads_count(self < threads) == static_cast<int>(threads);
    if (waiting > 1 || !all_here || !is_one_block(work.launch)) {
      if (waits_) own_.work.child(own_.work.launch);
      return false;
    }
    if (waits_) detail::SerialRun(work.launch.site, threads);  // counts it
    waits_ = false;
    if (self >= threads) return false;
    new (&child) Child(work.child);
    threadIdx = make_uint3(self % block.x, self / block.x % block.y, self / block.x / block.y);
    blockIdx = make_uint3(0, 0, 0);
    blockDim = block;
    gridDim = work.launch.grid;
    return true;
  }

  static __device__ __forceinline__ bool is_one_block(const Launch& launch) {
    return detail::cta_count(launch.grid) == 1 && launch.shared_bytes == 0;
  }

  bool is_first_ = true, waits_ = false;
  Own own_;
};

}  // namespace spawn
