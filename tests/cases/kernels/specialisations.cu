// flags:
template <class T>
__global__ void child(T* d) {
  d[threadIdx.x] = T(1);
}
template <>
__global__ void child<int>(int* d) {
  d[threadIdx.x] = 2;
}
template <>
__global__ void child(double* d) {
  d[threadIdx.x] = 3;
}

__global__ void one(int* d) { child<<<1, 32>>>(d); }
__global__ void two(float* d) { child<float><<<1, 32>>>(d); }
__global__ void three(double* d) { child<<<1, 32>>>(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:15:31", "one", "child"},
    {"case.cu:16:33", "two", "child"},
    {"case.cu:17:36", "three", "child"},
});
#line 1 "case.cu"
// flags:
template <class T>
__global__ void child(T* d) {
  d[threadIdx.x] = T(1);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
template <class T>
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  d[threadIdx.x] = T(1);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
template <class T>
static __global__ void child__launched(spawn::Ticket spawn_ticket, T* d) {
  child__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
template <class T>
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread<T>(spawn_thread, d);
  });
}
#line 6 "case.cu"
template <>
__global__ void child<int>(int* d) {
  d[threadIdx.x] = 2;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 6 "case.cu"
template <>
__device__ __forceinline__ void child__thread<int>(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{
  d[threadIdx.x] = 2;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
template <>
__global__ void child__launched<int>(spawn::Ticket spawn_ticket, int* d) {
  child__thread<int>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
template <>
__device__ __forceinline__ void child__spawn<int>(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<int><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread<int>(spawn_thread, d);
  });
}
#line 10 "case.cu"
template <>
__global__ void child(double* d) {
  d[threadIdx.x] = 3;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 10 "case.cu"
template <>
__device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, double* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{
  d[threadIdx.x] = 3;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 10 "case.cu"
template <>
__global__ void child__launched(spawn::Ticket spawn_ticket, double* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 10 "case.cu"
template <>
__device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, double* d) {
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
#line 14 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d); }
__global__ void __launch_bounds__(1024) two(float* d) { child__spawn<float>(spawn::launch(spawn_case_cu[1], 1, 32), d); }
__global__ void __launch_bounds__(1024) three(double* d) { child__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d); }
// ---- diagnostics
case.cu:15:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:31: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:33: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:17:36: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
3 launches: 0 host, 3 guarded, 0 kept, 0 refused
