// flags: --carrier auto
__global__ void child(int* d, long n) { if (threadIdx.x < n) d[threadIdx.x] = 1; }
__global__ void child(int* d, int n) { d[threadIdx.x] = n; }
__global__ void leaf(int* d) { d[threadIdx.x] = 2; }
// one whose launches can't wait, and that no queue takes
__global__ void child(float* d) {
  for (int i = 0; i < 2; ++i) leaf<<<1, 32>>>(reinterpret_cast<int*>(d));
}
__global__ void child(short* d, int n);
namespace other {
__global__ void child(int* d, int n) { d[threadIdx.x] = -n; }
}  // namespace other

__global__ void parent(int* d, short* s, float* f) {
  switch (threadIdx.x) {
    case 0: child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 3); break;
    case 1: child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 3L); break;
    case 2: child<<<1, 32, 0, cudaStreamFireAndForget>>>(s, 3); break;
    case 3: child<<<1, 32, 0, cudaStreamFireAndForget>>>(f); break;
    case 4: other::child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 3); break;
  }
}
// the one that no queue takes may be meant
template <class T>
__global__ void any(T* d, int n) {
  child<<<1, 32>>>(d, n);
}
__global__ void child(short* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] = n;
}
void run(int* d, short* s) {
  parent<<<1, 32>>>(d, s, nullptr);
  any<<<1, 32>>>(d, 3);
  any<<<1, 32>>>(s, 3);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:7:31", "child", "leaf"},
    {"case.cu:16:13", "parent", "child"},
    {"case.cu:17:13", "parent", "child"},
    {"case.cu:18:13", "parent", "child"},
    {"case.cu:19:13", "parent", "child"},
    {"case.cu:20:20", "parent", "other::child"},
    {"case.cu:26:3", "any", "child"},
});
#line 1 "case.cu"
// flags: --carrier auto
__global__ void child(int* d, long n) { if (threadIdx.x < n) d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, long n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ if (threadIdx.x < n) d[threadIdx.x] = 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, long n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
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
#line 2 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  long n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 2 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, long n) {
  const child__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 3 "case.cu"
__global__ void child(int* d, int n) { d[threadIdx.x] = n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
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
#line 3 "case.cu"
template <typename spawn_source> struct child__entry_2 {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const child__entry_2<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 4 "case.cu"
__global__ void leaf(int* d) { d[threadIdx.x] = 2; }
// spawnc: leaf for one thread, whose built-ins are local variables.
#line 4 "case.cu"
static __device__ __forceinline__ void leaf__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{ d[threadIdx.x] = 2; }
}
// spawnc: leaf as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void leaf__launched(spawn::Ticket spawn_ticket, int* d) {
  leaf__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void leaf__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      leaf__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    leaf__thread(spawn_thread, d);
  });
}
#line 5 "case.cu"
// one whose launches can't wait, and that no queue takes
__global__ void __launch_bounds__(1024) child(float* d) { spawn::StreamOrder spawn_order;
  for (int i = 0; i < 2; ++i) leaf__spawn(spawn_order.launch(spawn_case_cu[0], 1, 32), reinterpret_cast<int*>(d));
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 6 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void child__thread(const spawn_type& spawn_thread, float* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{ spawn::StreamOrder spawn_order(spawn_thread);
  for (int i = 0; i < 2; ++i) leaf__spawn(spawn_order.launch(spawn_case_cu[0], 1, 32), reinterpret_cast<int*>(d));
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void __launch_bounds__(1024) child__launched(spawn::Ticket spawn_ticket, float* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, float* d) {
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
#line 6 "case.cu"
template <typename spawn_source> struct child__entry_3 {
  float* d;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    child__thread(spawn_thread, d);
  }
};
#line 6 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, float* d) {
  const child__entry_3<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) child__spawn(spawn_launch.unqueued(), d);
}
#line 9 "case.cu"
#line 9 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, short* d, int n);
#line 9 "case.cu"
template <typename spawn_source> struct child__entry_4;
#line 9 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, short* d, int n);
#line 9 "case.cu"
__global__ void child(short* d, int n);
namespace other {
__global__ void child(int* d, int n) { d[threadIdx.x] = -n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 11 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{ d[threadIdx.x] = -n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
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
#line 11 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 11 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const child__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 12 "case.cu"
}  // namespace other

__global__ void __launch_bounds__(1024) parent(int* d, short* s, float* f) {
  switch (threadIdx.x) {
    case 0: child__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d, 3); break;
    case 1: child__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d, 3L); break;
    case 2: child__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), s, 3); break;
    case 3: child__spawn(spawn::launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), f); break;
    case 4: other::child__spawn(spawn::launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d, 3); break;
  }
}
// spawnc: parent with a queue, in which its children wait until it has ended.
template <typename spawn_source> struct child__entry_4;
#line 14 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry_2<spawn::ThisSource>, child__entry<spawn::ThisSource>, child__entry_4<spawn::ThisSource>, ::other::child__entry<spawn::ThisSource>> spawn_queue, int* d, short* s, float* f)
#line 14 "case.cu"
{
  switch (threadIdx.x) {
    case 0: child__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d, 3); break;
    case 1: child__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d, 3L); break;
    case 2: child__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), s, 3); break;
    case 3: child__spawn(spawn::launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), f); break;
    case 4: other::child__spawn(spawn_queue.launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), d, 3); break;
  }
}
#line 23 "case.cu"
// the one that no queue takes may be meant
template <class T>
__global__ void __launch_bounds__(1024) any(T* d, int n) {
  child__spawn(spawn::launch(spawn_case_cu[6], 1, 32), d, n);
}
__global__ void child(short* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] = n;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 28 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, short* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 28 "case.cu"
{
  if (threadIdx.x < n) d[threadIdx.x] = n;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 28 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, short* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 28 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, short* d, int n) {
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
#line 28 "case.cu"
template <typename spawn_source> struct child__entry_4 {
  short* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 28 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, short* d, int n) {
  const child__entry_4<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 31 "case.cu"
void run(int* d, short* s) {
  parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, s, nullptr);
  any<<<spawn::prepare(1), 32>>>(d, 3);
  any<<<spawn::prepare(1), 32>>>(s, 3);
}
// ---- diagnostics
case.cu:7:31: note: launch of 'leaf' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:16:13: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:17:13: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:18:13: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:19:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:20:20: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:26:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
10 launches: 3 host, 7 guarded, 0 kept, 0 refused
