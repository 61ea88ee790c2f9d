// flags: --carrier auto
template <class T /* the type */,
          int N = 2  // how many
          >
__global__ void late(T* d, int n = 1);
template <class T>
__global__ void odd(T* d, int n);
template <class T>
__global__ void even(T* d, int n) {
  atomicAdd(d, 2);
  if (threadIdx.x == 0 && n > 0) odd<<<1, 4>>>(d, n - 1);
}
template <class T>
__global__ void odd(T* d, int n) {
  atomicAdd(d, 1);
  if (threadIdx.x == 0 && n > 0) even<T><<<1, 4>>>(d, n - 1);
}
template <class U>
__global__ void parent(U* d);
template <class U>
__global__ void parent(U* d) {
  if (threadIdx.x == 0) ::late<U, 3><<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 1) even<U><<<1, 4, 0, cudaStreamFireAndForget>>>(d, 5);
}
__global__ void plain(int* d) { late<<<1, 32>>>(d, 2); }
template <class T, int N>
__global__ void late(T* d, int n) {
  if (threadIdx.x < n) atomicAdd(d, N);
}
template __global__ void late<int, 2>(int*, int);
// the parameter has another name there
template <class X>
__global__ void renamed(X* d);
template <class U>
__global__ void renamed(U* d) {
  late<U, 3><<<1, 32>>>(d);
}
void run(int* d, float* f) {
  parent<int><<<1, 32>>>(d);
  plain<<<1, 32>>>(d);
  parent<<<1, 32>>>(f);
  even<<<1, 1>>>(d, 3);
  renamed<<<1, 1>>>(d);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:11:34", "even", "odd"},
    {"case.cu:16:34", "odd", "even"},
    {"case.cu:22:27", "parent", "late"},
    {"case.cu:23:25", "parent", "even"},
    {"case.cu:25:33", "plain", "late"},
    {"case.cu:36:3", "renamed", "late"},
});
#line 1 "case.cu"
// flags: --carrier auto
#line 2 "case.cu"
template <class T /* the type */,
          int N = 2  // how many
          >
static __device__ __forceinline__ void late__spawn(const spawn::Launch& spawn_launch, T* d, int n = 1);
#line 2 "case.cu"
template <typename spawn_source, class T , int N > struct late__entry;
#line 2 "case.cu"
template <class T /* the type */,
          int N = 2  // how many
          , typename spawn_kinds>
static __device__ __forceinline__ void late__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n = 1);
#line 2 "case.cu"
template <class T /* the type */,
          int N = 2  // how many
          >
__global__ void late(T* d, int n = 1);
#line 6 "case.cu"
template <class T, int spawn_depth>
static __device__ __noinline__ void odd__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, T* d, int n);
#line 6 "case.cu"
template <typename spawn_source, class T> struct odd__entry;
#line 6 "case.cu"
template <class T, typename spawn_kinds>
static __device__ __noinline__ void odd__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n);
#line 6 "case.cu"
template <class T>
__global__ void odd(T* d, int n);
#line 8 "case.cu"
template <class T, int spawn_depth>
static __device__ __noinline__ void even__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, T* d, int n);
#line 8 "case.cu"
template <typename spawn_source, class T> struct even__entry;
#line 8 "case.cu"
template <class T, typename spawn_kinds>
static __device__ __noinline__ void even__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n);
#line 8 "case.cu"
template <class T>
__global__ void __launch_bounds__(1024) even(T* d, int n) {
  atomicAdd(d, 2);
  if (threadIdx.x == 0 && n > 0) odd__spawn(spawn::launch(spawn_case_cu[0], 1, 4), d, n - 1);
}
// spawnc: even for one thread, whose built-ins are local variables.
#line 8 "case.cu"
template <class T, typename spawn_type>
static __device__ __forceinline__ void even__thread(const spawn_type& spawn_thread, T* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{
  atomicAdd(d, 2);
  if (threadIdx.x == 0 && n > 0) odd__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 4), d, n - 1);
}
}
// spawnc: even as a guarded branch launches it: the same work, counted and timed.
#line 8 "case.cu"
template <class T>
static __global__ void __launch_bounds__(1024) even__launched(spawn::Ticket spawn_ticket, T* d, int n) {
  even__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 8 "case.cu"
template <class T, int spawn_depth>
static __device__ __noinline__ void even__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, T* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      even__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    even__thread<T>(spawn_thread, d, n);
  });
}
// spawnc: even as it waits in a queue, and the guarded branch of a parent with one.
#line 9 "case.cu"
template <typename spawn_source, class T> struct even__entry {
  T* d;
  int n;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    even__thread<T>(spawn_thread, d, n);
  }
};
#line 8 "case.cu"
template <class T, typename spawn_kinds>
static __device__ __noinline__ void even__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n) {
  const even__entry<spawn::ThisSource, T> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) even__spawn<T>(spawn_launch.unqueued(), d, n);
}
#line 13 "case.cu"
// spawnc: even with a queue, in which its children wait until it has ended.
template <typename spawn_source, class T> struct odd__entry;
#line 8 "case.cu"
template <class T>
static __global__ void __launch_bounds__(1024) even__queued(const spawn::NotDeduced<spawn::GrowingQueue<spawn::Warps, odd__entry<spawn::ThisSource, T>, even__entry<spawn::ThisSource, T>>> spawn_queue, T* d, int n)
#line 9 "case.cu"
{
  atomicAdd(d, 2);
  if (threadIdx.x == 0 && n > 0) odd__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 4), d, n - 1);
}
#line 13 "case.cu"
template <class T>
__global__ void __launch_bounds__(1024) odd(T* d, int n) {
  atomicAdd(d, 1);
  if (threadIdx.x == 0 && n > 0) even__spawn<T>(spawn::launch(spawn_case_cu[1], 1, 4), d, n - 1);
}
// spawnc: odd for one thread, whose built-ins are local variables.
#line 13 "case.cu"
template <class T, typename spawn_type>
static __device__ __forceinline__ void odd__thread(const spawn_type& spawn_thread, T* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 14 "case.cu"
{
  atomicAdd(d, 1);
  if (threadIdx.x == 0 && n > 0) even__spawn<T>(spawn_thread.launch(spawn_case_cu[1], 1, 4), d, n - 1);
}
}
// spawnc: odd as a guarded branch launches it: the same work, counted and timed.
#line 13 "case.cu"
template <class T>
static __global__ void __launch_bounds__(1024) odd__launched(spawn::Ticket spawn_ticket, T* d, int n) {
  odd__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 13 "case.cu"
template <class T, int spawn_depth>
static __device__ __noinline__ void odd__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, T* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      odd__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    odd__thread<T>(spawn_thread, d, n);
  });
}
// spawnc: odd as it waits in a queue, and the guarded branch of a parent with one.
#line 14 "case.cu"
template <typename spawn_source, class T> struct odd__entry {
  T* d;
  int n;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    odd__thread<T>(spawn_thread, d, n);
  }
};
#line 13 "case.cu"
template <class T, typename spawn_kinds>
static __device__ __noinline__ void odd__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n) {
  const odd__entry<spawn::ThisSource, T> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) odd__spawn<T>(spawn_launch.unqueued(), d, n);
}
#line 18 "case.cu"
template <typename spawn_source, class T> struct even__entry;
#line 18 "case.cu"
template <class U>
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::NotDeduced<spawn::GrowingQueue<spawn::Warps, late__entry<spawn::ThisSource, U, 3>, even__entry<spawn::ThisSource, U>, odd__entry<spawn::ThisSource, U>>> spawn_queue, U* d);
#line 18 "case.cu"
template <class U>
__global__ void parent(U* d);
template <class U>
__global__ void __launch_bounds__(1024) parent(U* d) {
  if (threadIdx.x == 0) ::late__spawn<U, 3>(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 1) even__spawn<U>(spawn::launch(spawn_case_cu[3], 1, 4, 0, cudaStreamFireAndForget), d, 5);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
template <typename spawn_source, class T , int N > struct late__entry;
#line 20 "case.cu"
template <class U>
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::NotDeduced<spawn::GrowingQueue<spawn::Warps, late__entry<spawn::ThisSource, U, 3>, even__entry<spawn::ThisSource, U>, odd__entry<spawn::ThisSource, U>>> spawn_queue, U* d)
#line 21 "case.cu"
{
  if (threadIdx.x == 0) ::late__spawn<U, 3>(spawn_queue.launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 1) even__spawn<U>(spawn_queue.launch(spawn_case_cu[3], 1, 4, 0, cudaStreamFireAndForget), d, 5);
}
#line 25 "case.cu"
__global__ void __launch_bounds__(1024) plain(int* d) { late__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d, 2); }
// spawnc: plain with a queue, in which its children wait until it has ended.
template <typename spawn_source, class T , int N > struct late__entry;
#line 25 "case.cu"
static __global__ void __launch_bounds__(1024) plain__queued(const spawn::Queue<late__entry<spawn::ThisSource, int, 2>> spawn_queue, int* d)
#line 25 "case.cu"
{ late__spawn(spawn_queue.launch(spawn_case_cu[4], 1, 32), d, 2); }
#line 26 "case.cu"
template <class T, int N>
__global__ void late(T* d, int n) {
  if (threadIdx.x < n) atomicAdd(d, N);
}
// spawnc: late for one thread, whose built-ins are local variables.
#line 26 "case.cu"
template <class T, int N>
static __device__ __forceinline__ void late__thread(const spawn::Thread& spawn_thread, T* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 27 "case.cu"
{
  if (threadIdx.x < n) atomicAdd(d, N);
}
}
// spawnc: late as a guarded branch launches it: the same work, counted and timed.
#line 26 "case.cu"
template <class T, int N>
static __global__ void late__launched(spawn::Ticket spawn_ticket, T* d, int n) {
  late__thread<T, N>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 26 "case.cu"
template <class T, int N>
static __device__ __forceinline__ void late__spawn(const spawn::Launch& spawn_launch, T* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      late__launched<T, N><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    late__thread<T, N>(spawn_thread, d, n);
  });
}
// spawnc: late as it waits in a queue, and the guarded branch of a parent with one.
#line 27 "case.cu"
template <typename spawn_source, class T, int N> struct late__entry {
  T* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    late__thread<T, N>(spawn_thread, d, n);
  }
};
#line 26 "case.cu"
template <class T, int N, typename spawn_kinds>
static __device__ __forceinline__ void late__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n) {
  const late__entry<spawn::ThisSource, T, N> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 30 "case.cu"
template __global__ void late<int, 2>(int*, int);
// the parameter has another name there
template <class X>
__global__ void renamed(X* d);
template <class U>
__global__ void __launch_bounds__(1024) renamed(U* d) {
  late__spawn<U, 3>(spawn::launch(spawn_case_cu[5], 1, 32), d);
}
void run(int* d, float* f) {
  parent__queued<int><<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  plain__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), f);
  even__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), d, 3);
  renamed<<<spawn::prepare(1), 1>>>(d);
}
// ---- diagnostics
case.cu:11:34: note: launch of 'odd' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:34: note: launch of 'even' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:22:27: note: launch of 'late' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:23:25: note: launch of 'even' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:25:33: note: launch of 'late' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:36:3: note: launch of 'late' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
11 launches: 5 host, 6 guarded, 0 kept, 0 refused
