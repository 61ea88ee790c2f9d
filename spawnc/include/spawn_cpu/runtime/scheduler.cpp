// Which block runs next. Natural order: a grid's blocks from the first to the last, its children as soon as the
// block that launched them lets go, so that few launches are ever pending. With a seed: any order that CUDA allows,
// but no launch is made to find the pool of pending launches full that could have found room.
#include <algorithm>
#include <deque>
#include <map>
#include <numeric>

#include "state.h"

namespace spawn_cpu {
namespace {

constexpr size_t kMaxFibers = 16000;  // each takes two of the process's 65530 memory mappings

std::map<int, std::deque<std::shared_ptr<Grid>>, std::greater<int>>
    waiting_grids;  // by depth, the deepest first
size_t waiting_count = 0;
std::deque<TaskRef> operations;
std::deque<std::unique_ptr<Block>> left;  // under way, and left for others

void make_ready(const TaskRef& task);

void complete(const TaskRef& task);

void check_finished(const std::shared_ptr<Grid>& grid) {
  if (grid->blocks_left > 0 || grid->children_left > 0) return;
  if (!grid->tails_released) {
    grid->tails_released = true;
    std::vector<TaskRef> tails;
    tails.swap(grid->tails);
    for (const TaskRef& tail : tails) submit(tail);
  }
  if (grid->tails_left == 0) complete(grid);
}

void complete(const TaskRef& task) {
  task->done = true;
  task->operation = nullptr;
  if (Grid* grid = task->as_grid()) grid->body = nullptr;
  std::vector<TaskRef> successors;
  successors.swap(task->successors);
  for (const TaskRef& next : successors)
    if (--next->waits_for == 0) make_ready(next);
  if (task->holds_slot) --pending_launches();
  if (const std::shared_ptr<Grid> parent = std::move(task->parent)) {
    --(task->is_tail ? parent->tails_left : parent->children_left);
    check_finished(parent);
  }
}

void make_ready(const TaskRef& task) {
  if (Grid* grid = task->as_grid()) {
    waiting_grids[grid->depth].push_back(std::static_pointer_cast<Grid>(task));
    ++waiting_count;
  } else if (task->operation) {
    operations.push_back(task);
  } else {
    complete(task);
  }
}

bool may_start() { return waiting_count > 0 && (left.empty() || fibers_in_use() + 1024 <= kMaxFibers); }

std::shared_ptr<Grid> choose_grid() {
  auto level = waiting_grids.begin();
  const bool is_crowded =
      4 * static_cast<size_t>(pending_launches()) > 3 * limit_of(cudaLimitDevRuntimePendingLaunchCount);
  if (permutes() && !is_crowded) {
    uint64_t index = choose(waiting_count);
    while (index >= level->second.size()) index -= level->second.size(), ++level;
    std::swap(level->second.front(), level->second[index]);
  }
  const std::shared_ptr<Grid> grid = level->second.front();
  if (grid->blocks_started + 1 == grid->blocks) {
    level->second.pop_front();
    if (level->second.empty()) waiting_grids.erase(level);
    --waiting_count;
  }
  return grid;
}

void run(std::unique_ptr<Block> block) {
  if (!run_block(*block)) {
    left.push_back(std::move(block));
    return;
  }
  const std::shared_ptr<Grid> grid = block->grid;
  give_back(std::move(block));
  --grid->blocks_left;
  check_finished(grid);
}

void start_block() {
  const std::shared_ptr<Grid> grid = choose_grid();
  if (permutes() && grid->blocks_started == 0) {
    do grid->order_factor = 1 + choose(grid->blocks);
    while (std::gcd(grid->order_factor, grid->blocks) != 1);
    grid->order_offset = choose(grid->blocks);
  }
  const auto number = static_cast<uint64_t>(
      (static_cast<unsigned __int128>(grid->order_factor) * grid->blocks_started + grid->order_offset) %
      grid->blocks);
  ++grid->blocks_started;
  run(take_block(grid, number));
}

void go_on_with_block() {
  if (permutes()) std::swap(left.front(), left[choose(left.size())]);
  std::unique_ptr<Block> block = std::move(left.front());
  left.pop_front();
  run(std::move(block));
}

void run_operation() {
  if (permutes()) std::swap(operations.front(), operations[choose(operations.size())]);
  const TaskRef task = operations.front();
  operations.pop_front();
  task->operation();
  complete(task);
}

}  // namespace

void wait_for(const TaskRef& task, const TaskRef& before) {
  if (!before || before->done) return;
  before->successors.push_back(task);
  ++task->waits_for;
}

void submit(const TaskRef& task) {
  if (--task->waits_for == 0) make_ready(task);
}

bool is_other_work() { return !operations.empty() || !left.empty() || may_start(); }

bool run_step() {
  const size_t startable = may_start() ? waiting_count : 0;
  const size_t total = operations.size() + startable + left.size();
  if (total == 0) return false;
  const uint64_t chosen = permutes() ? choose(total) : 0;
  if (chosen < operations.size())
    run_operation();
  else if (chosen < operations.size() + startable)
    start_block();
  else
    go_on_with_block();
  return true;
}

void run_until(const std::function<bool()>& reached) {
  if (on_device()) fail("device code waits for the host's work");
  if (reached()) return;
  const PreemptionScope preemption;
  const DeviceMemoryScope memory;
  while (!reached())
    if (!run_step()) fail("the host waits for work that nothing can finish");
}

}  // namespace spawn_cpu
