// flags: -DUSE_CHILD
__global__ void child(int* d) { d[threadIdx.x] = 1; }
__global__ void parent(int* d) {
#ifdef USE_CHILD
  child<<<1, 1>>>(d);
#endif
#if 0
  child<<<1, 2>>>(d);
#endif
#ifdef NOBODY_DEFINES_THIS
  child<<<1, 3>>>(d);
#endif
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:5:3", "parent", "child"}});
#line 1 "case.cu"
// flags: -DUSE_CHILD
__global__ void child(int* d) { d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] = 1; }
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
__global__ void __launch_bounds__(1024) parent(int* d) {
#ifdef USE_CHILD
  child__spawn(spawn::launch(spawn_case_cu[0], 1, 1), d);
#endif
#if 0
  child<<<1, 2>>>(d);
#endif
#ifdef NOBODY_DEFINES_THIS
  child<<<1, 3>>>(d);
#endif
}
// ---- diagnostics
case.cu:3:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:5:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:8:3: warning: launch is not compiled in this configuration (#if): left as written [SP012]
case.cu:11:3: warning: launch is not compiled in this configuration (#if): left as written [SP012]
3 launches: 0 host, 1 guarded, 0 kept, 2 refused
