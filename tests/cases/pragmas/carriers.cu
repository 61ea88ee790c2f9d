// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void in_order(int* d, int n) {
  for (int i = 0; i < n; ++i)
#pragma spawn queue threshold(64)
    child<<<1, 32>>>(d);
}
__global__ void once(int* d) {
#pragma spawn launch
  child<<<1, 32>>>(d);
}
void run(int* d) {
  in_order<<<1, 1>>>(d, 3);
  once<<<1, 1>>>(d);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::threshold(64),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:6:5", "in_order", "child"},
    {"case.cu:10:3", "once", "child"},
});
#line 1 "case.cu"
// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
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
#line 3 "case.cu"
__global__ void __launch_bounds__(1024) in_order(int* d, int n) { spawn::StreamOrder spawn_order;
  for (int i = 0; i < n; ++i)

    child__spawn(spawn_order.launch(spawn_case_cu[0], 1, 32), d);
}
__global__ void __launch_bounds__(1024) once(int* d) {

  child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d);
}
void run(int* d) {
  in_order<<<spawn::prepare(1), 1>>>(d, 3);
  once<<<spawn::prepare(1), 1>>>(d);
}
// ---- diagnostics
case.cu:6:5: note: launch of 'child' guarded: policy threshold=64, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:6:5: warning: launch of 'child' does not wait in a queue: the order of the launches matters [SP091]
case.cu:10:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
4 launches: 2 host, 2 guarded, 0 kept, 0 refused
