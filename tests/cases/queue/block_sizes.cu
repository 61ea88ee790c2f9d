// flags: --carrier queue
#define SIDE 8
constexpr int kWide = 256;
__global__ void mark(int* d) { d[threadIdx.x] = 1; }
// blocks of 64 launch blocks of 256, and so does a child that has no barrier
__global__ void wide(int* d) {
  __shared__ int first;
  if (threadIdx.x == 0) first = d[0];
  __syncthreads();
  d[threadIdx.x] = first;
  if (threadIdx.x == 0) mark<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
}
__global__ void relay(int* d) { wide<<<1, kWide>>>(d + threadIdx.x); }
__global__ void narrow(int* d) {
  d[threadIdx.x] += __shfl_sync(~0u, threadIdx.x, 0);
  if (threadIdx.x == 0) wide<<<1, kWide>>>(d);
}
// one child, in blocks of two sizes
__global__ void square(int* d) {
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.y] = 2;
}
__global__ void parent(int* d) {
  wide<<<2, kWide, 0, cudaStreamFireAndForget>>>(d);
  narrow<<<2, 64, 0, cudaStreamFireAndForget>>>(d);
  square<<<2, dim3(SIDE, SIDE), 0, cudaStreamFireAndForget>>>(d);
  square<<<2, 64, 0, cudaStreamFireAndForget>>>(d);
  relay<<<1, 4, 0, cudaStreamFireAndForget>>>(d);
  mark<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
}

// from one size to another, and back: no order of their drains fits, and only one of them has one
__global__ void pong(int* d, int n);
__global__ void ping(int* d, int n) {
  __shared__ int left;
  left = n;
  __syncthreads();
  if (threadIdx.x == 0 && left > 0) pong<<<1, 64>>>(d, left - 1);
}
__global__ void pong(int* d, int n) {
  __shared__ int left;
  left = n;
  __syncthreads();
  if (threadIdx.x == 0 && left > 0) ping<<<1, 32>>>(d, left - 1);
}
__global__ void players(int* d) {
  ping<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 9);
  square<<<2, 64, 0, cudaStreamFireAndForget>>>(d);
}

void run(int* d, cudaStream_t stream) {
  parent<<<1, 32, 0, stream>>>(d);
  players<<<1, 1>>>(d);
}
// ---- output
#include <spawn/queue.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:11:25", "wide", "mark"},
    {"case.cu:13:33", "relay", "wide"},
    {"case.cu:16:25", "narrow", "wide"},
    {"case.cu:25:3", "parent", "wide"},
    {"case.cu:26:3", "parent", "narrow"},
    {"case.cu:27:3", "parent", "square"},
    {"case.cu:28:3", "parent", "square"},
    {"case.cu:29:3", "parent", "relay"},
    {"case.cu:30:3", "parent", "mark"},
    {"case.cu:49:3", "players", "square"},
});
#line 1 "case.cu"
// flags: --carrier queue
#define SIDE 8
constexpr int kWide = 256;
__global__ void mark(int* d) { d[threadIdx.x] = 1; }
// spawnc: mark for one thread, whose built-ins are local variables.
#line 4 "case.cu"
static __device__ __forceinline__ void mark__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: mark as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void mark__launched(spawn::Ticket spawn_ticket, int* d) {
  mark__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void mark__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      mark__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    mark__thread(spawn_thread, d);
  });
}
// spawnc: mark as it waits in a queue, and the guarded branch of a parent with one.
#line 4 "case.cu"
template <typename spawn_source> struct mark__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    mark__thread(spawn_thread, d);
  }
};
#line 4 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void mark__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const mark__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 5 "case.cu"
// blocks of 64 launch blocks of 256, and so does a child that has no barrier
__global__ void __launch_bounds__(1024) wide(int* d) {
  __shared__ int first;
  if (threadIdx.x == 0) first = d[0];
  __syncthreads();
  d[threadIdx.x] = first;
  if (threadIdx.x == 0) mark__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
}
// spawnc: wide for one block, run by one thread: each part between barriers for all threads in turn.
#line 6 "case.cu"
static __device__ __forceinline__ void wide__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 6 "case.cu"
{
  int first; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  if (threadIdx.x == 0) first = d[0];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] = first;
  if (threadIdx.x == 0) mark__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d); });
}
}
// spawnc: wide as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void __launch_bounds__(1024) wide__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 6 "case.cu"
{
  __shared__ int first;
  if (threadIdx.x == 0) first = d[0];
  __syncthreads();
  d[threadIdx.x] = first;
  if (threadIdx.x == 0) mark__spawn(spawn_scope.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
}
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void wide__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      wide__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    wide__block(spawn_block, d);
  });
}
// spawnc: wide for one thread of a block that runs it in a queue's drain.
#line 6 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void wide__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{
  __shared__ int first;
  if (threadIdx.x == 0) first = d[0];
  __syncthreads();
  d[threadIdx.x] = first;
  if (threadIdx.x == 0) mark__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
}
}
// spawnc: wide as it waits in a queue, and the guarded branch of a parent with one.
#line 6 "case.cu"
template <typename spawn_source> struct wide__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    wide__together(spawn_thread, d);
  }
};
#line 6 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void wide__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const wide__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) wide__spawn(spawn_launch.unqueued(), d);
}
#line 13 "case.cu"
__global__ void __launch_bounds__(1024) relay(int* d) { wide__spawn(spawn::launch(spawn_case_cu[1], 1, kWide), d + threadIdx.x); }
// spawnc: relay for one thread, whose built-ins are local variables.
#line 13 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void relay__thread(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 13 "case.cu"
{ wide__spawn(spawn_thread.launch(spawn_case_cu[1], 1, kWide), d + threadIdx.x); }
}
// spawnc: relay as a guarded branch launches it: the same work, counted and timed.
#line 13 "case.cu"
static __global__ void __launch_bounds__(1024) relay__launched(spawn::Ticket spawn_ticket, int* d) {
  relay__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 13 "case.cu"
static __device__ __forceinline__ void relay__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      relay__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    relay__thread(spawn_thread, d);
  });
}
// spawnc: relay as it waits in a queue, and the guarded branch of a parent with one.
#line 13 "case.cu"
template <typename spawn_source> struct relay__entry {
  int* d;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    relay__thread(spawn_thread, d);
  }
};
#line 13 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void relay__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const relay__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) relay__spawn(spawn_launch.unqueued(), d);
}
#line 14 "case.cu"
#line 14 "case.cu"
static __device__ __forceinline__ void narrow__spawn(const spawn::Launch& spawn_launch, int* d);
#line 14 "case.cu"
template <typename spawn_source> struct narrow__entry;
#line 14 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void narrow__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d);
#line 14 "case.cu"
__global__ void __launch_bounds__(1024) narrow(int* d) {
  d[threadIdx.x] += __shfl_sync(~0u, threadIdx.x, 0);
  if (threadIdx.x == 0) wide__spawn(spawn::launch(spawn_case_cu[2], 1, kWide), d);
}
// spawnc: narrow as a guarded branch launches it: the same work, counted and timed.
#line 14 "case.cu"
static __global__ void __launch_bounds__(1024) narrow__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 14 "case.cu"
{
  d[threadIdx.x] += __shfl_sync(~0u, threadIdx.x, 0);
  if (threadIdx.x == 0) wide__spawn(spawn_scope.launch(spawn_case_cu[2], 1, kWide), d);
}
}
// spawnc: the guarded branch.
#line 14 "case.cu"
static __device__ __forceinline__ void narrow__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      narrow__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: narrow for one thread of a block that runs it in a queue's drain.
#line 14 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void narrow__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 14 "case.cu"
{
  d[threadIdx.x] += __shfl_sync(~0u, threadIdx.x, 0);
  if (threadIdx.x == 0) wide__spawn(spawn_thread.launch(spawn_case_cu[2], 1, kWide), d);
}
}
// spawnc: narrow as it waits in a queue, and the guarded branch of a parent with one.
#line 14 "case.cu"
template <typename spawn_source> struct narrow__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    narrow__together(spawn_thread, d);
  }
};
#line 14 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void narrow__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const narrow__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) narrow__spawn(spawn_launch.unqueued(), d);
}
#line 18 "case.cu"
// one child, in blocks of two sizes
__global__ void square(int* d) {
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.y] = 2;
}
// spawnc: square for one block, run by one thread: each part between barriers for all threads in turn.
#line 19 "case.cu"
static __device__ __forceinline__ void square__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 19 "case.cu"
{ spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] = 1;
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.y] = 2; });
}
}
// spawnc: square as a guarded branch launches it: the same work, counted and timed.
#line 19 "case.cu"
static __global__ void square__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 19 "case.cu"
{
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.y] = 2;
}
}
// spawnc: the guarded branch.
#line 19 "case.cu"
static __device__ __forceinline__ void square__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      square__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    square__block(spawn_block, d);
  });
}
// spawnc: square for one thread of a block that runs it in a queue's drain.
#line 19 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void square__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 19 "case.cu"
{
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.y] = 2;
}
}
// spawnc: square as it waits in a queue, and the guarded branch of a parent with one.
#line 19 "case.cu"
template <typename spawn_source> struct square__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    square__together(spawn_thread, d);
  }
};
#line 19 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void square__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const square__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) square__spawn(spawn_launch.unqueued(), d);
}
#line 24 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) {
  wide__spawn(spawn::launch(spawn_case_cu[3], 2, kWide, 0, cudaStreamFireAndForget), d);
  narrow__spawn(spawn::launch(spawn_case_cu[4], 2, 64, 0, cudaStreamFireAndForget), d);
  square__spawn(spawn::launch(spawn_case_cu[5], 2, dim3(SIDE, SIDE), 0, cudaStreamFireAndForget), d);
  square__spawn(spawn::launch(spawn_case_cu[6], 2, 64, 0, cudaStreamFireAndForget), d);
  relay__spawn(spawn::launch(spawn_case_cu[7], 1, 4, 0, cudaStreamFireAndForget), d);
  mark__spawn(spawn::launch(spawn_case_cu[8], 1, 32, 0, cudaStreamFireAndForget), d);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 24 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::QueuesInTurn<
    spawn::GrowingQueue<spawn::Blocks<64>, narrow__entry<spawn::ThisSource>, square__entry<spawn::ThisSource>, relay__entry<spawn::ThisSource>>,
    spawn::GrowingQueue<spawn::Blocks<SIDE, SIDE>, square__entry<spawn::ThisSource>>,
    spawn::GrowingQueue<spawn::Blocks<kWide>, wide__entry<spawn::ThisSource>, mark__entry<spawn::ThisSource>>> spawn_queue, int* d)
#line 24 "case.cu"
{
  wide__spawn(spawn_queue.launch(spawn_case_cu[3], 2, kWide, 0, cudaStreamFireAndForget), d);
  narrow__spawn(spawn_queue.launch(spawn_case_cu[4], 2, 64, 0, cudaStreamFireAndForget), d);
  square__spawn(spawn_queue.launch(spawn_case_cu[5], 2, dim3(SIDE, SIDE), 0, cudaStreamFireAndForget), d);
  square__spawn(spawn_queue.launch(spawn_case_cu[6], 2, 64, 0, cudaStreamFireAndForget), d);
  relay__spawn(spawn_queue.launch(spawn_case_cu[7], 1, 4, 0, cudaStreamFireAndForget), d);
  mark__spawn(spawn_queue.launch(spawn_case_cu[8], 1, 32, 0, cudaStreamFireAndForget), d);
}
#line 32 "case.cu"

// from one size to another, and back: no order of their drains fits, and only one of them has one
__global__ void pong(int* d, int n);
__global__ void ping(int* d, int n) {
  __shared__ int left;
  left = n;
  __syncthreads();
  if (threadIdx.x == 0 && left > 0) pong<<<1, 64>>>(d, left - 1);
}
__global__ void pong(int* d, int n) {
  __shared__ int left;
  left = n;
  __syncthreads();
  if (threadIdx.x == 0 && left > 0) ping<<<1, 32>>>(d, left - 1);
}
__global__ void __launch_bounds__(1024) players(int* d) {
  spawn::in_turn::launch([&] { ping<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 9); });
  square__spawn(spawn::launch(spawn_case_cu[9], 2, 64, 0, cudaStreamFireAndForget), d);
}
// spawnc: players with a queue, in which its children wait until it has ended.
#line 47 "case.cu"
static __global__ void __launch_bounds__(1024) players__queued(const spawn::GrowingQueue<spawn::Blocks<64>, square__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 47 "case.cu"
{
  spawn::in_turn::launch([&] { ping<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 9); });
  square__spawn(spawn_queue.launch(spawn_case_cu[9], 2, 64, 0, cudaStreamFireAndForget), d);
}
#line 51 "case.cu"

void run(int* d, cudaStream_t stream) {
  parent__queued<<<spawn::prepare(1, stream), 32, 0, stream>>>(spawn::queued(stream), d);
  players__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), d);
}
// ---- diagnostics
case.cu:11:25: note: launch of 'mark' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:13:33: note: launch of 'wide' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:25: note: launch of 'wide' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:25:3: note: launch of 'wide' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:26:3: note: launch of 'narrow' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:27:3: note: launch of 'square' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:28:3: note: launch of 'square' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:29:3: note: launch of 'relay' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:30:3: note: launch of 'mark' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:39:37: warning: child kernel 'pong' has barriers, and it can launch itself again [SP052]
  case.cu:41:17: note: here
  case.cu:39:41: note: and no queue takes it: launches lead from 'pong' in blocks of 64 to those of another size, and back
case.cu:45:37: warning: child kernel 'ping' has barriers, and it can launch itself again [SP052]
  case.cu:35:17: note: here
  case.cu:45:41: note: and no queue takes it: 'ping' has a launch that can't wait in one: launches lead from 'pong' in blocks of 64 to those of another size, and back
case.cu:48:3: warning: child kernel 'ping' has barriers, and it can launch itself again [SP052]
  case.cu:35:17: note: here
  case.cu:48:7: note: and no queue takes it: 'ping' has a launch that can't wait in one: launches lead from 'pong' in blocks of 64 to those of another size, and back
case.cu:49:3: note: launch of 'square' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
15 launches: 2 host, 10 guarded, 0 kept, 3 refused
