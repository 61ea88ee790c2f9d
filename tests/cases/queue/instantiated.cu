// flags: --carrier queue
// explicit instantiations name the parent, and mean nothing for its copy
__global__ void child(int* d) { d[threadIdx.x] = 1; }
template <class T, int N>
__global__ void parent(T* d) {
  child<<<1, N>>>(d);
}
extern template __global__ void parent<int, 64>(int*);
template __global__ void parent<int, 32>(int*);
void run(int* d) { parent<int, 32><<<1, 32>>>(d); }
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:6:3", "parent", "child"}});
#line 1 "case.cu"
// flags: --carrier queue
// explicit instantiations name the parent, and mean nothing for its copy
__global__ void child(int* d) { d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = 1; }
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
template <class T, int N>
__global__ void __launch_bounds__(1024) parent(T* d) {
  child__spawn(spawn::launch(spawn_case_cu[0], 1, N), d);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 4 "case.cu"
template <class T, int N>
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, T* d)
#line 5 "case.cu"
{
  child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, N), d);
}
#line 8 "case.cu"
extern template __global__ void parent<int, 64>(int*);
template __global__ void parent<int, 32>(int*);
void run(int* d) { parent__queued<int, 32><<<spawn::prepare(1), 32>>>(spawn::queued(), d); }
// ---- diagnostics
case.cu:6:3: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 1 host, 1 guarded, 0 kept, 0 refused
