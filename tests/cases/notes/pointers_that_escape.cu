// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void local(int* d) {
  int mine[32];
  int one = 1;
  if (d[0]) child<<<1, 32>>>(mine);
  else child<<<1, 1>>>(&one);
}
__global__ void shared(int* d) {
  __shared__ int ours[32];
  ours[threadIdx.x] = 1;
  if (threadIdx.x == 0) child<<<1, 32>>>(ours);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:6:13", "local", "child"},
    {"case.cu:7:8", "local", "child"},
    {"case.cu:12:25", "shared", "child"},
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
__global__ void __launch_bounds__(1024) local(int* d) {
  int mine[32];
  int one = 1;
  if (d[0]) child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), mine);
  else child__spawn(spawn::launch(spawn_case_cu[1], 1, 1), &one);
}
__global__ void __launch_bounds__(1024) shared(int* d) {
  __shared__ int ours[32];
  ours[threadIdx.x] = 1;
  if (threadIdx.x == 0) child__spawn(spawn::launch(spawn_case_cu[2], 1, 32), ours);
}
// ---- diagnostics
case.cu:3:17: note: no host launch of 'local' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:13: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:6:30: warning: 'mine' points to local memory, which a child kernel may not use [SP070]
case.cu:7:8: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:7:24: warning: '&one' points to local memory, which a child kernel may not use [SP070]
case.cu:9:17: note: no host launch of 'shared' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:12:25: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:12:42: warning: 'ours' points to shared memory, which a child kernel may not use [SP070]
3 launches: 0 host, 3 guarded, 0 kept, 0 refused
