// The guard of a parent with a queue: serial, or an entry.
#pragma once

#include <cstring>
#include <type_traits>

#include "queue_entry.cuh"
#include "serial.cuh"

namespace spawn {

namespace detail {

// `spawn_leaves` in the type of an entry: it is no matter of the child's size whether it leaves the launching thread.
template <typename Child, typename = void>
constexpr bool kAlwaysLeaves = false;
template <typename Child>
constexpr bool kAlwaysLeaves<Child, std::enable_if_t<Child::spawn_leaves>> = true;

// Slots and units for an entry in some shard; false when there is no room, or where less than `spare` slots would be left.
struct Reservation {
  unsigned long long start;  // first unit
  unsigned slot;             // of the queue
  bool found = false;

  __device__ __forceinline__ Reservation(QueueState* queue, unsigned slots, unsigned long long units,
                                         unsigned spare) {
    constexpr unsigned kTries = 4;
    const unsigned shards = queue->shards, shard_slots = queue->shard_slots;
    const unsigned first = sm_id();
    for (unsigned tried = 0; tried < kTries && tried < shards; ++tried) {
      const unsigned number = (first + tried) & (shards - 1);
      QueueShard& shard = queue->shard[number];
      unsigned long long head = load_word(&shard.head);
      const auto has_room = [&] {
        return (head & kSlotMask) + slots <= shard_slots && (head >> kSlotBits) < kMostUnits;
      };
      if (!has_room() || (head & kSlotMask) + slots + spare > shard_slots) continue;
      const unsigned long long more = units << kSlotBits | slots;
      if (units < kLargeUnits) {
        head = atomicAdd(&shard.head, more);
      } else {
        for (unsigned long long seen; has_room(); head = seen)
          if ((seen = atomicCAS(&shard.head, head, head + more)) == head) break;
        if (!has_room()) continue;
      }
      start = head >> kSlotBits;
      slot = number * shard_slots + static_cast<unsigned>(head & kSlotMask);
      found = has_room();
      if (found) return;
      // others were faster. The units are no more than a number; the slots that are left lie behind all valid units
      atomicMin(&shard.end, start);
      for (unsigned left = static_cast<unsigned>(head & kSlotMask); left < shard_slots; ++left)
        queue->starts[number * shard_slots + left] = start;
    }
  }
};

// memcpy() to where a pointer leads, as wide as an entry's place allows: nvcc takes such memory for bytes, and stores one at a
// time.
template <typename T>
__device__ __forceinline__ void write_wide(void* to, const T& value) {
  constexpr unsigned kWords = (sizeof value + sizeof(uint4) - 1) / sizeof(uint4);
  uint4 words[kWords];
  std::memcpy(words, static_cast<const void*>(&value), sizeof value);
  for (unsigned i = 0; i < kWords; ++i) static_cast<uint4*>(to)[i] = words[i];
}

// `units`: of a queue that grows, items or blocks; else of 32 items.
template <typename Child, typename Kinds>
__device__ __forceinline__ bool push_entry(const QueuedLaunch<Kinds>& launch, QueueState* queue,
                                           unsigned end_x, unsigned long long items, unsigned long long units,
                                           unsigned spare, const Child& child) {
  constexpr unsigned kSlots = kSlotsOf<Child>;
  static_assert(Kinds::template number<Child> < Kinds::count, "the queue's drain knows the child");
  if (kSlots > kMostEntrySlots || units > kMostEntryUnits) return false;
  int* const pushed = &queue->pushed;
  if (!*const_cast<volatile int*>(pushed)) *const_cast<volatile int*>(pushed) = 1;
  const Reservation reserved(queue, kSlots, units, spare);
  if (!reserved.found) {
    atomicAdd(&launch.site->counters.refused, 1ull);
    return false;
  }
  Slot* const first = &queue->slots[reserved.slot];
  Slot* const slot = first + (kSlots - 1);
  write_wide(&slot->head, EntryHead{items, end_x, Kinds::template number<Child>, launch.grid, launch.block});
  write_wide(first, child);
  unsigned long long* const starts = &queue->starts[reserved.slot];
  if constexpr (Kinds::grows) {
    slot->taken = 0;
    __threadfence();  // the entry, and what its child may expect to find, before the word that says so
    *const_cast<volatile unsigned long long*>(starts) = ready_word(kByBlock<Child>, kSlots, units);
  } else {
    for (unsigned i = 0; i < kSlots; ++i) starts[i] = reserved.start;
  }
  SmCounters& counters = launch.site->sm_counters[sm_id() % kSmCounters];
  atomicAdd(&counters.queued, 1ull);
  atomicAdd(&counters.queued_items, static_cast<unsigned long long>(launch.workload));
  return true;
}

constexpr float kPushCycles = 2048;    // of a push, and of finding its entry
constexpr float kDrainCycles = 32768;  // about 20 us
constexpr unsigned kLeastItems = 8;    // of a child that stands out
constexpr unsigned kFewUnits = 16;     // of a shard: its SM would have warps to spare
constexpr unsigned kFewPlaces =
    32;  // of a shard, for launches that all see it empty, where each SM has parents

// Whether a child is twice as large as those that ran serially on its SM: the other lanes of its warp would wait for it.
__device__ __forceinline__ bool stands_out(const Site* site, long long workload) {
  if (workload < kLeastItems) return false;
  const ulonglong2 serial = load_pair(&site->sm_counters[sm_id() % kSmCounters].serial);
  return serial.x > 0 && static_cast<unsigned long long>(workload) * serial.x >= 2 * serial.y;
}

// Below a whole unit, lanes of the drain would idle, while those of the launching warp have children of their own: the
// serial body is no slower, unless the child stands out among them. Measured (H200, sparse product, 32,768 rows): 1.39 ms, and
// 1.79 where only whole units left; triangles 1.66 and 2.16. Or where it takes longer than the drain takes to start and the
// drain would have warps to spare.
// Measured (H200, shortest paths, R-MAT 18): where all wait for the memory, an item takes 9 us, wherever it runs. And
// (samples/sa): where all threads of the device come here at once, the places have to be given out one by one, or all
// children of 8 items would leave, for a drain whose warps have 24 lanes idle. And (samples/mm): the parents of a small
// grid leave most SMs idle, whose places are theirs, too; with 32 for each shard, 2,048 rows take 0.53 ms, without a limit
// 0.10 ms.
template <typename Kinds>
__device__ __forceinline__ bool worth_a_push(const Site* site, QueueState* queue, long long workload,
                                             float item_cycles) {
  const float serial_cycles = static_cast<float>(workload) * item_cycles;
  if (workload >= kUnitItems || (!Kinds::grows && stands_out(site, workload)))
    return serial_cycles >= kPushCycles;
  if (serial_cycles < kDrainCycles) return false;
  if (Kinds::grows) return true;  // a warp of its drain takes several small entries
  const unsigned shards = queue->shards, blocks = gridDim.x * gridDim.y * gridDim.z;
  const unsigned places = blocks < shards ? kFewPlaces * (shards / blocks) : kFewPlaces;
  QueueShard& shard = queue->shard[sm_id() & (shards - 1)];
  return load_word(&shard.head) >> kSlotBits < kFewUnits && load_word(&shard.few) < places &&
         atomicAdd(&shard.few, 1ull) < places;
}

// Whether a child is to leave the launching thread, and how many slots of a shard it leaves to larger ones.
struct Leave {
  bool leaves;
  unsigned spare = 0;
};

// The last slots are for the largest children: from the half of a shard on, the least workload doubles as the room halves, and
// those below a unit have the first quarter. Measured (H200, BFS of 500 million edges, a million slots): 30 ms, and 220 where
// the slots went to those that came first.
__device__ __forceinline__ unsigned slots_for_larger(const QueueState* queue, long long workload) {
  if (workload < kUnitItems) return queue->shard_slots / 4 * 3;
  return static_cast<unsigned>(static_cast<float>(queue->shard_slots / 2) /
                               (static_cast<float>(workload) / kUnitItems));
}

// The work of a child that launches is deep, and one without a serial body has nowhere else to go.
template <typename Child, typename Kinds>
__device__ __forceinline__ Leave leave_of(const QueuedLaunch<Kinds>& launch, QueueState* queue) {
  const SiteView site = view_site(launch.site);
  fade_when_full(&launch.site->item, site.item);
  if (site.policy == Policy::kNever) return {false};
  if (site.policy != Policy::kController)
    return {static_cast<unsigned long long>(launch.workload) >= site.policy};
  if (kAlwaysLeaves<Child>) return {true};
  if (!worth_a_push<Kinds>(launch.site, queue, launch.workload, site.item.cycles())) return {false};
  return {true, slots_for_larger(queue, launch.workload)};
}

}  // namespace detail

// The guard. True: the child waits in the queue, or its launch configuration is in error. False: it runs serially, or
// the guard of a launch without a queue decides. `child(const Thread&)` is its body, with copies of all that it needs.
template <typename Child, typename Kinds>
__device__ __forceinline__ bool push(const QueuedLaunch<Kinds>& launch, long long useful_x,
                                     const Child& child, bool strided = false) {
  using namespace detail;
  if (!is_valid(launch)) return true;
  launch.workload = items_of(launch, useful_x, strided);
  QueueState* const queue = Kinds::template queue_for<Child>(launch.queues, launch.block);
  const ThreadRange range(launch, useful_x);
  if (!queue || range.items == 0 || range.end_x > ~0u) return false;
  const Leave leave = leave_of<Child>(launch, queue);
  if (!leave.leaves) return false;
  const unsigned long long units = Kinds::grows ? range.items : (range.items + kUnitItems - 1) / kUnitItems;
  return push_entry(launch, queue, static_cast<unsigned>(range.end_x), range.items, units, leave.spare,
                    child);
}

// The guard of a child with barriers: `child(const Thread&)` is its body for one of the threads of a block, which run it
// together. False as well where no drain has blocks of that size.
template <typename Child, typename Kinds>
__device__ __forceinline__ bool push_blocks(const QueuedLaunch<Kinds>& launch, const Child& child) {
  using namespace detail;
  if (!is_valid(launch)) return true;
  launch.workload = items_of(launch, kAll, false);
  QueueState* const queue = Kinds::template queue_for<Child>(launch.queues, launch.block);
  if (!queue || launch.shared_bytes > 0) return false;
  const Leave leave = leave_of<Child>(launch, queue);
  return leave.leaves && push_entry(launch, queue, 0, 0, cta_count(launch.grid), leave.spare, child);
}

}  // namespace spawn
