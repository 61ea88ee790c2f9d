// flags: -arch=sm_90
__global__ void child(int* d, int n) {
#if __CUDA_ARCH__ >= 800
  d[threadIdx.x] = n;
#else
  d[threadIdx.x] = -n;
#endif
}

__global__ void parent(int* d, int n) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  child<<<1, 2>>>(d, n);
#elif defined(__CUDA_ARCH__)
  child<<<1, 3>>>(d, n);
#endif
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:12:3", "parent", "child"},
    {"case.cu:14:3", "parent", "child"},
});
#line 1 "case.cu"
// flags: -arch=sm_90
__global__ void child(int* d, int n) {
#if __CUDA_ARCH__ >= 800
  d[threadIdx.x] = n;
#else
  d[threadIdx.x] = -n;
#endif
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
#if __CUDA_ARCH__ >= 800
  d[threadIdx.x] = n;
#else
  d[threadIdx.x] = -n;
#endif
}
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
#line 9 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
  child__spawn(spawn::launch(spawn_case_cu[0], 1, 2), d, n);
#elif defined(__CUDA_ARCH__)
  child__spawn(spawn::launch(spawn_case_cu[1], 1, 3), d, n);
#endif
}
// ---- diagnostics
case.cu:10:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:12:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:14:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
