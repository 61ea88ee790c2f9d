// flags: --extended-lambda
template <class F>
__global__ void apply(int* d, F f) {
  d[threadIdx.x] = f(threadIdx.x);
}

__global__ void one(int* d, int n) {
  auto f = [=](int i) { return i + n; };
  apply<<<1, n>>>(d, f);
}

__global__ void two(int* d, int n) {
  apply<<<1, n>>>(d, [=](int i) { return i * n; });
}

__global__ void inside(int* d, int n) {
  auto f = [=](int i) { return i + n; };
  auto go = [&](int b) {
#pragma spawn independent
    apply<<<1, b>>>(d, f);
  };
  go(2);
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
    {"case.cu:9:3", "one", "apply"},
    {"case.cu:13:3", "two", "apply"},
    {"case.cu:20:5", "inside", "apply"},
});
#line 1 "case.cu"
// flags: --extended-lambda
template <class F>
__global__ void apply(int* d, F f) {
  d[threadIdx.x] = f(threadIdx.x);
}
// spawnc: apply for one thread, whose built-ins are local variables.
#line 2 "case.cu"
template <class F>
static __device__ __forceinline__ void apply__thread(const spawn::Thread& spawn_thread, int* d, F f) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  d[threadIdx.x] = f(threadIdx.x);
}
}
// spawnc: apply as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
template <class F>
static __global__ void apply__launched(spawn::Ticket spawn_ticket, int* d, F f) {
  apply__thread<F>(spawn::CtaScope(spawn_ticket).thread(), d, f);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
template <class F>
static __device__ __forceinline__ void apply__spawn(const spawn::Launch& spawn_launch, int* d, F f) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      apply__launched<F><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, f);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    apply__thread<F>(spawn_thread, d, f);
  });
}
#line 6 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d, int n) {
  auto f = [=](int i) { return i + n; };
  apply__spawn(spawn::launch(spawn_case_cu[0], 1, n), d, f);
}

__global__ void __launch_bounds__(1024) two(int* d, int n) {
  apply__spawn(spawn::launch(spawn_case_cu[1], 1, n), d, [=](int i) { return i * n; });
}

__global__ void __launch_bounds__(1024) inside(int* d, int n) {
  auto f = [=](int i) { return i + n; };
  auto go = [&](int b) {

    apply__spawn(spawn::launch(spawn_case_cu[2], 1, b), d, f);
  };
  go(2);
}
// ---- diagnostics
case.cu:7:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:9:3: note: launch of 'apply' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:12:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:3: note: launch of 'apply' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:17: note: no host launch of 'inside' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:20:5: note: launch of 'apply' guarded: policy spawn, independent (`#pragma spawn independent`) [SP001]
3 launches: 0 host, 3 guarded, 0 kept, 0 refused
