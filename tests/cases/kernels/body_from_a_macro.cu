// flags:
#define BODY(d, n) { int i = threadIdx.x; if (i >= n) return; d[i] = i; }
__global__ void child(int* d, int n) BODY(d, n)
__global__ void parent(int* d, int n) { child<<<1, n>>>(d, n); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:4:41", "parent", "child"}});
#line 1 "case.cu"
// flags:
#define BODY(d, n) { int i = threadIdx.x; if (i >= n) return; d[i] = i; }
__global__ void child(int* d, int n) BODY(d, n)
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
 BODY(d, n)
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
#line 4 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[0], 1, n), d, n); }
// ---- diagnostics
case.cu:4:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:4:41: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
