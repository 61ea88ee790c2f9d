// The guard: decides, reserves a slot, hands out a ticket; and what a launched grid does with the ticket.
#pragma once

#include "controller.cuh"

namespace spawn {

// What becomes of one launch; passed on to the launched grid.
struct Ticket {
  enum Kind : unsigned {
    kSerial,     // the launching thread runs the serial body
    kGuarded,    // holds a slot; if CUDA refuses all the same, the serial body runs
    kForced,     // holds a slot; has to go out, so if CUDA refuses, its error is the answer
    kUncounted,  // has to go out and found no slot: issued as written
    kAsWritten,  // an invalid launch configuration: CUDA's own error is the answer
    kSettled,    // launched, or in error: nothing is left to do
  };

  Site* site = nullptr;
  unsigned issued_ns = 0;
  int pending = 0;  // launches ahead of it
  int record = detail::kNoRecord;
  Kind kind = kSerial;

  __device__ __forceinline__ bool goes_out() const { return kind != kSerial && kind != kSettled; }
  __device__ __forceinline__ bool is_serial() const { return kind == kSerial; }
};

namespace detail {

// CUDA guide, compute capabilities: what holds for every kernel. A limit that only this kernel has
// (__launch_bounds__, registers) is left to CUDA.
__device__ __forceinline__ bool valid(const Launch& launch) {
  const dim3 &grid = launch.grid, &block = launch.block;
  constexpr size_t kMaxSharedBytes = 227 * 1024;
  return grid.x - 1 < 0x7fffffffu && grid.y - 1 < 65535u && grid.z - 1 < 65535u && block.x - 1 < 1024u &&
         block.y - 1 < 1024u && block.z - 1 < 64u && block.x * block.y * block.z <= 1024u &&
         launch.shared_bytes <= kMaxSharedBytes;
}

constexpr unsigned kMostCtas = 1u << 30;  // a grid that takes hours: never serial, not counted

__device__ __forceinline__ unsigned long long cta_count(dim3 grid) {
  return static_cast<unsigned long long>(grid.x) * grid.y * grid.z;
}

__device__ __forceinline__ unsigned ctas_counted(unsigned ctas) {
  return ctas < kMaxCtasCounted ? ctas : kMaxCtasCounted;
}

__device__ __forceinline__ Ticket issue(const Launch& launch, Ticket::Kind kind, int pending) {
  Ticket ticket;
  ticket.site = launch.site;
  ticket.kind = kind;
  ticket.pending = pending;
  const unsigned ctas = static_cast<unsigned>(cta_count(launch.grid));
  ticket.record = open_record(ctas, launch.grid_record, clock_ns() / 32 + lane_id() * 97);
  atomicAdd(&launch.site->system, static_cast<unsigned long long>(ctas_counted(ctas)));
  return ticket;
}

// Gives the slot back: nothing was launched.
__device__ __forceinline__ void take_back(const Launch& launch, Ticket& ticket) {
  const unsigned ctas = static_cast<unsigned>(cta_count(launch.grid));
  atomicSub(reinterpret_cast<unsigned*>(&launch.site->system), ctas_counted(ctas));  // its low half
  end_one(ticket.record, ctas);
  ticket.record = kNoRecord;
}

__device__ __forceinline__ Ticket without_slot(const Launch& launch, Ticket::Kind kind) {
  Ticket ticket;
  ticket.site = launch.site;
  ticket.kind = kind;
  return ticket;
}

__device__ __forceinline__ const Launch* enclosing_ordered(const Launch& launch) {
  const Launch* outer = launch.within;
  while (outer && !outer->order) outer = outer->within;
  return outer;
}

// Independent launches go out as fire-and-forget. Measured (H200, CUDA 13.0, driver 580.159): launches into the NULL
// stream, while earlier ones of the grid end, once in some 200,000 keep the program from ending: no kernel runs, and
// the host waits. The more often a slot comes back and the higher the limit, the likelier. Of 4.5 million
// fire-and-forget launches none did.
// But past the limit they hang, where one in the NULL stream is an error: only with a slot. Where the launching grid
// is itself a child, CUDA may still hold slots of ended ancestors: only while half of the slots are free.
__device__ __forceinline__ void choose_stream(const Launch& launch, const Ticket& ticket) {
  if (const Launch* outer = enclosing_ordered(launch)) {
    launch.stream = outer->stream;  // what follows the serial child that holds this launch follows it, too
    return;
  }
  if (launch.order) return;
  const bool room = ticket.record != kNoRecord && pool.limit >= kFireAndForgetFromLimit &&
                    (launch.grid_record == kNoRecord || ticket.pending < pool.capacity / 2);
  if (room)
    launch.stream = cudaStreamFireAndForget;
  else if (launch.stream == cudaStreamFireAndForget)
    launch.stream = nullptr;
}

// A launch that may not be serial: patience for a slot, about as long as a full queue takes to drain (1 to 2 us a
// launch, measured on an H200), then CUDA decides.
static __device__ __noinline__ Ticket force_out(const Launch& launch) {
  constexpr unsigned kLeastPatienceNs = 1000000, kPatienceNsEach = 2000, kLongestPauseNs = 16384;
  const int capacity = view_pool().capacity;
  const unsigned start = clock_ns(),
                 patience_ns = kLeastPatienceNs + kPatienceNsEach * static_cast<unsigned>(capacity);
  for (unsigned pause_ns = 256; clock_ns() - start < patience_ns;) {
    const int pending = atomicAdd(&pool.pending, 1);
    if (pending < capacity) return issue(launch, Ticket::kForced, pending);
    atomicSub(&pool.pending, 1);
#if __CUDA_ARCH__ >= 700
    __nanosleep(pause_ns);
#endif
    if (pause_ns < kLongestPauseNs) pause_ns *= 2;
  }
  return without_slot(launch, Ticket::kUncounted);
}

__device__ __forceinline__ Ticket reserve(const Launch& launch, const PoolView& pool_now,
                                          const Trade* trade) {
  const int capacity = launch.order ? pool_now.capacity / 2 : pool_now.capacity;
  if (pool_now.pending >= capacity) {
    atomicAdd(&launch.site->counters.refused, 1ull);
    return {};
  }
  const int pending = atomicAdd(&pool.pending, 1);
  const bool full = pending >= capacity;
  if (full) atomicAdd(&launch.site->counters.refused, 1ull);
  if (full || (trade && !trade->worth_it(pending))) {
    atomicSub(&pool.pending, 1);
    return {};
  }
  const Ticket ticket = issue(launch, Ticket::kGuarded, pending);
  choose_stream(launch, ticket);
  return ticket;
}

__device__ __forceinline__ Ticket decide(const Launch& launch, long long workload, bool deepest) {
  const Ticket serial;
  const unsigned long long cta_total = cta_count(launch.grid);
  if (!valid(launch) || cta_total > kMostCtas) return without_slot(launch, Ticket::kAsWritten);
  const unsigned ctas = static_cast<unsigned>(cta_total);
  const SiteView site = view_site(launch.site);
  const PoolView pool_now = view_pool();

  if (deepest || (launch.order && launch.order->went_out)) {
    const Ticket ticket = force_out(launch);
    choose_stream(launch, ticket);
    return ticket;
  }
  fade_when_full(&launch.site->item, site.item);
  fade_when_full(&launch.site->cta, site.cta);
  if (site.policy == Policy::kNever) return serial;

  // inside a serial body the controller always prefers a real launch: the work is deep
  if (site.policy == Policy::kController && launch.depth == 0) {
    const Trade trade(site, pool_now, ctas, static_cast<float>(workload));
    if (!trade.worth_it(pool_now.pending)) return serial;
    int* const deciding = trade.same_size();
    const int ahead = atomicAdd(deciding, 1);
    Ticket ticket;
    if (trade.worth_it(pool_now.pending + ahead)) ticket = reserve(launch, pool_now, &trade);
    atomicSub(deciding, 1);
    return ticket;
  }
  const bool below = static_cast<unsigned long long>(workload) < site.policy;
  if (site.policy < Policy::kController && below) return serial;
  return reserve(launch, pool_now, nullptr);
}

}  // namespace detail

// The guard. `useful_x`: number of threads along x that have something to do, or kAll; `strided` when it
// counts items that the child's threads share in a grid-stride loop, however few they are.
__device__ __forceinline__ Ticket should_launch(const Launch& launch, long long useful_x,
                                                bool strided = false) {
  launch.workload = detail::items_of(launch, useful_x, strided);
  return detail::decide(launch, launch.workload, /* deepest */ false);
}
template <int Depth>
__device__ __forceinline__ Ticket should_launch(const LaunchAt<Depth>& launch, long long useful_x,
                                                bool strided = false) {
  launch.workload = detail::items_of(launch, useful_x, strided);
  return detail::decide(launch, launch.workload, Depth >= kDeepest);
}

// For a child without a serial body.
__device__ __forceinline__ Ticket must_launch(const Launch& launch) {
  launch.workload = detail::items_of(launch, kAll, false);
  return detail::decide(launch, launch.workload, /* deepest */ true);
}

// For a branch that launches nothing: false when CUDA would refuse the launch configuration, which is counted.
__device__ inline bool is_valid(const Launch& launch) {
  if (detail::valid(launch)) return true;
  atomicAdd(&launch.site->counters.failed, 1ull);
  return false;
}

// The turn to launch, see turn_of_warp(). False: not yet, or the launch is not to be made any more:
//     while (spawn_ticket.goes_out())
//       if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) ...
class Turn {
 public:
  // Launches into other streams than fire-and-forget take turns in the whole device as well: see choose_stream. With
  // that, 660,000 of them never hung. Without the turn of their warp they do.
  __device__ __forceinline__ Turn(const Launch& launch, Ticket& ticket)
      : of_warp_(detail::turn_of_warp()),
        of_device_(of_warp_ && is_ordered(launch) ? &detail::turns[detail::kTurns] : nullptr) {
    if (!of_warp_ || (is_ordered(launch) && !of_device_)) return;
    // with an older error pending, a failure of this launch could not be told from it
    if (ticket.record != detail::kNoRecord && cudaPeekAtLastError() != cudaSuccess) {
      detail::take_back(launch, ticket);
      ticket.kind = ticket.kind == Ticket::kForced ? Ticket::kUncounted : Ticket::kSerial;
      if (launch.stream == cudaStreamFireAndForget) launch.stream = nullptr;  // see choose_stream
    }
    ticket.issued_ns = detail::clock_ns();
    launches_ = ticket.goes_out();
  }
  __device__ __forceinline__ explicit operator bool() const { return launches_; }

 private:
  static __device__ __forceinline__ bool is_ordered(const Launch& launch) {
    return launch.stream != cudaStreamFireAndForget;
  }

  detail::Lock of_warp_, of_device_;
  bool launches_ = false;
};

// Right after the launch, in its turn: settles the ticket, which is for the serial body if CUDA had no room.
__device__ inline void launched(const Launch& launch, Ticket& ticket) {
  using namespace detail;
  Counters& counters = launch.site->counters;
  const cudaError_t error = cudaPeekAtLastError();
  const Ticket::Kind kind = ticket.kind;
  ticket.kind = Ticket::kSettled;
  if (error == cudaSuccess || kind == Ticket::kUncounted) {
    for (const Launch* at = &launch; at; at = at->within)
      if (at->order) at->order->went_out = true;
  }
  if (error == cudaSuccess) {
    atomicAdd(&counters.launched, 1ull);
    atomicAdd(&counters.launched_items, static_cast<unsigned long long>(launch.workload));
    return;
  }
  if (kind == Ticket::kAsWritten || kind == Ticket::kUncounted) {
    atomicAdd(kind == Ticket::kAsWritten ? &counters.failed : &counters.dropped, 1ull);
    return;
  }
  take_back(launch, ticket);
  // launches that are not guarded share CUDA's pool: no room is not the program's mistake, all else is
  const bool no_room = error == cudaErrorLaunchPendingCountExceeded || error == cudaErrorLaunchOutOfResources;
  if (kind == Ticket::kForced || !no_room) {
    atomicAdd(no_room ? &counters.dropped : &counters.failed, 1ull);
    return;
  }
  atomicAdd(&counters.refused, 1ull);
  (void)cudaGetLastError();
  ticket.kind = Ticket::kSerial;
}

}  // namespace spawn
