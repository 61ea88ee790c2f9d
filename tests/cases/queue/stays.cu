// flags: --carrier auto
__global__ void child(int* d) { d[threadIdx.x] = 1; }
__global__ void with_barrier(int* d) {
  __shared__ int tile[32];
  tile[threadIdx.x % 32] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = tile[0];
}
__global__ void uses_votes(int* d) { d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x]); }
__global__ void launches(int* d) { child<<<1, 32>>>(d); }
template <typename T>
__global__ void any(T* d) { d[threadIdx.x] = 1; }
extern "C" __global__ void plain_name(int* d) { d[threadIdx.x] = 1; }
__global__ void twice(int* d) { d[threadIdx.x] = 1; }
__global__ void twice(float* d) { d[threadIdx.x] = 1; }

struct Range {
  int* begin;
};
__global__ void named(Range Range, int* d) { d[threadIdx.x] = Range.begin[0]; }

// one of each: queued, several of another order, refused, kept, and children that can't wait
__global__ void mixed(int* d) {
  if (threadIdx.x == 0) child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 1) {
    for (int i = 0; i < 3; ++i) child<<<1, 32>>>(d + i);
  }
  if (threadIdx.x == 2) uses_votes<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
#pragma spawn keep
  if (threadIdx.x == 3) child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 4) with_barrier<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 5) launches<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 6) any<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 7) plain_name<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 8) twice<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 9) twice<<<1, 32, 0, cudaStreamFireAndForget>>>(reinterpret_cast<float*>(d));
  if (threadIdx.x == 10) named<<<1, 32, 0, cudaStreamFireAndForget>>>(Range{d}, d);
}
__global__ void asks(int* d) {
  child<<<1, 32>>>(d);
  if (cudaGetLastError() != cudaSuccess) d[0] = 1;
}
__global__ void waits(volatile int* d) {
  child<<<1, 32>>>(const_cast<int*>(d));
  while (d[0] == 0) {
  }
}
__global__ void ends_with_a_tail(int* d) {
  if (threadIdx.x == 0) child<<<1, 32>>>(d);
  if (threadIdx.x == 0) uses_votes<<<1, 32, 0, cudaStreamTailLaunch>>>(d);
}
__global__ void counts(int* d) {
  static int calls;
  d[0] = ++calls;
  child<<<1, 32>>>(d);
}
static __device__ void launch_child(int* d) { child<<<1, 32>>>(d); }
__global__ void calls(int* d) { launch_child(d); }
__global__ void unseen(int* d) { child<<<1, 32>>>(d); }
__global__ void named_stream(int* d) { child<<<1, 32>>>(d); }
cudaStream_t next();

void run(int* d) {
  mixed<<<1, 32>>>(d);
  asks<<<1, 32>>>(d);
  waits<<<1, 32>>>(d);
  ends_with_a_tail<<<1, 32>>>(d);
  counts<<<1, 32>>>(d);
  calls<<<1, 32>>>(d);
  launches<<<1, 32>>>(d);
  named_stream<<<1, 32, 0, next()>>>(d);
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
    {"case.cu:10:36", "launches", "child"},
    {"case.cu:24:25", "mixed", "child"},
    {"case.cu:26:33", "mixed", "child"},
    {"case.cu:28:25", "mixed", "uses_votes"},
    {"case.cu:31:25", "mixed", "with_barrier"},
    {"case.cu:32:25", "mixed", "launches"},
    {"case.cu:33:25", "mixed", "any"},
    {"case.cu:34:25", "mixed", "plain_name"},
    {"case.cu:35:25", "mixed", "twice"},
    {"case.cu:36:25", "mixed", "twice"},
    {"case.cu:37:26", "mixed", "named"},
    {"case.cu:40:3", "asks", "child"},
    {"case.cu:44:3", "waits", "child"},
    {"case.cu:49:25", "ends_with_a_tail", "child"},
    {"case.cu:55:3", "counts", "child"},
    {"case.cu:57:47", "launch_child", "child"},
    {"case.cu:59:34", "unseen", "child"},
    {"case.cu:60:40", "named_stream", "child"},
});
#line 1 "case.cu"
// flags: --carrier auto
__global__ void child(int* d) { d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d);
  });
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 2 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d);
  }
};
#line 2 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const child__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 3 "case.cu"
__global__ void with_barrier(int* d) {
  __shared__ int tile[32];
  tile[threadIdx.x % 32] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = tile[0];
}
// spawnc: with_barrier for one block, run by one thread: each part between barriers for all threads in turn.
#line 3 "case.cu"
static __device__ __forceinline__ void with_barrier__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 3 "case.cu"
{
  int tile[32]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  tile[threadIdx.x % 32] = d[threadIdx.x];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] = tile[0]; });
}
}
// spawnc: with_barrier as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void with_barrier__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 3 "case.cu"
{
  __shared__ int tile[32];
  tile[threadIdx.x % 32] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = tile[0];
}
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void with_barrier__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      with_barrier__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    with_barrier__block(spawn_block, d);
  });
}
// spawnc: with_barrier for one thread of a block that runs it in a queue's drain.
#line 3 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void with_barrier__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  __shared__ int tile[32];
  tile[threadIdx.x % 32] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = tile[0];
}
}
// spawnc: with_barrier as it waits in a queue, and the guarded branch of a parent with one.
#line 3 "case.cu"
template <typename spawn_source> struct with_barrier__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    with_barrier__together(spawn_thread, d);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void with_barrier__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const with_barrier__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) with_barrier__spawn(spawn_launch.unqueued(), d);
}
#line 9 "case.cu"
__global__ void uses_votes(int* d) { d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x]); }
// spawnc: uses_votes as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void uses_votes__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 9 "case.cu"
{ d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x]); }
}
// spawnc: the guarded branch.
#line 9 "case.cu"
static __device__ __forceinline__ void uses_votes__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      uses_votes__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: uses_votes for one thread of a block that runs it in a queue's drain.
#line 9 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void uses_votes__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{ d[threadIdx.x] = __any_sync(~0u, d[threadIdx.x]); }
}
// spawnc: uses_votes as it waits in a queue, and the guarded branch of a parent with one.
#line 9 "case.cu"
template <typename spawn_source> struct uses_votes__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    uses_votes__together(spawn_thread, d);
  }
};
#line 9 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void uses_votes__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const uses_votes__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) uses_votes__spawn(spawn_launch.unqueued(), d);
}
#line 10 "case.cu"
__global__ void __launch_bounds__(1024) launches(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d); }
// spawnc: launches for one thread, whose built-ins are local variables.
#line 10 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void launches__thread(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{ child__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32), d); }
}
// spawnc: launches as a guarded branch launches it: the same work, counted and timed.
#line 10 "case.cu"
static __global__ void __launch_bounds__(1024) launches__launched(spawn::Ticket spawn_ticket, int* d) {
  launches__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 10 "case.cu"
static __device__ __forceinline__ void launches__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      launches__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    launches__thread(spawn_thread, d);
  });
}
// spawnc: launches as it waits in a queue, and the guarded branch of a parent with one.
#line 10 "case.cu"
template <typename spawn_source> struct launches__entry {
  int* d;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    launches__thread(spawn_thread, d);
  }
};
#line 10 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void launches__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const launches__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) launches__spawn(spawn_launch.unqueued(), d);
}
#line 11 "case.cu"
// spawnc: launches with a queue, in which its children wait until it has ended.
#line 10 "case.cu"
static __global__ void __launch_bounds__(1024) launches__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 10 "case.cu"
{ child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32), d); }
#line 11 "case.cu"
template <typename T>
__global__ void any(T* d) { d[threadIdx.x] = 1; }
// spawnc: any for one thread, whose built-ins are local variables.
#line 11 "case.cu"
template <typename T>
static __device__ __forceinline__ void any__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: any as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
template <typename T>
static __global__ void any__launched(spawn::Ticket spawn_ticket, T* d) {
  any__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
template <typename T>
static __device__ __forceinline__ void any__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      any__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    any__thread<T>(spawn_thread, d);
  });
}
// spawnc: any as it waits in a queue, and the guarded branch of a parent with one.
#line 12 "case.cu"
template <typename spawn_source, typename T> struct any__entry {
  T* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    any__thread<T>(spawn_thread, d);
  }
};
#line 11 "case.cu"
template <typename T, typename spawn_kinds>
static __device__ __forceinline__ void any__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d) {
  const any__entry<spawn::ThisSource, T> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 13 "case.cu"
extern "C" __global__ void plain_name(int* d) { d[threadIdx.x] = 1; }
extern "C++" {
// spawnc: plain_name for one thread, whose built-ins are local variables.
#line 13 "case.cu"
static __device__ __forceinline__ void plain_name__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 13 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: plain_name as a guarded branch launches it: the same work, counted and timed.
#line 13 "case.cu"
static __global__ void plain_name__launched(spawn::Ticket spawn_ticket, int* d) {
  plain_name__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 13 "case.cu"
static __device__ __forceinline__ void plain_name__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      plain_name__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    plain_name__thread(spawn_thread, d);
  });
}
// spawnc: plain_name as it waits in a queue, and the guarded branch of a parent with one.
#line 13 "case.cu"
template <typename spawn_source> struct plain_name__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    plain_name__thread(spawn_thread, d);
  }
};
#line 13 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void plain_name__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const plain_name__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
}
#line 14 "case.cu"
__global__ void twice(int* d) { d[threadIdx.x] = 1; }
// spawnc: twice for one thread, whose built-ins are local variables.
#line 14 "case.cu"
static __device__ __forceinline__ void twice__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 14 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: twice as a guarded branch launches it: the same work, counted and timed.
#line 14 "case.cu"
static __global__ void twice__launched(spawn::Ticket spawn_ticket, int* d) {
  twice__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 14 "case.cu"
static __device__ __forceinline__ void twice__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      twice__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    twice__thread(spawn_thread, d);
  });
}
// spawnc: twice as it waits in a queue, and the guarded branch of a parent with one.
#line 14 "case.cu"
template <typename spawn_source> struct twice__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    twice__thread(spawn_thread, d);
  }
};
#line 14 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void twice__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const twice__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 15 "case.cu"
__global__ void twice(float* d) { d[threadIdx.x] = 1; }
// spawnc: twice for one thread, whose built-ins are local variables.
#line 15 "case.cu"
static __device__ __forceinline__ void twice__thread(const spawn::Thread& spawn_thread, float* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 15 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: twice as a guarded branch launches it: the same work, counted and timed.
#line 15 "case.cu"
static __global__ void twice__launched(spawn::Ticket spawn_ticket, float* d) {
  twice__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 15 "case.cu"
static __device__ __forceinline__ void twice__spawn(const spawn::Launch& spawn_launch, float* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      twice__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    twice__thread(spawn_thread, d);
  });
}
// spawnc: twice as it waits in a queue, and the guarded branch of a parent with one.
#line 15 "case.cu"
template <typename spawn_source> struct twice__entry_2 {
  float* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    twice__thread(spawn_thread, d);
  }
};
#line 15 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void twice__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, float* d) {
  const twice__entry_2<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 16 "case.cu"

struct Range {
  int* begin;
};
__global__ void named(Range Range, int* d) { d[threadIdx.x] = Range.begin[0]; }
// spawnc: named for one thread, whose built-ins are local variables.
#line 20 "case.cu"
static __device__ __forceinline__ void named__thread(const spawn::Thread& spawn_thread, Range Range, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 20 "case.cu"
{ d[threadIdx.x] = Range.begin[0]; }
}
// spawnc: named as a guarded branch launches it: the same work, counted and timed.
#line 20 "case.cu"
static __global__ void named__launched(spawn::Ticket spawn_ticket, Range Range, int* d) {
  named__thread(spawn::CtaScope(spawn_ticket).thread(), Range, d);
}
// spawnc: the guarded branch.
#line 20 "case.cu"
static __device__ __forceinline__ void named__spawn(const spawn::Launch& spawn_launch, Range Range, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      named__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, Range, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    named__thread(spawn_thread, Range, d);
  });
}
#line 21 "case.cu"

// one of each: queued, several of another order, refused, kept, and children that can't wait
__global__ void __launch_bounds__(1024) mixed(int* d) { spawn::StreamOrder spawn_order;
  if (threadIdx.x == 0) child__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 1) {
    for (int i = 0; i < 3; ++i) child__spawn(spawn_order.launch(spawn_case_cu[2], 1, 32), d + i);
  }
  if (threadIdx.x == 2) uses_votes__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d);

  if (threadIdx.x == 3) spawn::in_turn::launch([&] { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); });
  if (threadIdx.x == 4) with_barrier__spawn(spawn::launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 5) launches__spawn(spawn::launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 6) any__spawn(spawn::launch(spawn_case_cu[6], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 7) plain_name__spawn(spawn::launch(spawn_case_cu[7], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 8) twice__spawn(spawn::launch(spawn_case_cu[8], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 9) twice__spawn(spawn::launch(spawn_case_cu[9], 1, 32, 0, cudaStreamFireAndForget), reinterpret_cast<float*>(d));
  if (threadIdx.x == 10) named__spawn(spawn::launch(spawn_case_cu[10], 1, 32, 0, cudaStreamFireAndForget), Range{d}, d);
}
// spawnc: mixed with a queue, in which its children wait until it has ended.
#line 23 "case.cu"
static __global__ void __launch_bounds__(1024) mixed__queued(const spawn::GrowingQueue<spawn::Blocks<32>, child__entry<spawn::ThisSource>, uses_votes__entry<spawn::ThisSource>, with_barrier__entry<spawn::ThisSource>, launches__entry<spawn::ThisSource>, any__entry<spawn::ThisSource, int>, plain_name__entry<spawn::ThisSource>, twice__entry<spawn::ThisSource>, twice__entry_2<spawn::ThisSource>> spawn_queue, int* d)
#line 23 "case.cu"
{ spawn::StreamOrder spawn_order;
  if (threadIdx.x == 0) child__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 1) {
    for (int i = 0; i < 3; ++i) child__spawn(spawn_order.launch(spawn_case_cu[2], 1, 32), d + i);
  }
  if (threadIdx.x == 2) uses_votes__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d);

  if (threadIdx.x == 3) spawn::in_turn::launch([&] { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); });
  if (threadIdx.x == 4) with_barrier__spawn(spawn_queue.launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 5) launches__spawn(spawn_queue.launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 6) any__spawn(spawn_queue.launch(spawn_case_cu[6], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 7) plain_name__spawn(spawn_queue.launch(spawn_case_cu[7], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 8) twice__spawn(spawn_queue.launch(spawn_case_cu[8], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 9) twice__spawn(spawn_queue.launch(spawn_case_cu[9], 1, 32, 0, cudaStreamFireAndForget), reinterpret_cast<float*>(d));
  if (threadIdx.x == 10) named__spawn(spawn::launch(spawn_case_cu[10], 1, 32, 0, cudaStreamFireAndForget), Range{d}, d);
}
#line 39 "case.cu"
__global__ void __launch_bounds__(1024) asks(int* d) {
  child__spawn(spawn::launch(spawn_case_cu[11], 1, 32), d);
  if (cudaGetLastError() != cudaSuccess) d[0] = 1;
}
__global__ void __launch_bounds__(1024) waits(volatile int* d) {
  child__spawn(spawn::launch(spawn_case_cu[12], 1, 32), const_cast<int*>(d));
  while (d[0] == 0) {
  }
}
__global__ void __launch_bounds__(1024) ends_with_a_tail(int* d) {
  if (threadIdx.x == 0) child__spawn(spawn::launch(spawn_case_cu[13], 1, 32), d);
  if (threadIdx.x == 0) spawn::in_turn::launch([&] { uses_votes<<<1, 32, 0, cudaStreamTailLaunch>>>(d); });
}
__global__ void __launch_bounds__(1024) counts(int* d) {
  static int calls;
  d[0] = ++calls;
  child__spawn(spawn::launch(spawn_case_cu[14], 1, 32), d);
}
static __device__ void launch_child(int* d) { child__spawn(spawn::launch(spawn_case_cu[15], 1, 32), d); }
__global__ void __launch_bounds__(1024) calls(int* d) { launch_child(d); }
__global__ void __launch_bounds__(1024) unseen(int* d) { child__spawn(spawn::launch(spawn_case_cu[16], 1, 32), d); }
__global__ void __launch_bounds__(1024) named_stream(int* d) { child__spawn(spawn::launch(spawn_case_cu[17], 1, 32), d); }
cudaStream_t next();

void run(int* d) {
  mixed__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  asks<<<spawn::prepare(1), 32>>>(d);
  waits<<<spawn::prepare(1), 32>>>(d);
  ends_with_a_tail<<<spawn::prepare(1), 32>>>(d);
  counts<<<spawn::prepare(1), 32>>>(d);
  calls<<<spawn::prepare(1), 32>>>(d);
  launches__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  named_stream<<<spawn::prepare(1, spawn::kAnyStream), 32, 0, next()>>>(d);
}
// ---- diagnostics
case.cu:10:36: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:24:25: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:26:33: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:28:25: note: launch of 'uses_votes' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:30:25: note: launch of 'child' kept as written: `#pragma spawn keep` [SP002]
case.cu:31:25: note: launch of 'with_barrier' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:32:25: note: launch of 'launches' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:33:25: note: launch of 'any' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:34:25: note: launch of 'plain_name' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:35:25: note: launch of 'twice' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:36:25: note: launch of 'twice' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:37:26: note: launch of 'named' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:40:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:44:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:49:25: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:50:25: warning: child kernel 'uses_votes' uses the warp operation __any_sync, which one thread cannot run in its place [SP030]
  case.cu:9:55: note: here
  case.cu:9:17: note: 'uses_votes' is defined here
case.cu:55:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:57:47: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:59:17: note: no host launch of 'unseen' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:59:34: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:60:40: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
28 launches: 8 host, 18 guarded, 1 kept, 1 refused
