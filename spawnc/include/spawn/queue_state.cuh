// A queue in device memory.
//
// A child's useful threads are its *items*, and 32 of them, in the order of x, y, z, are a *unit*: what one warp of the
// drain runs at a time. The queue is in *shards*, about one an SM, so that pushes and claims do not all meet at one
// address. A push reserves slots and units with a single atomic on the shard's `head`, so that the units of the entries
// follow each other as their slots do, and a unit's entry is found by a search over their first units.
//
// A queue belongs to one stream, where parent and drain take turns: a parent's entries are complete when its drain is.
//
// Children that launch push while the drain runs, and children with barriers are run by whole blocks: theirs is a queue
// that *grows*, see queue_grow.cuh. Its units are single items, or blocks. Blocks of different sizes have a queue each,
// and the drains take turns: a child pushes only into its own queue, and into those that are drained later.
#pragma once

#include <type_traits>

#include "launch.cuh"

namespace spawn::detail {

constexpr int kMaxShards = 128;  // a power of two
constexpr unsigned kLeastShardSlots = 64;
constexpr unsigned kMostShardSlots = 1u << 22;  // see kSlotBits
constexpr unsigned kUnitItems = 32;

// `head`: low half slots, high half units. Pushes that find no room leave their numbers there (see QueueShard::end): at
// most one from each of an H200's 2^18 resident threads, of 33 slots (4 KB of arguments) and kLargeUnits at most.
constexpr int kSlotBits = 24;
constexpr unsigned long long kSlotMask = (1ull << kSlotBits) - 1;
constexpr unsigned long long kLargeUnits = 1ull << 20;  // an entry so large is pushed by compare-and-swap
constexpr unsigned long long kMostUnits = 1ull << 39;   // of a shard
constexpr unsigned kMostEntrySlots = 33;
constexpr unsigned long long kMostEntryUnits = 1ull << 38;

struct alignas(128) QueueShard {
  unsigned long long head;  // slots and units that were pushed
  unsigned long long end;   // units from here on found no room; ~0 while there is room
  unsigned long long few;   // launches of less than a unit that asked for one of the first places
  // of a queue that grows
  unsigned long long
      cursor;  // like `head`: the slot that is taken next, and the units of its entry that are taken
  unsigned long long done;  // units that have been run
};

// What an entry says, besides the child's arguments.
struct alignas(16) EntryHead {
  unsigned long long items;
  unsigned end_x;  // items along x
  unsigned child;  // which of the queue's types
  dim3 grid, block;
};

// The arguments of an entry are in one piece, and the rest after them, in its last slot. All slots of an entry have its first
// unit, so a search among the first units ends at the last one.
struct alignas(128) Slot {
  unsigned char arguments[64];
  EntryHead head;
  unsigned long long taken;  // units, where the entry is shared out by its own number, see queue_grow.cuh
};
static_assert(sizeof(Slot) == 128, "a slot is 128 bytes");
constexpr unsigned kSlotArguments = sizeof(Slot::arguments);

// Slots of an entry, by its child's type.
template <typename Child>
constexpr unsigned kSlotsOf =
    1 +
    (sizeof(Child) > kSlotArguments ? (sizeof(Child) - kSlotArguments + sizeof(Slot) - 1) / sizeof(Slot) : 0);

template <typename Child>
__device__ __forceinline__ const Child& arguments_of(const Slot* last) {
  return *reinterpret_cast<const Child*>(last - (kSlotsOf<Child> - 1));
}

struct QueueState {
  int pushed;                  // not 0: the parent has pushed, or tried to
  unsigned shards;             // a power of two
  unsigned shard_slots;        // of each
  unsigned exited;             // blocks of the drain that have ended
  unsigned long long claimed;  // units that warps of the drain have taken, besides those that they began with
  unsigned long long*
      starts;  // by slot: the entry's first unit in its shard; where the queue grows, see ready_word()
  Slot* slots;
  QueueShard shard[kMaxShards];
};

// Position of a type in a list; past its end when it is not there.
template <typename Child, typename... Children>
__host__ __device__ constexpr unsigned index_of() {
  unsigned index = 0;
  (void)((std::is_same_v<Child, Children> || (++index, false)) || ...);
  return index;
}

// What `starts` holds where a queue grows, at an entry's first slot, once the entry is written: its slots and units.
// Whoever takes the entry clears it; in queues that don't grow, no number is so large.
constexpr unsigned long long kReady = 1ull << 63, kInBlocks = 1ull << 62;
constexpr int kReadySlotsBit = 56;
constexpr unsigned long long kReadyUnits = (1ull << kReadySlotsBit) - 1;
static_assert(kMostEntrySlots < 64 && kMostEntryUnits <= kReadyUnits, "a ready word holds both");

__device__ __forceinline__ unsigned long long ready_word(bool in_blocks, unsigned slots,
                                                         unsigned long long units) {
  return kReady | (in_blocks ? kInBlocks : 0) | static_cast<unsigned long long>(slots) << kReadySlotsBit |
         units;
}

__device__ __forceinline__ unsigned long long load_word(const unsigned long long* address) {
  return *const_cast<const volatile unsigned long long*>(address);
}

// The queues of a parent's launch, in the order in which they are drained. Null: it takes no entries, as there is none,
// or as its drain has ended.
template <unsigned kQueues>
struct QueueStates {
  QueueState* state[kQueues];
};

// What the type of an entry says of its child: `spawn_by_block`, that whole blocks run it.
template <typename Child, typename = void>
constexpr bool kByBlock = false;
template <typename Child>
constexpr bool kByBlock<Child, std::enable_if_t<Child::spawn_by_block>> = true;

}  // namespace spawn::detail

namespace spawn {

// A launch whose child may become an entry, of the kinds that a parent's queues have.
template <typename Kinds>
struct QueuedLaunch : Launch {
  detail::QueueStates<Kinds::queues> queues;

  __device__ __forceinline__ QueuedLaunch with_workload(long long items) const {
    QueuedLaunch launch = *this;
    launch.promised = items;
    return launch;
  }
  // For the guarded branch without a queue.
  __device__ __forceinline__ LaunchAt<0> unqueued() const { return LaunchAt<0>(*this); }
};

// A thread whose own launches may become entries: of a parent, for the functions that it calls, or of an entry in a queue
// that grows.
template <typename Kinds>
struct QueuedThread : Thread {
  detail::QueueStates<Kinds::queues> queues;

  __device__ __forceinline__ QueuedThread(uint3 thread, uint3 index, dim3 block, dim3 grid,
                                          const detail::QueueStates<Kinds::queues>& queues)
      : Thread({}, thread, index, block, grid), queues(queues) {}

  __device__ __forceinline__ QueuedLaunch<Kinds> launch(Site& site, dim3 grid, dim3 block,
                                                        size_t shared_bytes = 0,
                                                        cudaStream_t stream = nullptr) const {
    return {Thread::launch(site, grid, block, shared_bytes, stream), queues};
  }
};

// Who runs the entries of a queue that grows: each warp for itself, or, where a child has barriers, blocks of its size.
struct Warps {
  static constexpr bool kInBlocks = false;
  static constexpr unsigned x = 256, y = 1, z = 1;
  static constexpr bool kPossible = true;
};
template <unsigned X, unsigned Y = 1, unsigned Z = 1>
struct Blocks {
  static constexpr bool kInBlocks = true;
  static constexpr unsigned x = X, y = Y, z = Z;
  // What no kernel can be launched with, no drain can, either.
  static constexpr bool kPossible = X - 1 < 1024 && Y - 1 < 1024 && Z - 1 < 64 && 1ull * X * Y * Z <= 1024;
};

namespace detail {

// The children of a queue that grows, and who runs them.
template <typename Workers_, typename... Children>
struct Growing {
  using Workers = Workers_;
  static constexpr unsigned count = sizeof...(Children);
  template <typename Child>
  static constexpr unsigned number = index_of<Child, Children...>();

  // Whether a child that is launched with blocks of some size may wait here.
  template <typename Child>
  static __device__ __forceinline__ bool takes(dim3 block) {
    return number<Child> < count &&
           (!kByBlock<Child> || (block.x == Workers::x && block.y == Workers::y && block.z == Workers::z));
  }
};

template <typename Child, typename... Queues>
__host__ __device__ constexpr unsigned number_of() {
  unsigned number = 0;
  (void)((number += Queues::template number<Child>, Queues::template number<Child> < Queues::count) || ...);
  return number;
}

// Types nested in templates of the children, not templates of them: a guarded branch, which is given them, would be
// looked up in the children's namespaces, too.
template <typename... Children>
struct StillChildren {
  struct Kinds {
    static constexpr bool grows = false;
    static constexpr unsigned queues = 1;
    static constexpr unsigned count = sizeof...(Children);
    template <typename Child>
    static constexpr unsigned number = index_of<Child, Children...>();

    template <typename Child>
    static __device__ __forceinline__ QueueState* queue_for(const QueueStates<1>& queues, dim3) {
      return queues.state[0];
    }
  };
};
template <typename... Queues>
struct GrowingChildren {
  struct Kinds {
    static constexpr bool grows = true;
    static constexpr unsigned queues = sizeof...(Queues);
    static constexpr unsigned count = (0u + ... + Queues::count);
    // Among those of all queues; the same in each where blocks of several sizes run one child.
    template <typename Child>
    static constexpr unsigned number = number_of<Child, Queues...>();

    template <typename Child>
    static __device__ __forceinline__ QueueState* queue_for(const QueueStates<queues>& queues, dim3 block) {
      QueueState* found = nullptr;
      unsigned turn = 0;
      const auto try_next = [&](bool takes) {
        QueueState* const next = queues.state[turn++];
        if (takes) found = next;
        return found != nullptr;
      };
      // sizes that are spelled differently may be the same, and one of their queues be drained already
      (void)(try_next(Queues::template takes<Child>(block)) || ...);
      return found;
    }
  };
};

// Without a state there is no queue, and no child becomes an entry.
template <typename Kinds>
struct QueueOf {
  QueueStates<Kinds::queues> states;

  __device__ __forceinline__ QueuedLaunch<Kinds> launch(Site& site, dim3 grid, dim3 block,
                                                        size_t shared_bytes = 0,
                                                        cudaStream_t stream = nullptr) const {
    return {spawn::launch(site, grid, block, shared_bytes, stream), states};
  }
  // For functions that launch for the parent.
  __device__ __forceinline__ QueuedThread<Kinds> thread() const {
    return {::threadIdx, ::blockIdx, ::blockDim, ::gridDim, states};
  }
};

template <typename T>
struct Itself {
  using Type = T;
};

}  // namespace detail

// What a parent is given, with the types of all children that it may push: the drain is made of their bodies, so no
// function is called through a pointer. (ptxas wants as few registers of a function whose address a kernel takes as of
// the kernel, and refuses to compile.)
template <typename... Children>
struct Queue : detail::QueueOf<typename detail::StillChildren<Children...>::Kinds> {};

// The same where children launch, or have barriers: with those that its children may push, and theirs.
template <typename Workers, typename... Children>
struct GrowingQueue
    : detail::QueueOf<typename detail::GrowingChildren<detail::Growing<Workers, Children...>>::Kinds> {
  using Own = detail::Growing<Workers, Children...>;
};

// Several such queues, of children with barriers in blocks of different sizes. One after the other is drained, so the
// children of each push into that one, and those that follow.
template <typename... Queues>
struct QueuesInTurn : detail::QueueOf<typename detail::GrowingChildren<typename Queues::Own...>::Kinds> {};

// The same type, as a parameter that no template argument is deduced from: of a parent that is a template, where its
// children's arguments are made of its own.
template <typename Type>
using NotDeduced = typename detail::Itself<Type>::Type;

}  // namespace spawn
