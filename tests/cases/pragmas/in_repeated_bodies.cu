// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
__global__ void child(int* d, int n) {
  for (int i = 0; i < n; ++i) {
#pragma spawn independent
    leaf<<<1, 32>>>(d + i);
  }
}
__global__ void parent(int* d, int n) {
#pragma spawn serial
  if (n) child<<<1, 32>>>(d, n);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::never(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:6:5", "child", "leaf"},
    {"case.cu:11:10", "parent", "child"},
});
#line 1 "case.cu"
// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
// spawnc: leaf for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void leaf__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: leaf as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void leaf__launched(spawn::Ticket spawn_ticket, int* d) {
  leaf__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void leaf__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      leaf__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    leaf__thread(spawn_thread, d);
  });
}
#line 3 "case.cu"
__global__ void __launch_bounds__(1024) child(int* d, int n) {
  for (int i = 0; i < n; ++i) {

    leaf__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d + i);
  }
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  for (int i = 0; i < n; ++i) {

    leaf__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32), d + i);
  }
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void __launch_bounds__(1024) child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
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
#line 9 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int n) {

  if (n) child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d, n);
}
// ---- diagnostics
case.cu:3:17: note: no host launch of 'child' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:5: note: launch of 'leaf' guarded: policy spawn, independent (`#pragma spawn independent`) [SP001]
case.cu:9:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:11:10: note: launch of 'child' guarded: policy never, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
