// flags: --carrier queue
template <class T> __global__ void of_type(T* d) { d[threadIdx.x] += 1; }
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void with_barrier(int* d) {
  d[threadIdx.x] += 1;
  __syncthreads();
  d[threadIdx.x] += 1;
}
__global__ void with_children(int* d) { child<<<1, 32>>>(d); }
__global__ void with_array(int d[]) { d[threadIdx.x] += 1; }
extern "C" __global__ void of_c(int* d) { d[threadIdx.x] += 1; }

__global__ void launches_of_all_kinds(int* d, int n) {
  switch (n) {
    case 0: of_type<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 1: with_barrier<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 2: with_children<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 3: with_array<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 4: of_c<<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
  }
}
__global__ void one_after_another(int* d, int n) {
  for (int i = 0; i < n; ++i) child<<<1, 32>>>(d);
}
__device__ void helper(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); }
__global__ void calls_helper(int* d) { helper(d); }
__global__ void asks(int* d) {
  child<<<1, 32>>>(d);
  if (cudaGetLastError() != cudaSuccess) d[0] = 0;
}
__global__ void has_static(int* d) {
  static int calls;
  ++calls;
  child<<<1, 32>>>(d);
}
__global__ void nobody_starts_it(int* d) { child<<<1, 32>>>(d); }
__global__ void stream_of_a_call(int* d) { child<<<1, 32>>>(d); }
__global__ void accepted(int* d) {
#pragma spawn launch
  child<<<1, 32>>>(d);
}
cudaStream_t stream();
void run(int* d) {
  launches_of_all_kinds<<<1, 1>>>(d, 3);
  one_after_another<<<1, 1>>>(d, 3);
  calls_helper<<<1, 1>>>(d);
  asks<<<1, 1>>>(d);
  has_static<<<1, 1>>>(d);
  stream_of_a_call<<<1, 1, 0, stream()>>>(d);
  accepted<<<1, 1>>>(d);
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
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:9:41", "with_children", "child"},
    {"case.cu:15:13", "launches_of_all_kinds", "of_type"},
    {"case.cu:16:13", "launches_of_all_kinds", "with_barrier"},
    {"case.cu:17:13", "launches_of_all_kinds", "with_children"},
    {"case.cu:18:13", "launches_of_all_kinds", "with_array"},
    {"case.cu:19:13", "launches_of_all_kinds", "of_c"},
    {"case.cu:23:31", "one_after_another", "child"},
    {"case.cu:25:34", "helper", "child"},
    {"case.cu:28:3", "asks", "child"},
    {"case.cu:34:3", "has_static", "child"},
    {"case.cu:36:44", "nobody_starts_it", "child"},
    {"case.cu:37:44", "stream_of_a_call", "child"},
    {"case.cu:40:3", "accepted", "child"},
});
#line 1 "case.cu"
// flags: --carrier queue
template <class T> __global__ void of_type(T* d) { d[threadIdx.x] += 1; }
// spawnc: of_type for one thread, whose built-ins are local variables.
#line 2 "case.cu"
template <class T> static __device__ __forceinline__ void of_type__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: of_type as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
template <class T> static __global__ void of_type__launched(spawn::Ticket spawn_ticket, T* d) {
  of_type__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
template <class T> static __device__ __forceinline__ void of_type__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_type__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_type__thread<T>(spawn_thread, d);
  });
}
// spawnc: of_type as it waits in a queue, and the guarded branch of a parent with one.
#line 2 "case.cu"
template <typename spawn_source, class T> struct of_type__entry {
  T* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    of_type__thread<T>(spawn_thread, d);
  }
};
#line 2 "case.cu"
template <class T, typename spawn_kinds> static __device__ __forceinline__ void of_type__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d) {
  const of_type__entry<spawn::ThisSource, T> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 3 "case.cu"
__global__ void child(int* d) { d[threadIdx.x] += 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
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
#line 3 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const child__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 4 "case.cu"
__global__ void with_barrier(int* d) {
  d[threadIdx.x] += 1;
  __syncthreads();
  d[threadIdx.x] += 1;
}
// spawnc: with_barrier for one block, run by one thread: each part between barriers for all threads in turn.
#line 4 "case.cu"
static __device__ __forceinline__ void with_barrier__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 4 "case.cu"
{ spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] += 1;
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] += 1; });
}
}
// spawnc: with_barrier as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void with_barrier__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 4 "case.cu"
{
  d[threadIdx.x] += 1;
  __syncthreads();
  d[threadIdx.x] += 1;
}
}
// spawnc: the guarded branch.
#line 4 "case.cu"
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
#line 4 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void with_barrier__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{
  d[threadIdx.x] += 1;
  __syncthreads();
  d[threadIdx.x] += 1;
}
}
// spawnc: with_barrier as it waits in a queue, and the guarded branch of a parent with one.
#line 4 "case.cu"
template <typename spawn_source> struct with_barrier__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    with_barrier__together(spawn_thread, d);
  }
};
#line 4 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void with_barrier__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const with_barrier__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) with_barrier__spawn(spawn_launch.unqueued(), d);
}
#line 9 "case.cu"
__global__ void __launch_bounds__(1024) with_children(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d); }
// spawnc: with_children for one thread, whose built-ins are local variables.
#line 9 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void with_children__thread(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{ child__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32), d); }
}
// spawnc: with_children as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void __launch_bounds__(1024) with_children__launched(spawn::Ticket spawn_ticket, int* d) {
  with_children__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 9 "case.cu"
static __device__ __forceinline__ void with_children__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      with_children__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    with_children__thread(spawn_thread, d);
  });
}
// spawnc: with_children as it waits in a queue, and the guarded branch of a parent with one.
#line 9 "case.cu"
template <typename spawn_source> struct with_children__entry {
  int* d;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    with_children__thread(spawn_thread, d);
  }
};
#line 9 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void with_children__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const with_children__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) with_children__spawn(spawn_launch.unqueued(), d);
}
#line 10 "case.cu"
__global__ void with_array(int d[]) { d[threadIdx.x] += 1; }
// spawnc: with_array for one thread, whose built-ins are local variables.
#line 10 "case.cu"
static __device__ __forceinline__ void with_array__thread(const spawn::Thread& spawn_thread, int d[]) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: with_array as a guarded branch launches it: the same work, counted and timed.
#line 10 "case.cu"
static __global__ void with_array__launched(spawn::Ticket spawn_ticket, int d[]) {
  with_array__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 10 "case.cu"
static __device__ __forceinline__ void with_array__spawn(const spawn::Launch& spawn_launch, int d[]) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      with_array__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    with_array__thread(spawn_thread, d);
  });
}
// spawnc: with_array as it waits in a queue, and the guarded branch of a parent with one.
#line 10 "case.cu"
template <typename spawn_source> struct with_array__entry {
  int (*d);
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    with_array__thread(spawn_thread, d);
  }
};
#line 10 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void with_array__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int d[]) {
  const with_array__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 11 "case.cu"
extern "C" __global__ void of_c(int* d) { d[threadIdx.x] += 1; }
extern "C++" {
// spawnc: of_c for one thread, whose built-ins are local variables.
#line 11 "case.cu"
static __device__ __forceinline__ void of_c__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: of_c as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
static __global__ void of_c__launched(spawn::Ticket spawn_ticket, int* d) {
  of_c__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
static __device__ __forceinline__ void of_c__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_c__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_c__thread(spawn_thread, d);
  });
}
// spawnc: of_c as it waits in a queue, and the guarded branch of a parent with one.
#line 11 "case.cu"
template <typename spawn_source> struct of_c__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    of_c__thread(spawn_thread, d);
  }
};
#line 11 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void of_c__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const of_c__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
}
#line 12 "case.cu"

__global__ void __launch_bounds__(1024) launches_of_all_kinds(int* d, int n) {
  switch (n) {
    case 0: of_type__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 1: with_barrier__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 2: with_children__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 3: with_array__spawn(spawn::launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 4: of_c__spawn(spawn::launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d); break;
  }
}
// spawnc: launches_of_all_kinds with a queue, in which its children wait until it has ended.
#line 13 "case.cu"
static __global__ void __launch_bounds__(1024) launches_of_all_kinds__queued(const spawn::GrowingQueue<spawn::Blocks<32>, of_type__entry<spawn::ThisSource, int>, with_barrier__entry<spawn::ThisSource>, with_children__entry<spawn::ThisSource>, with_array__entry<spawn::ThisSource>, of_c__entry<spawn::ThisSource>, child__entry<spawn::ThisSource>> spawn_queue, int* d, int n)
#line 13 "case.cu"
{
  switch (n) {
    case 0: of_type__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 1: with_barrier__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 2: with_children__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 3: with_array__spawn(spawn_queue.launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 4: of_c__spawn(spawn_queue.launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d); break;
  }
}
#line 22 "case.cu"
__global__ void __launch_bounds__(1024) one_after_another(int* d, int n) { spawn::StreamOrder spawn_order;
  for (int i = 0; i < n; ++i) child__spawn(spawn_order.launch(spawn_case_cu[6], 1, 32), d);
}
__device__ void helper(int* d) { child__spawn(spawn::launch(spawn_case_cu[7], 1, 32, 0, cudaStreamFireAndForget), d); }
// spawnc: helper for the copies that call it.
#line 25 "case.cu"
template <typename spawn_type> static __device__ void helper__thread(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 25 "case.cu"
{ child__spawn(spawn_thread.launch(spawn_case_cu[7], 1, 32, 0, cudaStreamFireAndForget), d); }
}

#line 26 "case.cu"
__global__ void __launch_bounds__(1024) calls_helper(int* d) { helper(d); }
// spawnc: calls_helper with a queue, in which its children wait until it has ended.
#line 26 "case.cu"
static __global__ void __launch_bounds__(1024) calls_helper__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 26 "case.cu"
{ helper__thread(spawn_queue.thread(), d); }
#line 27 "case.cu"
__global__ void __launch_bounds__(1024) asks(int* d) {
  child__spawn(spawn::launch(spawn_case_cu[8], 1, 32), d);
  if (cudaGetLastError() != cudaSuccess) d[0] = 0;
}
__global__ void __launch_bounds__(1024) has_static(int* d) {
  static int calls;
  ++calls;
  child__spawn(spawn::launch(spawn_case_cu[9], 1, 32), d);
}
__global__ void __launch_bounds__(1024) nobody_starts_it(int* d) { child__spawn(spawn::launch(spawn_case_cu[10], 1, 32), d); }
__global__ void __launch_bounds__(1024) stream_of_a_call(int* d) { child__spawn(spawn::launch(spawn_case_cu[11], 1, 32), d); }
__global__ void __launch_bounds__(1024) accepted(int* d) {

  child__spawn(spawn::launch(spawn_case_cu[12], 1, 32), d);
}
cudaStream_t stream();
void run(int* d) {
  launches_of_all_kinds__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), d, 3);
  one_after_another<<<spawn::prepare(1), 1>>>(d, 3);
  calls_helper__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), d);
  asks<<<spawn::prepare(1), 1>>>(d);
  has_static<<<spawn::prepare(1), 1>>>(d);
  stream_of_a_call<<<spawn::prepare(1, spawn::kAnyStream), 1, 0, stream()>>>(d);
  accepted<<<spawn::prepare(1), 1>>>(d);
}
// ---- diagnostics
case.cu:9:41: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:15:13: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:16:13: note: launch of 'with_barrier' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:17:13: note: launch of 'with_children' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:18:13: note: launch of 'with_array' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:19:13: note: launch of 'of_c' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:23:31: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:23:31: warning: launch of 'child' does not wait in a queue: the order of the launches matters [SP091]
case.cu:25:34: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:28:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:28:3: warning: launch of 'child' does not wait in a queue: 'asks' asks for the last error [SP091]
case.cu:34:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:34:3: warning: launch of 'child' does not wait in a queue: 'has_static' has static variables, which a copy of it would not share [SP091]
case.cu:36:17: note: no host launch of 'nobody_starts_it' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:36:44: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:36:44: warning: launch of 'child' does not wait in a queue: no host launch of 'nobody_starts_it' [SP091]
case.cu:37:44: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:37:44: warning: launch of 'child' does not wait in a queue: in the host launch of 'stream_of_a_call', its stream is an expression, which would be evaluated twice [SP091]
case.cu:40:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
20 launches: 7 host, 13 guarded, 0 kept, 0 refused
