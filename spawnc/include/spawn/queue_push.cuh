// The guard of a parent with a queue: serial, or an entry.
#pragma once

#include <cstring>
#include <type_traits>

#include "queue_entry.cuh"
#include "serial.cuh"

namespace spawn {

namespace detail {

// Slots and units for an entry in some shard; false when there is no room.
struct Reservation {
  unsigned long long start;  // first unit
  unsigned slot;             // of the queue
  bool found = false;

  __device__ __forceinline__ Reservation(QueueState* queue, unsigned slots, unsigned long long units) {
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
      if (!has_room()) continue;
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

template <typename Child, typename Kinds>
__device__ __forceinline__ bool push_entry(const QueuedLaunch<Kinds>& launch, unsigned end_x,
                                           unsigned long long items, const Child& child) {
  constexpr unsigned kSlots =
      1 + (sizeof(Child) > kSlotArguments ? (sizeof(Child) - kSlotArguments + sizeof(Slot) - 1) / sizeof(Slot)
                                          : 0);
  const unsigned long long units = (items + kUnitItems - 1) / kUnitItems;
  if (kSlots > kMostEntrySlots || units > kMostEntryUnits) return false;
  int* const pushed = &launch.queue->pushed;
  if (!*const_cast<volatile int*>(pushed)) *const_cast<volatile int*>(pushed) = 1;
  const Reservation reserved(launch.queue, kSlots, units);
  if (!reserved.found) {
    atomicAdd(&launch.site->counters.refused, 1ull);
    return false;
  }
  Slot* const first = &launch.queue->slots[reserved.slot];
  Slot* const slot = first + (kSlots - 1);
  slot->child = Kinds::template number<Child>;
  slot->items = items;
  slot->end_x = end_x;
  slot->grid = launch.grid;
  slot->block = launch.block;
  slot->before = kSlots - 1;
  std::memcpy(first, static_cast<const void*>(&child), sizeof child);
  for (unsigned i = 0; i < kSlots; ++i) launch.queue->starts[reserved.slot + i] = reserved.start;
  SmCounters& counters = launch.site->sm_counters[sm_id() % kSmCounters];
  atomicAdd(&counters.queued, 1ull);
  atomicAdd(&counters.queued_items, static_cast<unsigned long long>(launch.workload));
  return true;
}

// Below a whole unit, lanes of the drain would idle, while those of the launching warp have children of their own: the
// serial body is no slower, unless it takes longer than the drain takes to start.
constexpr float kPushCycles = 2048;    // of a push, and of finding its entry
constexpr float kDrainCycles = 32768;  // about 20 us

__device__ __forceinline__ bool worth_a_push(long long workload, float item_cycles) {
  const float serial_cycles = static_cast<float>(workload) * item_cycles;
  return serial_cycles >= (workload < kUnitItems ? kDrainCycles : kPushCycles);
}

}  // namespace detail

// The guard. True: the child waits in the queue, or its launch configuration is in error. False: it runs serially.
// `child(const Thread&)` is its body, with copies of all that it needs.
template <typename Child, typename Kinds>
__device__ __forceinline__ bool push(const QueuedLaunch<Kinds>& launch, long long useful_x,
                                     const Child& child, bool strided = false) {
  using namespace detail;
  if (!is_valid(launch)) return true;
  launch.workload = items_of(launch, useful_x, strided);
  if (!launch.queue) return false;
  const SiteView site = view_site(launch.site);
  fade_when_full(&launch.site->item, site.item);
  if (site.policy == Policy::kNever) return false;
  const bool leaves = site.policy == Policy::kController
                          ? worth_a_push(launch.workload, site.item.cycles())
                          : static_cast<unsigned long long>(launch.workload) >= site.policy;
  if (!leaves) return false;
  const ThreadRange range(launch, useful_x);
  if (range.items == 0 || range.end_x > ~0u) return false;
  return push_entry(launch, static_cast<unsigned>(range.end_x), range.items, child);
}

}  // namespace spawn
