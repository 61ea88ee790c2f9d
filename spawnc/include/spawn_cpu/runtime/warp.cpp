// Lanes of a warp that meet in votes, shuffles, matches and reductions, and that find each other in __activemask.
#include <algorithm>

#include "state.h"

namespace spawn_cpu {
namespace {

Warp& warp_of(Block& block, const Thread& thread) { return block.warps[thread.rank / kWarp]; }
Thread& lane_of(Block& block, const Thread& thread, unsigned lane) {
  return block.threads[thread.rank / kWarp * kWarp + lane];
}

template <class Visit>
void each_lane(unsigned lanes, Visit&& visit) {
  for (; lanes; lanes &= lanes - 1) visit(static_cast<unsigned>(__builtin_ctz(lanes)));
}

uint64_t reduce(WarpOperation operation, uint64_t a, uint64_t b) {
  const auto x = static_cast<unsigned>(a), y = static_cast<unsigned>(b);
  const auto i = static_cast<int>(x), j = static_cast<int>(y);
  switch (operation) {
    case WarpOperation::kAddUnsigned:
      return x + y;
    case WarpOperation::kMinUnsigned:
      return std::min(x, y);
    case WarpOperation::kMaxUnsigned:
      return std::max(x, y);
    case WarpOperation::kMinSigned:
      return static_cast<unsigned>(std::min(i, j));
    case WarpOperation::kMaxSigned:
      return static_cast<unsigned>(std::max(i, j));
    case WarpOperation::kAnd:
      return x & y;
    case WarpOperation::kOr:
      return x | y;
    default:
      return x ^ y;
  }
}

uint64_t lanes_equal_to(Block& block, const Thread& thread, unsigned group) {
  uint64_t equal = 0;
  each_lane(group, [&](unsigned lane) {
    if (lane_of(block, thread, lane).value == thread.value) equal |= 1u << lane;
  });
  return equal;
}

// All lanes of `group` are there: each gets its result.
void finish_meeting(Block& block, const Thread& any, unsigned group) {
  const WarpOperation operation = any.warp_operation;
  unsigned votes = 0;
  uint64_t reduced = any.value;
  each_lane(group, [&](unsigned lane) {
    const Thread& thread = lane_of(block, any, lane);
    if (thread.value) votes |= 1u << lane;
    if (thread.rank != any.rank) reduced = reduce(operation, reduced, thread.value);
  });
  const size_t from = block.ready.size();
  each_lane(group, [&](unsigned lane) {
    Thread& thread = lane_of(block, any, lane);
    switch (operation) {
      case WarpOperation::kSync:
        break;
      case WarpOperation::kShuffle:
        // an absent lane's value is undefined
        thread.result = group >> thread.source & 1 ? lane_of(block, any, thread.source).value : thread.value;
        break;
      case WarpOperation::kBallot:
        thread.result = votes;
        break;
      case WarpOperation::kAll:
        thread.result = votes == group;
        break;
      case WarpOperation::kAny:
        thread.result = votes != 0;
        break;
      case WarpOperation::kMatchAny:
        thread.result = lanes_equal_to(block, thread, group);
        break;
      case WarpOperation::kMatchAll:
        thread.result = lanes_equal_to(block, thread, group) == group ? group : 0;
        break;
      default:
        thread.result = reduced;
    }
    thread.wait = Wait::kNone;
    block.ready.push_back(thread.rank);
  });
  Warp& warp = warp_of(block, any);
  warp.waiting &= ~group;
  block.idle_rounds = 0;
  permute(block.ready, from);
}

// Whether the lanes that `thread` waits for are all there; if so, they go on.
bool try_meeting(Block& block, Thread& thread) {
  const Warp& warp = warp_of(block, thread);
  const unsigned group = thread.mask & warp.present;
  if ((group & ~warp.waiting) != 0) return false;
  bool together = true;
  each_lane(group, [&](unsigned lane) {
    const Thread& other = lane_of(block, thread, lane);
    if (other.mask != thread.mask)
      together = false;
    else if (other.warp_operation != thread.warp_operation)
      fail("lanes of a warp meet in different functions: one at %s:%d, one at %s:%d", thread.place.file,
           thread.place.line, other.place.file, other.place.line);
  });
  if (together) finish_meeting(block, thread, group);
  return together;
}

}  // namespace

// Lanes that wait at the same place in __activemask find each other.
bool gather_lanes(Block& block) {
  bool any = false;
  for (Thread& thread : block.threads) {
    if (thread.ended || thread.wait != Wait::kActiveMask) continue;
    unsigned group = 0;
    const unsigned first = thread.rank / kWarp * kWarp;
    const unsigned end = std::min(first + kWarp, static_cast<unsigned>(block.threads.size()));
    const Place place = thread.place;
    const auto is_there = [&](const Thread& other) {
      return !other.ended && other.wait == Wait::kActiveMask && other.place.line == place.line &&
             other.place.file == place.file;
    };
    for (unsigned rank = first; rank < end; ++rank)
      if (is_there(block.threads[rank])) group |= 1u << (rank - first);
    each_lane(group, [&](unsigned lane) {
      Thread& other = block.threads[first + lane];
      other.result = group;
      other.wait = Wait::kNone;
      block.ready.push_back(other.rank);
    });
    any = true;
  }
  return any;
}

void lane_ended(Block& block, const Thread& thread) {
  Warp& warp = warp_of(block, thread);
  warp.present &= ~(1u << thread.rank % kWarp);
  // lanes may have waited for this one only; a meeting takes lanes out of `waiting`
  for (unsigned rest = warp.waiting; rest != 0;) {
    const auto lane = static_cast<unsigned>(__builtin_ctz(rest));
    try_meeting(block, lane_of(block, thread, lane));
    rest &= warp.waiting & ~((2u << lane) - 1);
  }
}

uint64_t meet_warp(WarpOperation operation, unsigned mask, uint64_t value, unsigned source, const char* file,
                   int line) {
  if (!on_device()) fail("a warp function in host code, at %s:%d", file, line);
  ++visits;
  Block& block = *current_block();
  Thread& thread = *current_thread();
  const unsigned lane = thread.rank % kWarp;
  if (!(mask >> lane & 1))
    fail("a warp function at %s:%d is called with mask 0x%08x, which leaves out the calling lane %u", file,
         line, mask, lane);
  pass_cycles(10);
  thread.warp_operation = operation;
  thread.mask = mask;
  thread.value = value;
  thread.source = source & (kWarp - 1);
  thread.place = {file, line};
  warp_of(block, thread).waiting |= 1u << lane;
  thread.wait = Wait::kWarp;
  try_meeting(block, thread);
  suspend();
  return thread.result;
}

unsigned active_lanes(const char* file, int line) {
  if (!on_device()) fail("__activemask in host code, at %s:%d", file, line);
  ++visits;
  Block& block = *current_block();
  Thread& thread = *current_thread();
  if (!block.gathers_lanes) return 1u << thread.rank % kWarp;
  wait_here(thread, Wait::kActiveMask, {file, line});
  return static_cast<unsigned>(thread.result);
}

}  // namespace spawn_cpu
