// flags: --carrier auto
__global__ void child(int* d, int n) { if (threadIdx.x < n) d[threadIdx.x] = n; }
template <typename T, int N = 2>
__global__ void parent(T* d) {
  if (threadIdx.x < N) child<<<1, 32>>>(reinterpret_cast<int*>(d), N);
}
template <typename T>
__global__ void __launch_bounds__(128) deduced(T* d, T n) {
  child<<<1, 32>>>(reinterpret_cast<int*>(d), n);
}
template <>
__global__ void deduced(short* d, short n) { child<<<1, 4>>>(reinterpret_cast<int*>(d), n); }
template <typename... T>
__global__ void pack(int* d, T... n) {
  child<<<1, 32>>>(d, (0 + ... + n));
}
template <typename T = int, int N = 2>
__global__ void declared(T* d);
template <typename T, int N>
__global__ void declared(T* d) {
  child<<<1, 32>>>(d, N);
}
void run(int* d, unsigned* u, short* s) {
  parent<int><<<1, 32>>>(d);
  ::parent<unsigned, 3><<<1, 32>>>(u);
  deduced<<<1, 32>>>(d, 7);
  declared<><<<1, 32>>>(d);
  pack<<<1, 32>>>(d, 1, 2, 3);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:5:24", "parent", "child"},
    {"case.cu:9:3", "deduced", "child"},
    {"case.cu:12:46", "deduced", "child"},
    {"case.cu:15:3", "pack", "child"},
    {"case.cu:21:3", "declared", "child"},
});
#line 1 "case.cu"
// flags: --carrier auto
__global__ void child(int* d, int n) { if (threadIdx.x < n) d[threadIdx.x] = n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ if (threadIdx.x < n) d[threadIdx.x] = n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
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
#line 2 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 2 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const child__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 3 "case.cu"
template <typename T, int N = 2>
__global__ void __launch_bounds__(1024) parent(T* d) {
  if (threadIdx.x < N) child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), reinterpret_cast<int*>(d), N);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 3 "case.cu"
template <typename T, int N = 2>
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, T* d)
#line 4 "case.cu"
{
  if (threadIdx.x < N) child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32), reinterpret_cast<int*>(d), N);
}
#line 7 "case.cu"
template <typename T>
__global__ void __launch_bounds__(128) deduced(T* d, T n) {
  child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), reinterpret_cast<int*>(d), n);
}
template <>
__global__ void deduced(short* d, short n) { child__spawn(spawn::launch(spawn_case_cu[2], 1, 4), reinterpret_cast<int*>(d), n); }
template <typename... T>
__global__ void __launch_bounds__(1024) pack(int* d, T... n) {
  child__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d, (0 + ... + n));
}
// spawnc: pack with a queue, in which its children wait until it has ended.
#line 13 "case.cu"
template <typename... T>
static __global__ void __launch_bounds__(1024) pack__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d, T... n)
#line 14 "case.cu"
{
  child__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32), d, (0 + ... + n));
}
#line 17 "case.cu"
template <typename spawn_source> struct child__entry;
#line 17 "case.cu"
template <typename T = int, int N = 2>
static __global__ void __launch_bounds__(1024) declared__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, T* d);
#line 17 "case.cu"
template <typename T = int, int N = 2>
__global__ void declared(T* d);
template <typename T, int N>
__global__ void __launch_bounds__(1024) declared(T* d) {
  child__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d, N);
}
// spawnc: declared with a queue, in which its children wait until it has ended.
#line 19 "case.cu"
template <typename T, int N>
static __global__ void __launch_bounds__(1024) declared__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, T* d)
#line 20 "case.cu"
{
  child__spawn(spawn_queue.launch(spawn_case_cu[4], 1, 32), d, N);
}
#line 23 "case.cu"
void run(int* d, unsigned* u, short* s) {
  parent__queued<int><<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  ::parent__queued<unsigned, 3><<<spawn::prepare(1), 32>>>(spawn::queued(), u);
  deduced<<<spawn::prepare(1), 32>>>(d, 7);
  declared__queued<><<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  pack__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, 1, 2, 3);
}
// ---- diagnostics
case.cu:5:24: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:9:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:12:17: note: no host launch of 'deduced' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:12:46: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:15:3: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:21:3: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
10 launches: 5 host, 5 guarded, 0 kept, 0 refused
