// flags:
template <class... A>
__global__ void sum(int* d, A... a) {
  d[threadIdx.x] = (0 + ... + a);
}

__global__ void one(int* d) { sum<<<1, 32>>>(d, 1, 2, 3); }
__global__ void two(int* d) { sum<int, int><<<1, 32>>>(d, 4, 5); }
__global__ void three(int* d) { sum<<<1, 32>>>(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:7:31", "one", "sum"},
    {"case.cu:8:31", "two", "sum"},
    {"case.cu:9:33", "three", "sum"},
});
#line 1 "case.cu"
// flags:
template <class... A>
__global__ void sum(int* d, A... a) {
  d[threadIdx.x] = (0 + ... + a);
}
// spawnc: sum for one thread, whose built-ins are local variables.
#line 2 "case.cu"
template <class... A>
static __device__ __forceinline__ void sum__thread(const spawn::Thread& spawn_thread, int* d, A... a) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  d[threadIdx.x] = (0 + ... + a);
}
}
// spawnc: sum as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
template <class... A>
static __global__ void sum__launched(spawn::Ticket spawn_ticket, int* d, A... a) {
  sum__thread<A...>(spawn::CtaScope(spawn_ticket).thread(), d, a...);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
template <class... A>
static __device__ __forceinline__ void sum__spawn(const spawn::Launch& spawn_launch, int* d, A... a) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      sum__launched<A...><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, a...);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    sum__thread<A...>(spawn_thread, d, a...);
  });
}
#line 6 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d) { sum__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, 1, 2, 3); }
__global__ void __launch_bounds__(1024) two(int* d) { sum__spawn<int, int>(spawn::launch(spawn_case_cu[1], 1, 32), d, 4, 5); }
__global__ void __launch_bounds__(1024) three(int* d) { sum__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d); }
// ---- diagnostics
case.cu:7:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:7:31: note: launch of 'sum' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:8:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:8:31: note: launch of 'sum' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:9:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:9:33: note: launch of 'sum' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
3 launches: 0 host, 3 guarded, 0 kept, 0 refused
