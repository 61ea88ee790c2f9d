// flags: --carrier queue
// sizes that no kernel can be launched with: the output compiles, and the launch fails as it is written
__global__ void child(int* d) { d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
__global__ void none(int* d) { d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
__global__ void parent(int* d) { child<<<1, 2048, 0, cudaStreamFireAndForget>>>(d); }
__global__ void parent_of_none(int* d) { none<<<1, 0, 0, cudaStreamFireAndForget>>>(d); }

void run(int* d) {
  parent<<<1, 1>>>(d);
  parent_of_none<<<1, 1>>>(d);
}
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:5:34", "parent", "child"},
    {"case.cu:6:42", "parent_of_none", "none"},
});
#line 1 "case.cu"
// flags: --carrier queue
// sizes that no kernel can be launched with: the output compiles, and the launch fails as it is written
__global__ void child(int* d) { d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 3 "case.cu"
{ d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: child for one thread of a block that runs it in a queue's drain.
#line 3 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void child__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 3 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__together(spawn_thread, d);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const child__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) child__spawn(spawn_launch.unqueued(), d);
}
#line 4 "case.cu"
__global__ void none(int* d) { d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
// spawnc: none as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void none__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 4 "case.cu"
{ d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void none__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      none__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: none for one thread of a block that runs it in a queue's drain.
#line 4 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void none__together(const spawn_type& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{ d[threadIdx.x] = __shfl_sync(~0u, threadIdx.x, 0); }
}
// spawnc: none as it waits in a queue, and the guarded branch of a parent with one.
#line 4 "case.cu"
template <typename spawn_source> struct none__entry {
  int* d;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    none__together(spawn_thread, d);
  }
};
#line 4 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void none__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const none__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) none__spawn(spawn_launch.unqueued(), d);
}
#line 5 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 2048, 0, cudaStreamFireAndForget), d); }
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 5 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::GrowingQueue<spawn::Blocks<2048>, child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 5 "case.cu"
{ child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 2048, 0, cudaStreamFireAndForget), d); }
#line 6 "case.cu"
__global__ void __launch_bounds__(1024) parent_of_none(int* d) { none__spawn(spawn::launch(spawn_case_cu[1], 1, 0, 0, cudaStreamFireAndForget), d); }
// spawnc: parent_of_none with a queue, in which its children wait until it has ended.
#line 6 "case.cu"
static __global__ void __launch_bounds__(1024) parent_of_none__queued(const spawn::GrowingQueue<spawn::Blocks<0>, none__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 6 "case.cu"
{ none__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 0, 0, cudaStreamFireAndForget), d); }
#line 7 "case.cu"

void run(int* d) {
  parent__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), d);
  parent_of_none__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), d);
}
// ---- diagnostics
case.cu:5:34: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:6:42: note: launch of 'none' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
4 launches: 2 host, 2 guarded, 0 kept, 0 refused
