// flags:
extern "C" __global__ void single(int* d) { d[threadIdx.x] = 1; }
extern "C" {
__global__ void grouped(int* d) { d[threadIdx.x] = 2; }

__global__ void parent(int* d) {
  if (d[0]) single<<<1, 32>>>(d);
  else grouped<<<1, 32>>>(d);
}
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:7:13", "parent", "single"},
    {"case.cu:8:8", "parent", "grouped"},
});
#line 1 "case.cu"
// flags:
extern "C" __global__ void single(int* d) { d[threadIdx.x] = 1; }
// spawnc: single for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void single__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: single as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void single__launched(spawn::Ticket spawn_ticket, int* d) {
  single__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void single__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      single__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    single__thread(spawn_thread, d);
  });
}
#line 3 "case.cu"
extern "C" {
__global__ void grouped(int* d) { d[threadIdx.x] = 2; }
// spawnc: grouped for one thread, whose built-ins are local variables.
#line 4 "case.cu"
static __device__ __forceinline__ void grouped__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{ d[threadIdx.x] = 2; }
}
// spawnc: grouped as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void grouped__launched(spawn::Ticket spawn_ticket, int* d) {
  grouped__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void grouped__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      grouped__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    grouped__thread(spawn_thread, d);
  });
}
#line 5 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d) {
  if (d[0]) single__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d);
  else grouped__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d);
}
}
// ---- diagnostics
case.cu:6:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:7:13: note: launch of 'single' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:8:8: note: launch of 'grouped' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
