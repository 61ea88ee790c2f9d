// flags:
__device__ int child__thread(int a) { return a; }
__global__ void child(int* d, int n) { d[threadIdx.x] = child__thread(n); }
__global__ void other(int* d, int n) { d[threadIdx.x] = n; }
__global__ void parent(int* d, int n) {
  if (n) child<<<1, 32>>>(d, n);
  else other<<<1, 32>>>(d, n);
}
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:7:8", "parent", "other"}});
#line 1 "case.cu"
// flags:
__device__ int child__thread(int a) { return a; }
__global__ void child(int* d, int n) { d[threadIdx.x] = child__thread(n); }
__global__ void other(int* d, int n) { d[threadIdx.x] = n; }
// spawnc: other for one thread, whose built-ins are local variables.
#line 4 "case.cu"
static __device__ __forceinline__ void other__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{ d[threadIdx.x] = n; }
}
// spawnc: other as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void other__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  other__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void other__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      other__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    other__thread(spawn_thread, d, n);
  });
}
#line 5 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n) spawn::in_turn::launch([&] { child<<<1, 32>>>(d, n); });
  else other__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, n);
}
// ---- diagnostics
case.cu:5:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:10: warning: 'child__thread' has a name that the guarded branch of 'child' needs [SP026]
  case.cu:2:16: note: here
case.cu:7:8: note: launch of 'other' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 1 guarded, 0 kept, 1 refused
