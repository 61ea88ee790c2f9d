// flags: --carrier auto
struct Range {
  int begin, end;
};
__global__ void child(int* d, Range range = {0, 4});
__global__ void parent(int* d, int n = 3);
__global__ void parent_alone(int* d, int n = 3);

void run(int* d) {
  parent<<<1, 32>>>(d);
  parent_alone<<<1, 32>>>(d, 5);
}

__global__ void parent(int* d, int n) {
  if (threadIdx.x < n) child<<<1, 32>>>(d, Range{n, 9});
}
__global__ void parent_alone(int* d, int n) {
  if (threadIdx.x < n) child<<<1, 32>>>(d);
}
__global__ void child(int* d, Range range) { d[range.begin + threadIdx.x] = range.end; }

namespace other {
__global__ void far_child(int* d) { d[0] = 1; }
}  // namespace other
// its declaration can't name the entries of a kernel in another namespace
__global__ void apart(int* d);
__global__ void apart(int* d) { other::far_child<<<1, 1>>>(d); }
void run_apart(int* d) { apart<<<1, 32>>>(d); }
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:15:24", "parent", "child"},
    {"case.cu:18:24", "parent_alone", "child"},
    {"case.cu:27:40", "apart", "other::far_child"},
});
#line 1 "case.cu"
// flags: --carrier auto
struct Range {
  int begin, end;
};
#line 5 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, Range range = {0, 4});
#line 5 "case.cu"
template <typename spawn_source> struct child__entry;
#line 5 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, Range range = {0, 4});
#line 5 "case.cu"
__global__ void child(int* d, Range range = {0, 4});
#line 6 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d, int n = 3);
#line 6 "case.cu"
__global__ void parent(int* d, int n = 3);
#line 7 "case.cu"
static __global__ void __launch_bounds__(1024) parent_alone__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d, int n = 3);
#line 7 "case.cu"
__global__ void parent_alone(int* d, int n = 3);

void run(int* d) {
  parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  parent_alone__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, 5);
}

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (threadIdx.x < n) child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, Range{n, 9});
}
// spawnc: parent with a queue, in which its children wait until it has ended.
template <typename spawn_source> struct child__entry;
#line 14 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d, int n)
#line 14 "case.cu"
{
  if (threadIdx.x < n) child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32), d, Range{n, 9});
}
#line 17 "case.cu"
__global__ void __launch_bounds__(1024) parent_alone(int* d, int n) {
  if (threadIdx.x < n) child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d);
}
// spawnc: parent_alone with a queue, in which its children wait until it has ended.
template <typename spawn_source> struct child__entry;
#line 17 "case.cu"
static __global__ void __launch_bounds__(1024) parent_alone__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d, int n)
#line 17 "case.cu"
{
  if (threadIdx.x < n) child__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32), d);
}
#line 20 "case.cu"
__global__ void child(int* d, Range range) { d[range.begin + threadIdx.x] = range.end; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 20 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, Range range) {
  SPAWN_BUILTINS(spawn_thread);
#line 20 "case.cu"
{ d[range.begin + threadIdx.x] = range.end; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 20 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, Range range) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, range);
}
// spawnc: the guarded branch.
#line 20 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, Range range) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, range);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, range);
  });
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 20 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  Range range;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, range);
  }
};
#line 20 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, Range range) {
  const child__entry<spawn::ThisSource> spawn_child{d, range};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 21 "case.cu"

namespace other {
__global__ void far_child(int* d) { d[0] = 1; }
// spawnc: far_child for one thread, whose built-ins are local variables.
#line 23 "case.cu"
static __device__ __forceinline__ void far_child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 23 "case.cu"
{ d[0] = 1; }
}
// spawnc: far_child as a guarded branch launches it: the same work, counted and timed.
#line 23 "case.cu"
static __global__ void far_child__launched(spawn::Ticket spawn_ticket, int* d) {
  far_child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 23 "case.cu"
static __device__ __forceinline__ void far_child__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      far_child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    far_child__thread(spawn_thread, d);
  });
}
#line 24 "case.cu"
}  // namespace other
// its declaration can't name the entries of a kernel in another namespace
__global__ void apart(int* d);
__global__ void __launch_bounds__(1024) apart(int* d) { other::far_child__spawn(spawn::launch(spawn_case_cu[2], 1, 1), d); }
void run_apart(int* d) { apart<<<spawn::prepare(1), 32>>>(d); }
// ---- diagnostics
case.cu:15:24: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:18:24: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:27:40: note: launch of 'far_child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
6 launches: 3 host, 3 guarded, 0 kept, 0 refused
