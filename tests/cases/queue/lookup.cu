// flags: --carrier auto
struct alignas(64) Map {
  int words[16];
};
// a queue's types are no reason to look in their namespaces
namespace a {
__global__ void child(int* d, long n) { d[threadIdx.x] = n; }
}
namespace b {
__global__ void child(int* d, int n) { d[threadIdx.x] = -n; }
__global__ void other(int* d /* of n */, int // items
                      n) { d[threadIdx.x] = n; }
__global__ void parent(int* d) { child<<<1, 32>>>(d, 1); }
}
namespace a {
[[gnu::used]] __global__ void parent(const __grid_constant__ Map map, int* d) {
  if (threadIdx.x == 0) child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 1);
  if (threadIdx.x == 1) b::other<<<1, 32, 0, cudaStreamFireAndForget>>>(d, map.words[0]);
}
}
void run(int* d) {
  a::parent<<<1, 32>>>(Map{}, d);
  b::parent<<<1, 32>>>(d);
}
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:13:34", "b::parent", "b::child"},
    {"case.cu:17:25", "a::parent", "a::child"},
    {"case.cu:18:28", "a::parent", "b::other"},
});
#line 1 "case.cu"
// flags: --carrier auto
struct alignas(64) Map {
  int words[16];
};
// a queue's types are no reason to look in their namespaces
namespace a {
__global__ void child(int* d, long n) { d[threadIdx.x] = n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, long n) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ d[threadIdx.x] = n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, long n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, long n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n);
  });
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 7 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  long n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 7 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, long n) {
  const child__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 8 "case.cu"
}
namespace b {
__global__ void child(int* d, int n) { d[threadIdx.x] = -n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 10 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{ d[threadIdx.x] = -n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 10 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 10 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n);
  });
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 10 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 10 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const child__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 11 "case.cu"
__global__ void other(int* d /* of n */, int // items
                      n) { d[threadIdx.x] = n; }
// spawnc: other for one thread, whose built-ins are local variables.
#line 11 "case.cu"
static __device__ __forceinline__ void other__thread(const spawn::Thread& spawn_thread,
    int* d /* of n */, int // items
                      n) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{ d[threadIdx.x] = n; }
}
// spawnc: other as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
static __global__ void other__launched(spawn::Ticket spawn_ticket,
    int* d /* of n */, int // items
                      n) {
  other__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
static __device__ __forceinline__ void other__spawn(const spawn::Launch& spawn_launch,
    int* d /* of n */, int // items
                      n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      other__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    other__thread(spawn_thread, d, n);
  });
}
// spawnc: other as it waits in a queue, and the guarded branch of a parent with one.
#line 11 "case.cu"
template <typename spawn_source> struct other__entry {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    other__thread(spawn_thread, d, n);
  }
};
#line 11 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void other__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    int* d /* of n */, int // items
                      n) {
  const other__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 13 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, 1); }
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 13 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 13 "case.cu"
{ child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32), d, 1); }
#line 14 "case.cu"
}
namespace a {
[[gnu::used]] __global__ void __launch_bounds__(1024) parent(const __grid_constant__ Map map, int* d) {
  if (threadIdx.x == 0) child__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d, 1);
  if (threadIdx.x == 1) b::other__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d, map.words[0]);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 16 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>, ::b::other__entry<spawn::ThisSource>> spawn_queue,
    const __grid_constant__ Map map, int* d)
#line 16 "case.cu"
{
  if (threadIdx.x == 0) child__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d, 1);
  if (threadIdx.x == 1) b::other__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d, map.words[0]);
}
#line 20 "case.cu"
}
void run(int* d) {
  a::parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), Map{}, d);
  b::parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
}
// ---- diagnostics
case.cu:13:34: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:25: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:18:28: note: launch of 'other' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
5 launches: 2 host, 3 guarded, 0 kept, 0 refused
