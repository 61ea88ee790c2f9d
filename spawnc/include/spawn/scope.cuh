// What a launched child does with its ticket: each CTA is counted and timed.
#pragma once

#include "launch.cuh"

namespace spawn {

namespace detail {

// The books of one CTA; one thread opens and closes them.
class CtaBooks {
 public:
  __device__ __forceinline__ explicit CtaBooks(const Ticket& ticket) : ticket_(ticket) {}

  __device__ __forceinline__ bool counted() const {
    return ticket_.kind == Ticket::kGuarded || ticket_.kind == Ticket::kForced;
  }

  static __device__ __forceinline__ bool first_thread() {
    return threadIdx.x == 0 && threadIdx.y == 0 && threadIdx.z == 0;
  }

  // Low half of the SM's clock: wraps after two seconds, and a CTA that takes longer is out of scale anyway.
  static __device__ __forceinline__ unsigned clock_now() { return static_cast<unsigned>(clock64()); }

  __device__ __forceinline__ void open() const {
    atomicAdd(&ticket_.site->system, kOneRunning);
    if (blockIdx.x == 0 && blockIdx.y == 0 && blockIdx.z == 0) note_delay();
  }

  __device__ __forceinline__ void close(unsigned start) const {
    const unsigned cycles = clock_now() - start;
    const unsigned long long rank =
        blockIdx.x + static_cast<unsigned long long>(gridDim.x) * (blockIdx.y + gridDim.y * blockIdx.z);
    const unsigned long long leaving = kOneRunning + (rank < kMaxCtasCounted ? 1 : 0);
    const unsigned long long before = atomicAdd(&ticket_.site->system, 0ull - leaving);
    add_sample(&ticket_.site->cta, cycles, static_cast<unsigned>(before >> 32));
    end_one(ticket_.record);
  }

 private:
  __device__ __forceinline__ void note_delay() const {
    const unsigned now_ns = clock_ns(), delay_ns = now_ns - ticket_.issued_ns;
    Counters& counters = ticket_.site->counters;
    atomicAdd(&counters.delay_ns, static_cast<unsigned long long>(delay_ns));
    atomicAdd(&counters.delays, 1ull);
    learn_delay(ticket_.pending, delay_ns, now_ns);
  }

  const Ticket& ticket_;
};

}  // namespace detail

// Around a body that all threads of the block leave at the same place.
class CtaScope : public Caller {
 public:
  __device__ __forceinline__ explicit CtaScope(const Ticket& ticket) : books_(ticket) {
    grid_record = ticket.record;
    if (!books_.counted() || !books_.first_thread()) return;
    start_ = books_.clock_now();
    books_.open();
  }
  __device__ __forceinline__ ~CtaScope() {
    if (!books_.counted()) return;
    __syncthreads();
    if (books_.first_thread()) books_.close(start_);
  }
  CtaScope(const CtaScope&) = delete;
  CtaScope& operator=(const CtaScope&) = delete;

  __device__ __forceinline__ ThreadAt<0> thread() const { return this_thread(*this); }

 private:
  const detail::CtaBooks books_;
  unsigned start_ = 0;
};

// Around a body with barriers and `return`s of its own. A thread that has returned may not wait at a barrier of ours
// while the others are at one of theirs: the last to leave closes the books. Takes 8 bytes of shared memory.
class BlockCtaScope : public Caller {
 public:
  __device__ __forceinline__ explicit BlockCtaScope(const Ticket& ticket) : books_(ticket) {
    grid_record = ticket.record;
    if (!books_.counted()) return;
    if (books_.first_thread()) {
      const unsigned threads = blockDim.x * blockDim.y * blockDim.z;
      inside() = static_cast<unsigned long long>(books_.clock_now()) << 32 | threads;
      books_.open();
    }
    __syncthreads();
  }
  __device__ __forceinline__ ~BlockCtaScope() {
    if (!books_.counted()) return;
    const unsigned long long before = atomicAdd(&inside(), ~0ull);
    if (static_cast<unsigned>(before) == 1) books_.close(static_cast<unsigned>(before >> 32));
  }
  BlockCtaScope(const BlockCtaScope&) = delete;
  BlockCtaScope& operator=(const BlockCtaScope&) = delete;

 private:
  // Low half: threads that have not left; high half: the clock when the CTA started.
  static __device__ __forceinline__ unsigned long long& inside() {
    __shared__ unsigned long long start_and_threads;
    return start_and_threads;
  }

  const detail::CtaBooks books_;
};

}  // namespace spawn
