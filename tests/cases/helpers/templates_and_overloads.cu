// flags:
template <class T>
__device__ T* at(T* p) {
  return p + threadIdx.x;
}
template <int N>
__device__ int shifted() {
  return threadIdx.x + N;
}
__device__ int pick(int a) { return a + threadIdx.x; }
__device__ float pick(float a) { return a; }

// what the calls mean is open until the template is instantiated
template <class T, int N>
__global__ void child(T* d) {
  *at(d) = pick(T(1));
  d[shifted<3>()] = shifted<N>() + *at<T>(d);
}

__global__ void parent(int* d) { child<int, 2><<<1, 32>>>(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:20:34", "parent", "child"}});
#line 1 "case.cu"
// flags:
template <class T>
__device__ T* at(T* p) {
  return p + threadIdx.x;
}
// spawnc: at for the serial bodies that call it.
#line 2 "case.cu"
template <class T>
static __device__ T* at__thread(const spawn::Thread& spawn_thread, T* p) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  return p + threadIdx.x;
}
}

#line 6 "case.cu"
template <int N>
__device__ int shifted() {
  return threadIdx.x + N;
}
// spawnc: shifted for the serial bodies that call it.
#line 6 "case.cu"
template <int N>
static __device__ int shifted__thread(const spawn::Thread& spawn_thread) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{
  return threadIdx.x + N;
}
}

#line 10 "case.cu"
__device__ int pick(int a) { return a + threadIdx.x; }
// spawnc: pick for the serial bodies that call it.
#line 10 "case.cu"
static __device__ int pick__thread(const spawn::Thread& spawn_thread, int a) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{ return a + threadIdx.x; }
}

#line 11 "case.cu"
__device__ float pick(float a) { return a; }

// what the calls mean is open until the template is instantiated
template <class T, int N>
__global__ void child(T* d) {
  *at(d) = pick(T(1));
  d[shifted<3>()] = shifted<N>() + *at<T>(d);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 14 "case.cu"
template <class T, int N>
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 15 "case.cu"
{
  *at__thread(spawn_thread, d) = pick__thread(spawn_thread, T(1));
  d[shifted__thread<3>(spawn_thread)] = shifted__thread<N>(spawn_thread) + *at__thread<T>(spawn_thread, d);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 14 "case.cu"
template <class T, int N>
static __global__ void child__launched(spawn::Ticket spawn_ticket, T* d) {
  child__thread<T, N>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 14 "case.cu"
template <class T, int N>
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<T, N><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread<T, N>(spawn_thread, d);
  });
}
#line 19 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d) { child__spawn<int, 2>(spawn::launch(spawn_case_cu[0], 1, 32), d); }
// ---- diagnostics
case.cu:20:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:20:34: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
