// `T(x)` of a type that the template leaves open, and `float(x)` of what depends on it, are no calls.
template <typename T> __global__ void child(T* p, int n) {
  double part[4] = {};
  p[threadIdx.x] = T(part[n & 3]) + T(n) + float(p[n & 1]);
}
__global__ void parent(int* p, int n) { child<int><<<1, 32, 0, cudaStreamFireAndForget>>>(p, n); }
void run(int* p) { parent<<<1, 1>>>(p, 3); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:6:41", "parent", "child"}});
#line 1 "case.cu"
// `T(x)` of a type that the template leaves open, and `float(x)` of what depends on it, are no calls.
template <typename T> __global__ void child(T* p, int n) {
  double part[4] = {};
  p[threadIdx.x] = T(part[n & 3]) + T(n) + float(p[n & 1]);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
template <typename T> static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, T* p, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
  double part[4] = {};
  p[threadIdx.x] = T(part[n & 3]) + T(n) + float(p[n & 1]);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
template <typename T> static __global__ void child__launched(spawn::Ticket spawn_ticket, T* p, int n) {
  child__thread<T>(spawn::CtaScope(spawn_ticket).thread(), p, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
template <typename T> static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, T* p, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, p, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread<T>(spawn_thread, p, n);
  });
}
#line 6 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* p, int n) { child__spawn<int>(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), p, n); }
void run(int* p) { parent<<<spawn::prepare(1), 1>>>(p, 3); }
// ---- diagnostics
case.cu:6:41: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
2 launches: 1 host, 1 guarded, 0 kept, 0 refused
