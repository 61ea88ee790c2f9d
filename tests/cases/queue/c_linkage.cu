// flags: --carrier auto
extern "C" __global__ void single(int* d) { d[threadIdx.x] = 1; }
__global__ void other(int* d) { d[threadIdx.x] = 3; }
extern "C" {
__global__ void declared(int* d, int n);
__global__ void holds(int* d) {
  if (threadIdx.x == 0) declared<<<1, 32>>>(d, 4);
}
__global__ void with_barrier(int* d) {
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.x] += d[0];
}
__global__ void early(int* d);
__global__ void parent(int* d) {
  switch (threadIdx.x) {
    case 0: single<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 1: declared<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 2); break;
    case 2: holds<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 3: with_barrier<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 4: other<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
  }
}
__global__ void early(int* d) {
  if (threadIdx.x == 0) other<<<1, 32>>>(d);
}
static __global__ void quiet(int* d) { d[threadIdx.x] = 5; }
static __global__ void starts_quiet(int* d) { quiet<<<1, 32>>>(d); }
__global__ void declared(int* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] = 2;
}
}
void run(int* d) {
  parent<<<1, 32>>>(d);
  early<<<1, 32>>>(d);
  starts_quiet<<<1, 32>>>(d);
}
// ---- output
#include <spawn/queue.cuh>
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:7:25", "holds", "declared"},
    {"case.cu:17:13", "parent", "single"},
    {"case.cu:18:13", "parent", "declared"},
    {"case.cu:19:13", "parent", "holds"},
    {"case.cu:20:13", "parent", "with_barrier"},
    {"case.cu:21:13", "parent", "other"},
    {"case.cu:25:25", "early", "other"},
    {"case.cu:28:47", "starts_quiet", "quiet"},
});
#line 1 "case.cu"
// flags: --carrier auto
extern "C" __global__ void single(int* d) { d[threadIdx.x] = 1; }
extern "C++" {
// spawnc: single for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void single__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: single as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void single__launched(spawn::Ticket spawn_ticket, int* d) {
  single__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void single__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      single__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    single__thread(spawn_thread, d);
  });
}
// spawnc: single as it waits in a queue, and the guarded branch of a parent with one.
#line 2 "case.cu"
template <typename spawn_source> struct single__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    single__thread(spawn_thread, d);
  }
};
#line 2 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void single__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const single__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
}
#line 3 "case.cu"
__global__ void other(int* d) { d[threadIdx.x] = 3; }
// spawnc: other for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void other__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = 3; }
}
// spawnc: other as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void other__launched(spawn::Ticket spawn_ticket, int* d) {
  other__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void other__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      other__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    other__thread(spawn_thread, d);
  });
}
// spawnc: other as it waits in a queue, and the guarded branch of a parent with one.
#line 3 "case.cu"
template <typename spawn_source> struct other__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    other__thread(spawn_thread, d);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void other__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const other__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 4 "case.cu"
extern "C" {
extern "C++" {
#line 5 "case.cu"
static __device__ __forceinline__ void declared__spawn(const spawn::Launch& spawn_launch, int* d, int n);
}
#line 5 "case.cu"
extern "C++" {
template <typename spawn_source> struct declared__entry;
#line 5 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void declared__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n);
}
#line 5 "case.cu"
__global__ void declared(int* d, int n);
__global__ void __launch_bounds__(1024) holds(int* d) {
  if (threadIdx.x == 0) declared__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, 4);
}
extern "C++" {
// spawnc: holds for one thread, whose built-ins are local variables.
#line 6 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void holds__thread(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{
  if (threadIdx.x == 0) declared__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32), d, 4);
}
}
// spawnc: holds as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void __launch_bounds__(1024) holds__launched(spawn::Ticket spawn_ticket, int* d) {
  holds__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void holds__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      holds__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    holds__thread(spawn_thread, d);
  });
}
// spawnc: holds as it waits in a queue, and the guarded branch of a parent with one.
#line 6 "case.cu"
template <typename spawn_source> struct holds__entry {
  int* d;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    holds__thread(spawn_thread, d);
  }
};
#line 6 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void holds__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const holds__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) holds__spawn(spawn_launch.unqueued(), d);
}
}
#line 9 "case.cu"
__global__ void with_barrier(int* d) {
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.x] += d[0];
}
extern "C++" {
// spawnc: with_barrier for one block, run by one thread: each part between barriers for all threads in turn.
#line 9 "case.cu"
static __device__ __forceinline__ void with_barrier__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 9 "case.cu"
{ spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] = 1;
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] += d[0]; });
}
}
// spawnc: with_barrier as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void with_barrier__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 9 "case.cu"
{
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.x] += d[0];
}
}
// spawnc: the guarded branch.
#line 9 "case.cu"
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
#line 9 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void with_barrier__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{
  d[threadIdx.x] = 1;
  __syncthreads();
  d[threadIdx.x] += d[0];
}
}
// spawnc: with_barrier as it waits in a queue, and the guarded branch of a parent with one.
#line 9 "case.cu"
template <typename spawn_source> struct with_barrier__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    with_barrier__together(spawn_thread, d);
  }
};
#line 9 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void with_barrier__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const with_barrier__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) with_barrier__spawn(spawn_launch.unqueued(), d);
}
}
#line 14 "case.cu"
extern "C++" {
template <typename spawn_source> struct other__entry;
}
#line 14 "case.cu"
static __global__ void __launch_bounds__(1024) early__queued(const spawn::Queue<other__entry<spawn::ThisSource>> spawn_queue, int* d);
#line 14 "case.cu"
__global__ void early(int* d);
__global__ void __launch_bounds__(1024) parent(int* d) {
  switch (threadIdx.x) {
    case 0: single__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 1: declared__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d, 2); break;
    case 2: holds__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 3: with_barrier__spawn(spawn::launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 4: other__spawn(spawn::launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d); break;
  }
}
// spawnc: parent with a queue, in which its children wait until it has ended.
extern "C++" {
template <typename spawn_source> struct declared__entry;
}
#line 15 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::GrowingQueue<spawn::Blocks<32>, single__entry<spawn::ThisSource>, declared__entry<spawn::ThisSource>, holds__entry<spawn::ThisSource>, with_barrier__entry<spawn::ThisSource>, other__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 15 "case.cu"
{
  switch (threadIdx.x) {
    case 0: single__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 1: declared__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d, 2); break;
    case 2: holds__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 3: with_barrier__spawn(spawn_queue.launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 4: other__spawn(spawn_queue.launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d); break;
  }
}
#line 24 "case.cu"
__global__ void __launch_bounds__(1024) early(int* d) {
  if (threadIdx.x == 0) other__spawn(spawn::launch(spawn_case_cu[6], 1, 32), d);
}
// spawnc: early with a queue, in which its children wait until it has ended.
#line 24 "case.cu"
static __global__ void __launch_bounds__(1024) early__queued(const spawn::Queue<other__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 24 "case.cu"
{
  if (threadIdx.x == 0) other__spawn(spawn_queue.launch(spawn_case_cu[6], 1, 32), d);
}
#line 27 "case.cu"
static __global__ void quiet(int* d) { d[threadIdx.x] = 5; }
extern "C++" {
// spawnc: quiet for one thread, whose built-ins are local variables.
#line 27 "case.cu"
static __device__ __forceinline__ void quiet__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 27 "case.cu"
{ d[threadIdx.x] = 5; }
}
// spawnc: quiet as a guarded branch launches it: the same work, counted and timed.
#line 27 "case.cu"
static __global__ void quiet__launched(spawn::Ticket spawn_ticket, int* d) {
  quiet__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 27 "case.cu"
static __device__ __forceinline__ void quiet__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      quiet__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    quiet__thread(spawn_thread, d);
  });
}
// spawnc: quiet as it waits in a queue, and the guarded branch of a parent with one.
#line 27 "case.cu"
template <typename spawn_source> struct quiet__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    quiet__thread(spawn_thread, d);
  }
};
#line 27 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void quiet__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const quiet__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
}
// spawnc: what launched quiet launches its counted twin now.
#line 27 "case.cu"
[[maybe_unused]] static __global__ void quiet(int* d);
#line 28 "case.cu"
static __global__ void __launch_bounds__(1024) starts_quiet(int* d) { quiet__spawn(spawn::launch(spawn_case_cu[7], 1, 32), d); }
// spawnc: starts_quiet with a queue, in which its children wait until it has ended.
#line 28 "case.cu"
static __global__ void __launch_bounds__(1024) starts_quiet__queued(const spawn::Queue<quiet__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 28 "case.cu"
{ quiet__spawn(spawn_queue.launch(spawn_case_cu[7], 1, 32), d); }
// spawnc: what launched starts_quiet launches its counted twin now.
#line 28 "case.cu"
[[maybe_unused]] static __global__ void starts_quiet(int* d);
#line 29 "case.cu"
__global__ void declared(int* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] = 2;
}
extern "C++" {
// spawnc: declared for one thread, whose built-ins are local variables.
#line 29 "case.cu"
static __device__ __forceinline__ void declared__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 29 "case.cu"
{
  if (threadIdx.x < n) d[threadIdx.x] = 2;
}
}
// spawnc: declared as a guarded branch launches it: the same work, counted and timed.
#line 29 "case.cu"
static __global__ void declared__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  declared__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 29 "case.cu"
static __device__ __forceinline__ void declared__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      declared__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    declared__thread(spawn_thread, d, n);
  });
}
// spawnc: declared as it waits in a queue, and the guarded branch of a parent with one.
#line 29 "case.cu"
template <typename spawn_source> struct declared__entry {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    declared__thread(spawn_thread, d, n);
  }
};
#line 29 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void declared__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const declared__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
}
#line 32 "case.cu"
}
void run(int* d) {
  parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  early__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  starts_quiet__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
}
// ---- diagnostics
case.cu:7:25: note: launch of 'declared' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:13: note: launch of 'single' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:18:13: note: launch of 'declared' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:19:13: note: launch of 'holds' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:20:13: note: launch of 'with_barrier' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:21:13: note: launch of 'other' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:25:25: note: launch of 'other' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:28:47: note: launch of 'quiet' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
11 launches: 3 host, 8 guarded, 0 kept, 0 refused
