// flags:
__global__ void descend(int* d, int n) {
  if (n < 2) {
    atomicAdd(d, n);
    return;
  }
  descend<<<1, 2>>>(d, n - 1);
}

void run(int* d) { descend<<<1, 1>>>(d, 9); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:7:3", "descend", "descend"}});
#line 1 "case.cu"
// flags:
#line 2 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void descend__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d, int n);
#line 2 "case.cu"
__global__ void __launch_bounds__(1024) descend(int* d, int n) {
  if (n < 2) {
    atomicAdd(d, n);
    return;
  }
  descend__spawn(spawn::launch(spawn_case_cu[0], 1, 2), d, n - 1);
}
// spawnc: descend for one thread, whose built-ins are local variables.
#line 2 "case.cu"
template <int spawn_depth> static __device__ __forceinline__ void descend__thread(const spawn::ThreadAt<spawn_depth>& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
  if (n < 2) {
    atomicAdd(d, n);
    return;
  }
  descend__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 2), d, n - 1);
}
}
// spawnc: descend as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void __launch_bounds__(1024) descend__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  descend__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void descend__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      descend__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    descend__thread(spawn_thread, d, n);
  });
}
#line 9 "case.cu"

void run(int* d) { descend<<<spawn::prepare(1), 1>>>(d, 9); }
// ---- diagnostics
case.cu:7:3: note: launch of 'descend' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 1 host, 1 guarded, 0 kept, 0 refused
