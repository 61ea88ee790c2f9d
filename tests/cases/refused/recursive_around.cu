// flags:
__global__ void child(int* d) { d[threadIdx.x] = 1; }
__device__ int depth(int n, int* d) { return n ? depth(n - 1, d) + d[n] : 0; }
__global__ void parent(int* d) {
  d[0] = depth(9, d);
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
}
// the frames of all callers are on the stack
__device__ void launch(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); }
__device__ void through(int* d) { launch(d); }
__global__ void caller(int* d) {
  if (depth(3, d)) through(d);
}
// the launch stands in the recursion
__device__ void walk(int n, int* d) {
  if (n == 0) return;
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d + n);
  walk(n - 1, d);
}
__global__ void walker(int* d) { walk(4, d); }
__global__ void grandparent(int* d) { parent<<<1, 1, 0, cudaStreamFireAndForget>>>(d); }
// what kernels launch has a stack of its own
__device__ void beside(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); }
__global__ void started(int* d) { beside(d); }
__global__ void starts(int* d) {
  d[0] = depth(2, d);
#pragma spawn keep
  started<<<1, 1, 0, cudaStreamFireAndForget>>>(d);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:23:34", "beside", "child"}});
#line 1 "case.cu"
// flags:
__global__ void child(int* d) { d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] = 1; }
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
__device__ int depth(int n, int* d) { return n ? depth(n - 1, d) + d[n] : 0; }
__global__ void parent(int* d) {
  d[0] = depth(9, d);
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
}
// the frames of all callers are on the stack
__device__ void launch(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); }
__device__ void through(int* d) { launch(d); }
__global__ void caller(int* d) {
  if (depth(3, d)) through(d);
}
// the launch stands in the recursion
__device__ void walk(int n, int* d) {
  if (n == 0) return;
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d + n);
  walk(n - 1, d);
}
__global__ void walker(int* d) { walk(4, d); }
__global__ void grandparent(int* d) { parent<<<1, 1, 0, cudaStreamFireAndForget>>>(d); }
// what kernels launch has a stack of its own
__device__ void beside(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d); }
__global__ void __launch_bounds__(1024) started(int* d) { beside(d); }
__global__ void starts(int* d) {
  d[0] = depth(2, d);

  started<<<1, 1, 0, cudaStreamFireAndForget>>>(d);
}
// ---- diagnostics
case.cu:6:3: warning: 'parent' reaches 'depth', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:3:50: note: 'depth' calls itself here
case.cu:9:34: warning: a caller of 'launch' reaches 'depth', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:3:50: note: 'depth' calls itself here
case.cu:17:3: warning: 'walk' reaches 'walk', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:18:3: note: 'walk' calls itself here
case.cu:21:39: warning: child kernel 'parent' reaches 'depth', which calls itself: a serial body may not fit on the stack [SP055]
  case.cu:3:50: note: 'depth' calls itself here
case.cu:23:34: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:28:3: note: launch of 'started' kept as written: `#pragma spawn keep` [SP002]
6 launches: 0 host, 1 guarded, 1 kept, 4 refused
