// flags:
__global__ void odd(int* d, int n);
__global__ void even(int* d, int n) {
  if (n) odd<<<1, 1>>>(d, n - 1);
}
__global__ void odd(int* d, int n) {
  if (n) even<<<1, 1>>>(d, n - 1);
  else *d = 1;
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:4:10", "even", "odd"},
    {"case.cu:7:10", "odd", "even"},
});
#line 1 "case.cu"
// flags:
#line 2 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void odd__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d, int n);
#line 2 "case.cu"
__global__ void odd(int* d, int n);
#line 3 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void even__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d, int n);
#line 3 "case.cu"
__global__ void __launch_bounds__(1024) even(int* d, int n) {
  if (n) odd__spawn(spawn::launch(spawn_case_cu[0], 1, 1), d, n - 1);
}
// spawnc: even for one thread, whose built-ins are local variables.
#line 3 "case.cu"
template <int spawn_depth> static __device__ __forceinline__ void even__thread(const spawn::ThreadAt<spawn_depth>& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  if (n) odd__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 1), d, n - 1);
}
}
// spawnc: even as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void __launch_bounds__(1024) even__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  even__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void even__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      even__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    even__thread(spawn_thread, d, n);
  });
}
#line 6 "case.cu"
__global__ void __launch_bounds__(1024) odd(int* d, int n) {
  if (n) even__spawn(spawn::launch(spawn_case_cu[1], 1, 1), d, n - 1);
  else *d = 1;
}
// spawnc: odd for one thread, whose built-ins are local variables.
#line 6 "case.cu"
template <int spawn_depth> static __device__ __forceinline__ void odd__thread(const spawn::ThreadAt<spawn_depth>& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{
  if (n) even__spawn(spawn_thread.launch(spawn_case_cu[1], 1, 1), d, n - 1);
  else *d = 1;
}
}
// spawnc: odd as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void __launch_bounds__(1024) odd__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  odd__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void odd__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      odd__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    odd__thread(spawn_thread, d, n);
  });
}
#line 10 "case.cu"
// ---- diagnostics
case.cu:3:17: note: no host launch of 'even' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:4:10: note: launch of 'odd' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:6:17: note: no host launch of 'odd' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:7:10: note: launch of 'even' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
