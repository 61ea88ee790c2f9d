// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
__global__ void child(float* d, int n) { d[threadIdx.x] += 0.5f * n; }
template <class T>
__global__ void child(T** d, int n) {
  *d[threadIdx.x] += T(n);
}

__global__ void one(int* d, int n) { child<<<1, n>>>(d, n); }
__global__ void two(float* d, int n) { child<<<1, n>>>(d, n); }
__global__ void three(double** d, int n) { child<<<1, n>>>(d, n); }
template <class T>
__global__ void four(T* d, int n) {
  child<<<1, n>>>(d, n);
}
template __global__ void four<float>(float*, int);
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
    {"case.cu:9:38", "one", "child"},
    {"case.cu:10:40", "two", "child"},
    {"case.cu:11:44", "three", "child"},
    {"case.cu:14:3", "four", "child"},
});
#line 1 "case.cu"
// flags:
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
__global__ void child(float* d, int n) { d[threadIdx.x] += 0.5f * n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, float* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] += 0.5f * n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, float* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, float* d, int n) {
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
#line 4 "case.cu"
template <class T>
__global__ void child(T** d, int n) {
  *d[threadIdx.x] += T(n);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 4 "case.cu"
template <class T>
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, T** d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 5 "case.cu"
{
  *d[threadIdx.x] += T(n);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
template <class T>
static __global__ void child__launched(spawn::Ticket spawn_ticket, T** d, int n) {
  child__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
template <class T>
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, T** d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread<T>(spawn_thread, d, n);
  });
}
#line 8 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[0], 1, n), d, n); }
__global__ void __launch_bounds__(1024) two(float* d, int n) { child__spawn(spawn::launch(spawn_case_cu[1], 1, n), d, n); }
__global__ void __launch_bounds__(1024) three(double** d, int n) { child__spawn(spawn::launch(spawn_case_cu[2], 1, n), d, n); }
template <class T>
__global__ void __launch_bounds__(1024) four(T* d, int n) {
  child__spawn(spawn::launch(spawn_case_cu[3], 1, n), d, n);
}
template __global__ void four<float>(float*, int);
// ---- diagnostics
case.cu:9:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:9:38: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:10:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:10:40: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:11:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:11:44: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:13:17: note: no host launch of 'four' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:14:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
4 launches: 0 host, 4 guarded, 0 kept, 0 refused
