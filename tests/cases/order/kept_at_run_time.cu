// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void two(int* d) {
  child<<<1, 32>>>(d);
  child<<<2, 32, 0, 0>>>(d);
}
__global__ void loop(int* d, int n)
{
  for (int i = 0; i < n; ++i) child<<<1, 32>>>(d + i);
}
// children that hold such launches, called serially
__global__ void outer(int* d, int n) {
  if (threadIdx.x == 0) loop<<<1, 32, 0, cudaStreamFireAndForget>>>(d, n);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:4:3", "two", "child"},
    {"case.cu:5:3", "two", "child"},
    {"case.cu:9:31", "loop", "child"},
    {"case.cu:13:25", "outer", "loop"},
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
__global__ void __launch_bounds__(1024) two(int* d) { spawn::StreamOrder spawn_order;
  child__spawn(spawn_order.launch(spawn_case_cu[0], 1, 32), d);
  child__spawn(spawn_order.launch(spawn_case_cu[1], 2, 32, 0, 0), d);
}
__global__ void __launch_bounds__(1024) loop(int* d, int n)
{ spawn::StreamOrder spawn_order;
  for (int i = 0; i < n; ++i) child__spawn(spawn_order.launch(spawn_case_cu[2], 1, 32), d + i);
}
// spawnc: loop for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void loop__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{ spawn::StreamOrder spawn_order(spawn_thread);
  for (int i = 0; i < n; ++i) child__spawn(spawn_order.launch(spawn_case_cu[2], 1, 32), d + i);
}
}
// spawnc: loop as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void __launch_bounds__(1024) loop__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  loop__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
static __device__ __forceinline__ void loop__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      loop__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    loop__thread(spawn_thread, d, n);
  });
}
#line 11 "case.cu"
// children that hold such launches, called serially
__global__ void __launch_bounds__(1024) outer(int* d, int n) {
  if (threadIdx.x == 0) loop__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d, n);
}
// ---- diagnostics
case.cu:3:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:4:3: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:5:3: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:7:17: note: no host launch of 'loop' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:9:31: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:12:17: note: no host launch of 'outer' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:25: note: launch of 'loop' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
4 launches: 0 host, 4 guarded, 0 kept, 0 refused
