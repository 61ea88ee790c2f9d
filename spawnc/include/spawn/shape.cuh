// What a launch asks for, and the threads and blocks that a serial body walks through.
#pragma once

#include "plain.cuh"
#include "pool.cuh"

namespace spawn {

// Whether the launches of one thread, which have to run in order, have begun to go out.
struct OrderState {
  bool went_out = false;
};

// A child launch about to be decided: the launch configuration, the site, and where the launching thread is.
struct Launch {
  Site* site;
  dim3 grid, block;
  size_t shared_bytes;
  mutable cudaStream_t stream;  // the guard may send an independent launch out as fire-and-forget
  OrderState* order;            // null: independent of the thread's other launches
  const Launch* within;         // the launch whose serial body holds this one, or null
  int depth;                    // number of serial bodies around it, of any child
  int grid_record;              // the launching grid's own record, or detail::kNoRecord
  mutable long long workload;   // in items, once the guard has seen it
  long long promised = -1;  // of `#pragma spawn workload(...)`: counts in the place of the guard's argument
};

// A child that launches itself may run serially inside its own serial body so many times; deeper launches have to go
// out. The depth is part of the type: the guard of one depth calls that of the next, no function calls itself, and
// the linker knows how much stack a kernel needs. (A true recursion gets cudaLimitStackSize, 1 KB, whatever it needs.)
constexpr int kDeepest = 3;

template <int Depth>
struct LaunchAt : Launch {
  __device__ __forceinline__ explicit LaunchAt(const Launch& launch) : Launch(launch) {}

  __device__ __forceinline__ LaunchAt with_workload(long long items) const {
    LaunchAt launch = *this;
    launch.promised = items;
    return launch;
  }
};

constexpr long long kAll = 0x7fffffffffffffffll;  // every thread of the grid may have something to do

namespace detail {
__device__ __forceinline__ unsigned long long thread_count(const Launch& launch) {
  return static_cast<unsigned long long>(launch.grid.x) * launch.grid.y * launch.grid.z *
         (launch.block.x * launch.block.y * launch.block.z);
}

// The workload in items: what the source promised, or the threads that have something to do.
__device__ __forceinline__ long long items_of(const Launch& launch, long long useful_x, bool strided) {
  if (launch.promised >= 0) return launch.promised;
  if (strided) return useful_x > 0 ? useful_x : 0;
  const long long all_x = static_cast<long long>(launch.grid.x) * launch.block.x;
  const long long x = useful_x < 0 ? 0 : useful_x < all_x ? useful_x : all_x;
  return x * launch.grid.y * launch.grid.z * (launch.block.y * launch.block.z);
}
}  // namespace detail

// Where a launch site is reached: in a kernel, or inside a serial body.
struct Caller {
  const Launch* within = nullptr;
  int grid_record = detail::kNoRecord;

  __device__ __forceinline__ LaunchAt<0> launch(Site& site, dim3 grid, dim3 block, size_t shared_bytes = 0,
                                                cudaStream_t stream = nullptr,
                                                OrderState* order = nullptr) const {
    return LaunchAt<0>({&site, grid, block, shared_bytes, stream, order, within,
                        within ? within->depth + 1 : 0, grid_record, 0});
  }
};

__device__ __forceinline__ LaunchAt<0> launch(Site& site, dim3 grid, dim3 block, size_t shared_bytes = 0,
                                              cudaStream_t stream = nullptr) {
  return Caller{}.launch(site, grid, block, shared_bytes, stream);
}

// One thread of a child: a real one, or one that a serial body plays.
struct Thread : Caller {
  uint3 threadIdx, blockIdx;
  dim3 blockDim, gridDim;

  __device__ __forceinline__ Thread(const Caller& caller, uint3 thread, uint3 block, dim3 block_dim,
                                    dim3 grid_dim)
      : Caller(caller), threadIdx(thread), blockIdx(block), blockDim(block_dim), gridDim(grid_dim) {}
};

// One of a child that launches itself, inside `Depth` serial bodies of such children.
template <int Depth>
struct ThreadAt : Thread {
  using Thread::Thread;

  __device__ __forceinline__ LaunchAt<Depth> launch(Site& site, dim3 grid, dim3 block,
                                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr,
                                                    OrderState* order = nullptr) const {
    return LaunchAt<Depth>(Caller::launch(site, grid, block, shared_bytes, stream, order));
  }
};

__device__ __forceinline__ ThreadAt<0> this_thread(const Caller& caller = {}) {
  return {caller, ::threadIdx, ::blockIdx, ::blockDim, ::gridDim};
}

// The built-ins of a virtual thread, as locals that shadow the real ones.
#define SPAWN_BUILTINS(spawn_thread)                                 \
  [[maybe_unused]] const uint3 threadIdx = (spawn_thread).threadIdx; \
  [[maybe_unused]] const uint3 blockIdx = (spawn_thread).blockIdx;   \
  [[maybe_unused]] const dim3 blockDim = (spawn_thread).blockDim;    \
  [[maybe_unused]] const dim3 gridDim = (spawn_thread).gridDim

// Launches of one thread that must run in the order they were made: a serial child may not overtake an
// earlier one that went out. One object a launching thread, for all its ordered sites.
//  - Until one of them goes out, the site's policy decides; none goes out while half of the slots are taken.
//  - Once one went out, every later one does: it waits some milliseconds for a slot, and then is issued as
//    written.
//    If CUDA has no room either, the work is lost as in the unmodified program: cudaGetLastError() of the
//    launching thread says so, and the site counts it as `dropped`.
// Order between *different* threads of a block, which share the NULL stream, is not kept here.
template <int Depth = 0>
class StreamOrder {
 public:
  StreamOrder() = default;
  __device__ __forceinline__ explicit StreamOrder(const Caller& caller) : caller_(caller) {}
  __device__ __forceinline__ explicit StreamOrder(const ThreadAt<Depth>& thread) : caller_(thread) {}
  StreamOrder(const StreamOrder&) = delete;
  StreamOrder& operator=(const StreamOrder&) = delete;

  __device__ __forceinline__ LaunchAt<Depth> launch(Site& site, dim3 grid, dim3 block,
                                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
    return LaunchAt<Depth>(caller_.launch(site, grid, block, shared_bytes, stream, &state_));
  }

 private:
  Caller caller_;
  OrderState state_;
};

}  // namespace spawn
