// One block: its threads in turn, and its barriers.
#include <algorithm>

#include "state.h"

uint3 threadIdx, blockIdx;
dim3 blockDim, gridDim;

namespace spawn_cpu {

int patience = 0;

namespace {

constexpr int kPatience = 512;           // calls of atomics and fences at a stretch
constexpr int kMaxIdleRounds = 8;        // before other blocks get a chance
constexpr uint64_t kLeaveOneIn = 64;     // switches of threads, when the schedule is permuted
constexpr uint64_t kThreadCycles = 300;  // on the counted clock

thread_local Thread* thread_now = nullptr;
Block* block_now = nullptr;
std::vector<std::unique_ptr<Block>> idle_blocks;

uint3 index_in(dim3 size, uint64_t rank) {
  return {static_cast<unsigned>(rank % size.x), static_cast<unsigned>(rank / size.x % size.y),
          static_cast<unsigned>(rank / size.x / size.y)};
}

void release_barrier(Block& block) {
  int count = 0;
  for (const Thread& thread : block.threads)
    if (!thread.ended && thread.wait == Wait::kBarrier) count += thread.value != 0;
  const size_t from = block.ready.size();
  for (Thread& thread : block.threads) {
    if (thread.ended || thread.wait != Wait::kBarrier) continue;
    switch (thread.block_operation) {
      case BlockOperation::kBarrier:
        break;
      case BlockOperation::kCount:
        thread.result = static_cast<uint64_t>(count);
        break;
      case BlockOperation::kAnd:
        thread.result = count == static_cast<int>(block.live);
        break;
      case BlockOperation::kOr:
        thread.result = count > 0;
        break;
    }
    thread.wait = Wait::kNone;
    block.ready.push_back(thread.rank);
  }
  block.at_barrier = 0;
  block.idle_rounds = 0;
  permute(block.ready, from);
}

[[noreturn]] void report_deadlock(Block& block) {
  const Thread* shown[2] = {nullptr, nullptr};
  for (const Thread& thread : block.threads) {
    if (thread.ended) continue;
    if (!shown[0])
      shown[0] = &thread;
    else if (!shown[1] && (thread.wait != shown[0]->wait || thread.mask != shown[0]->mask))
      shown[1] = &thread;
  }
  char text[1024];
  size_t used = 0;
  for (const Thread* thread : shown) {
    if (!thread) continue;
    used += static_cast<size_t>(std::snprintf(
        text + used, sizeof text - used, "%s thread (%u,%u,%u) waits at %s:%d for %s", used ? ";" : "",
        thread->index.x, thread->index.y, thread->index.z, thread->place.file, thread->place.line,
        thread->wait == Wait::kBarrier ? "all threads of the block" : "other lanes of its warp"));
    if (used >= sizeof text) break;
  }
  thread_now = const_cast<Thread*>(shown[0]);
  fail("deadlock: no thread of the block can go on:%s", text);
}

}  // namespace

void wait_here(Thread& thread, Wait why, Place place) {
  thread.wait = why;
  thread.place = place;
  suspend();
}

Thread* current_thread() { return thread_now; }
Block* current_block() { return block_now; }

std::unique_ptr<Block> take_block(const std::shared_ptr<Grid>& grid, uint64_t number) {
  std::unique_ptr<Block> block;
  if (idle_blocks.empty()) {
    block = std::make_unique<Block>();
  } else {
    block = std::move(idle_blocks.back());
    idle_blocks.pop_back();
  }
  const dim3 size = grid->config.block;
  const unsigned threads = size.x * size.y * size.z;
  block->grid = grid;
  block->index = index_in(grid->config.grid, number);
  block->threads.resize(threads);
  block->warps.assign((threads + kWarp - 1) / kWarp, Warp{});
  block->live = threads;
  block->at_barrier = 0;
  block->idle_rounds = 0;
  block->next_ready = 0;
  block->yielded.clear();
  block->gathers_lanes = !permutes() || choose(2) == 0;
  block->null_stream_last = nullptr;
  block->ready.resize(threads);
  uint3 index{0, 0, 0};
  for (unsigned rank = 0; rank < threads; ++rank) {
    Thread& thread = block->threads[rank];
    thread.index = index;
    thread.rank = rank;
    thread.fiber = nullptr;
    thread.ended = false;
    thread.wait = Wait::kNone;
    thread.last_error = cudaSuccess;
    thread.mask = 0;
    block->ready[rank] = rank;
    block->warps[rank / kWarp].present |= 1u << rank % kWarp;
    if (++index.x == size.x) {
      index.x = 0;
      if (++index.y == size.y) index.y = 0, ++index.z;
    }
  }
  permute(block->ready, 0);
  return block;
}

void give_back(std::unique_ptr<Block> block) {
  block->grid = nullptr;
  block->null_stream_last = nullptr;
  idle_blocks.push_back(std::move(block));
}

Thread* next_unstarted() {
  Block& block = *block_now;
  if (block.next_ready == block.ready.size()) return nullptr;
  Thread& thread = block.threads[block.ready[block.next_ready]];
  if (thread.fiber) return nullptr;
  ++block.next_ready;
  return &thread;
}

void begin_thread(Thread& thread) {
  ++visits;
  thread_now = &thread;
  threadIdx = thread.index;
  patience = kPatience;
  pass_cycles(kThreadCycles);
}

void thread_ended(Thread& thread) {
  ++visits;
  Block& block = *block_now;
  thread.ended = true;
  block.idle_rounds = 0;
  --block.live;
  lane_ended(block, thread);
  if (block.at_barrier > 0 && block.at_barrier == block.live) release_barrier(block);
}

bool run_block(Block& block) {
  block_now = &block;
  blockIdx = block.index;
  blockDim = block.grid->config.block;
  gridDim = block.grid->config.grid;
  enter_shared(block);
  // a block that was left gets a round before it is left again: two that both wait would never go on
  block.idle_rounds = std::min(block.idle_rounds, kMaxIdleRounds - 1);
  bool finished = false;
  for (;;) {
    if (block.next_ready == block.ready.size()) {
      block.ready.clear();
      block.next_ready = 0;
      if (block.live == 0) {
        finished = true;
        break;
      }
      if (gather_lanes(block)) continue;
      if (block.yielded.empty()) report_deadlock(block);
      block.ready.swap(block.yielded);
      permute(block.ready, 0);
      ++block.idle_rounds;
    }
    const bool waits_outside = block.idle_rounds >= kMaxIdleRounds;
    if ((waits_outside || (permutes() && choose(kLeaveOneIn) == 0)) && is_other_work()) {
      leave_shared(block);
      break;
    }
    ++visits;
    Thread& thread = block.threads[block.ready[block.next_ready]];
    if (thread.fiber) {
      ++block.next_ready;
      thread_now = &thread;
      threadIdx = thread.index;
      patience = kPatience;
    }
    run_on_fiber(thread);
  }
  thread_now = nullptr;
  block_now = nullptr;
  return finished;
}

int meet_block(BlockOperation operation, int predicate, const char* file, int line) {
  if (!on_device()) fail("__syncthreads in host code, at %s:%d", file, line);
  ++visits;
  Block& block = *block_now;
  Thread& thread = *thread_now;
  thread.block_operation = operation;
  thread.value = predicate != 0;
  thread.wait = Wait::kBarrier;
  pass_cycles(20);
  if (++block.at_barrier == block.live) {
    thread.place = {file, line};
    release_barrier(block);
    suspend();
  } else {
    wait_here(thread, Wait::kBarrier, {file, line});
  }
  return static_cast<int>(thread.result);
}

bool in_device_code() { return on_device(); }
uint64_t grid_id() { return block_now ? block_now->grid->number : 0; }
unsigned thread_rank() { return thread_now ? thread_now->rank : 0; }
unsigned lane_id() { return thread_now ? thread_now->rank % kWarp : 0; }

void let_others_run() {
  patience = kPatience;
  if (!on_device()) return;
  ++visits;
  pass_cycles(100);
  block_now->yielded.push_back(thread_now->rank);
  wait_here(*thread_now, Wait::kYield, {nullptr, 0});
}

}  // namespace spawn_cpu
