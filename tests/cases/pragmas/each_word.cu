// flags: --policy threshold=64 --site-policy case.cu:5=always
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
__global__ void one(int* d, int n) { child<<<1, 32>>>(d, n); }
__global__ void two(int* d, int n) {
  child<<<1, 32>>>(d, n);
}
__global__ void three(int* d, int n) {
#pragma spawn keep
  child<<<1, 32>>>(d, n);
}
__global__ void four(int* d, int n) {
#pragma spawn serial
  child<<<1, 32>>>(d, n);
}
__global__ void five(int* d, int n) {
#pragma spawn always
  child<<<1, 32>>>(d, n);
}
__global__ void six(int* d, int n) {
#pragma spawn threshold(1'000)
  child<<<1, 32>>>(d, n);
}
__global__ void seven(int* d, int n) {
#pragma spawn workload(n * (n + 1))
  child<<<1, 32>>>(d, n);
}
__global__ void eight(int* d, int n) {
#pragma spawn spawn
  child<<<1, 32>>>(d, n);
}
__global__ void nine(int* d, int n) {
  for (int i = 0; i < n; ++i)
#pragma spawn independent threshold(8) \
    workload(i)
    child<<<1, 32>>>(d, n);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::threshold(64),
    spawn::always(),
    spawn::never(),
    spawn::always(),
    spawn::threshold(1000),
    spawn::threshold(64),
    spawn::by_controller(),
    spawn::threshold(8),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:3:38", "one", "child"},
    {"case.cu:5:3", "two", "child"},
    {"case.cu:13:3", "four", "child"},
    {"case.cu:17:3", "five", "child"},
    {"case.cu:21:3", "six", "child"},
    {"case.cu:25:3", "seven", "child"},
    {"case.cu:29:3", "eight", "child"},
    {"case.cu:35:5", "nine", "child"},
});
#line 1 "case.cu"
// flags: --policy threshold=64 --site-policy case.cu:5=always
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
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
#line 3 "case.cu"
__global__ void __launch_bounds__(1024) one(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, n); }
__global__ void __launch_bounds__(1024) two(int* d, int n) {
  child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d, n);
}
__global__ void three(int* d, int n) {

  child<<<1, 32>>>(d, n);
}
__global__ void __launch_bounds__(1024) four(int* d, int n) {

  child__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d, n);
}
__global__ void __launch_bounds__(1024) five(int* d, int n) {

  child__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d, n);
}
__global__ void __launch_bounds__(1024) six(int* d, int n) {

  child__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d, n);
}
__global__ void __launch_bounds__(1024) seven(int* d, int n) {

  child__spawn(spawn::launch(spawn_case_cu[5], 1, 32).with_workload(n * (n + 1)), d, n);
}
__global__ void __launch_bounds__(1024) eight(int* d, int n) {

  child__spawn(spawn::launch(spawn_case_cu[6], 1, 32), d, n);
}
__global__ void __launch_bounds__(1024) nine(int* d, int n) {
  for (int i = 0; i < n; ++i)

    child__spawn(spawn::launch(spawn_case_cu[7], 1, 32).with_workload(i), d, n);
}
// ---- diagnostics
case.cu:3:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:3:38: note: launch of 'child' guarded: policy threshold=64, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:4:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:5:3: note: launch of 'child' guarded: policy always, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:9:3: note: launch of 'child' kept as written: `#pragma spawn keep` [SP002]
case.cu:11:17: note: no host launch of 'four' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:3: note: launch of 'child' guarded: policy never, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:15:17: note: no host launch of 'five' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:17:3: note: launch of 'child' guarded: policy always, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:19:17: note: no host launch of 'six' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:21:3: note: launch of 'child' guarded: policy threshold=1000, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:23:17: note: no host launch of 'seven' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:25:3: note: launch of 'child' guarded: policy threshold=64, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:27:17: note: no host launch of 'eight' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:29:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:31:17: note: no host launch of 'nine' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:35:5: note: launch of 'child' guarded: policy threshold=8, independent (`#pragma spawn independent`) [SP001]
9 launches: 0 host, 8 guarded, 1 kept, 0 refused
