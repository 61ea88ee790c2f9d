// What the parts of the runtime share: work, threads and blocks under way, and the switches of a run.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

#include "../api.h"
#include "../atomics.h"
#include "../block.h"
#include "../intrinsics.h"
#include "../launch.h"

namespace spawn_cpu {

constexpr int kWarp = 32;
constexpr size_t kMaxSharedBytes = 227 * 1024;
constexpr int kMaxDepth = 24;  // CUDA C++ Programming Guide, "Nesting and Synchronization Depth"

// ---- work

struct Grid;

// A node of the graph of all work: it starts when all that it waits for is done.
struct Task {
  virtual ~Task() = default;
  virtual Grid* as_grid() { return nullptr; }

  int waits_for = 1;  // predecessors not done, and one more until it is submitted
  bool done = false;
  std::vector<std::shared_ptr<Task>> successors;
  std::function<void()> operation;  // of a task that is no grid
  std::shared_ptr<Grid> parent;     // of work that comes from the device
  bool is_tail = false;
  bool holds_slot = false;  // one of cudaLimitDevRuntimePendingLaunchCount
};
using TaskRef = std::shared_ptr<Task>;

struct Configuration {
  dim3 grid, block;
  size_t shared_bytes;
  cudaStream_t stream;
  Place place;
};

// A kernel with its arguments, and its name.
struct BoundKernel {
  const char* name = "";
  std::shared_ptr<const Body> body;

  // Whether its text has launches: what it calls may have some, too.
  bool launches() const { return body && body->launches; }
};

struct Grid final : Task {
  Grid* as_grid() override { return this; }

  uint64_t number = 0;  // grids are numbered in the order of their launches
  const char* kernel = "";
  Configuration config{};
  std::shared_ptr<const Body> body;
  int depth = 0;
  uint64_t blocks = 0, blocks_started = 0, blocks_left = 0;
  uint64_t order_factor = 1, order_offset = 0;  // block i to start is number (factor * i + offset) mod blocks
  int children_left = 0, tails_left = 0;
  std::vector<TaskRef> tails;
  bool tails_released = false;
  bool in_conditional_body = false;  // of a graph
};

// No two streams of a process have the same. Called with the machine locked.
inline uint64_t next_stream_id() {
  static uint64_t last = 0;
  return ++last;
}

struct Stream {
  TaskRef last;
  unsigned flags = 0;
  uint64_t owner = 0;  // number of the grid that created it; 0: the host
  uint64_t id = next_stream_id();
};

struct Event {
  TaskRef recorded;
  unsigned flags = 0;
  uint64_t owner = 0;
  std::shared_ptr<double> milliseconds;
};

// ---- threads

struct Context {
  void* words[5];  // as much as __builtin_setjmp needs
};

struct Fiber {
  char* stack = nullptr;
  size_t stack_bytes = 0;
  Context context;
  bool started = false;
  void* fake_stack = nullptr;  // AddressSanitizer's
};

enum class Wait : uint8_t { kNone, kBarrier, kWarp, kActiveMask, kYield };

struct Thread {
  uint3 index;
  unsigned rank;
  Fiber* fiber;  // null: not started
  bool ended;
  Wait wait;
  Place place;  // where it waits
  BlockOperation block_operation;
  WarpOperation warp_operation;
  unsigned mask, source;
  uint64_t value, result;
  cudaError_t last_error;
  std::vector<Configuration> configurations;  // of launches whose arguments are being evaluated
  std::vector<uint64_t> parameter_buffer;
};

struct Warp {
  unsigned present = 0;  // lanes that exist and have not ended
  unsigned waiting = 0;  // lanes that wait for other lanes of the warp
};

struct Block {
  std::shared_ptr<Grid> grid;
  uint3 index{};
  std::vector<Thread> threads;
  std::vector<Warp> warps;
  unsigned live = 0, at_barrier = 0;
  std::vector<unsigned> ready;  // ranks, to run from `next_ready` on
  size_t next_ready = 0;
  std::vector<unsigned> yielded;
  int idle_rounds = 0;         // in a row in which threads only gave way
  bool gathers_lanes = false;  // __activemask answers with all lanes that are there
  TaskRef null_stream_last;
  // while another block is under way: all shared objects, one after the other
  std::vector<char> saved_shared;
};

// ---- the run

struct Settings {
  uint64_t seed = 0;  // 0: natural order
  unsigned timeout_seconds = 0;
  size_t memory_bytes = size_t{4} << 30;
  int driver_version = 13000;
};
const Settings& settings();

// A number below `end`, the next of the schedule's sequence.
uint64_t choose(uint64_t end);
inline bool permutes() { return settings().seed != 0; }
template <class T>
void permute(std::vector<T>& items, size_t from) {
  if (!permutes()) return;
  for (size_t i = items.size(); i > from + 1; --i) std::swap(items[i - 1], items[from + choose(i - from)]);
}

// Held while the host is in the runtime; host threads take turns.
std::recursive_mutex& machine();

// Counts how often the runtime was entered, see preempt.cpp.
extern uint64_t visits;

class Lock {
 public:
  explicit Lock(std::recursive_mutex& mutex) : lock_(mutex) { ++visits; }

 private:
  std::lock_guard<std::recursive_mutex> lock_;
};

Thread* current_thread();  // null in host code
Block* current_block();
inline bool on_device() { return current_thread() != nullptr; }

size_t limit_of(cudaLimit limit);
void pass_cycles(uint64_t cycles);

// ---- fiber.cpp

void run_on_fiber(Thread& thread);  // starts it or goes on with it, until it suspends
void suspend();                     // gives control back to run_on_fiber
bool in_stack(const Fiber& fiber, const void* address);
bool in_guard(const Fiber& fiber, const void* address);
size_t fibers_in_use();

// ---- block.cpp

std::unique_ptr<Block> take_block(const std::shared_ptr<Grid>& grid, uint64_t number);
void give_back(std::unique_ptr<Block> block);
// True: finished. False: it was left for others, and can go on at any time.
bool run_block(Block& block);
void thread_ended(Thread& thread);
void wait_here(Thread& thread, Wait why, Place place);  // the calling thread, until it is made ready
Thread* next_unstarted();
void begin_thread(Thread& thread);

// ---- warp.cpp

bool gather_lanes(Block& block);  // false: no lane waits in __activemask
void lane_ended(Block& block, const Thread& thread);

// ---- shared.cpp

void enter_shared(Block& block);
void leave_shared(Block& block);

// ---- scheduler.cpp

void wait_for(const TaskRef& task, const TaskRef& before);
void submit(const TaskRef& task);
void run_until(const std::function<bool()>& reached);
bool run_step();       // false: nothing can run
bool is_other_work();  // besides the block that is under way

// ---- streams.cpp

cudaError_t submit_from_host(cudaStream_t stream, const TaskRef& task);
cudaError_t submit_from_device(cudaStream_t stream, const TaskRef& task);
cudaError_t set_error(cudaError_t error);  // notes it as the calling thread's last one

// ---- launch.cpp

int& pending_launches();
cudaError_t check_configuration(const Configuration& config);
std::shared_ptr<Grid> make_grid(const BoundKernel& kernel, const Configuration& config);
// A kernel by its address, with copies of its arguments. False: nobody has named it with its type.
bool bind_kernel(const void* address, void** arguments, BoundKernel* bound);

// ---- memory.cpp

bool is_registered(const void* pointer);       // device, managed or pinned memory
bool fits(const void* pointer, size_t bytes);  // whether a range that begins in an allocation also ends in it
bool take_device_memory(size_t bytes);         // for what no program addresses; false: there is not so much
void give_device_memory(size_t bytes);

// While work of the device runs: host code that reads or writes device memory ends the program.
class DeviceMemoryScope {
 public:
  DeviceMemoryScope();
  ~DeviceMemoryScope();
  DeviceMemoryScope(const DeviceMemoryScope&) = delete;
  DeviceMemoryScope& operator=(const DeviceMemoryScope&) = delete;
};

// ---- preempt.cpp

// While device code runs.
class PreemptionScope {
 public:
  PreemptionScope();
  ~PreemptionScope();
  PreemptionScope(const PreemptionScope&) = delete;
  PreemptionScope& operator=(const PreemptionScope&) = delete;
};

// ---- failure.cpp

// Ends the program with a message that says where it is: kernel, block, thread.
[[noreturn]] void fail(const char* format, ...) __attribute__((format(printf, 1, 2)));
void describe(const Block& block, const Thread& thread, char* text, size_t size);

}  // namespace spawn_cpu
