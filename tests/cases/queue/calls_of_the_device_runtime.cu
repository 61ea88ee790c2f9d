// flags: --carrier auto
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
__global__ void parent(int* d) {
  int* room;
  if (cudaMalloc(&room, 4)) return;
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 1);
  ::cudaFree(room);
}
void run(int* d) { parent<<<1, 32>>>(d); }
// ---- output
#include <spawn/queue.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:6:3", "parent", "child"}});
#line 1 "case.cu"
// flags: --carrier auto
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += n; }
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
__global__ void __launch_bounds__(1024) parent(int* d) { using spawn::in_turn::cudaMalloc;
  int* room;
  if (cudaMalloc(&room, 4)) return;
  child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d, 1);
  spawn::in_turn::cudaFree(room);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 3 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 3 "case.cu"
{ using spawn::in_turn::cudaMalloc;
  int* room;
  if (cudaMalloc(&room, 4)) return;
  child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d, 1);
  spawn::in_turn::cudaFree(room);
}
#line 9 "case.cu"
void run(int* d) { parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d); }
// ---- diagnostics
case.cu:6:3: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
2 launches: 1 host, 1 guarded, 0 kept, 0 refused
