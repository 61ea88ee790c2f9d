// flags:
#include "kernels.cuh"
#include "kernels.cuh"

__global__ void parent(int* d, int n) {
  if (n > 9) child<<<1, n>>>(d, n);
  else templated<int><<<1, n>>>(d);
}
// ---- file kernels.cuh
// the project's kernels
#pragma once
__global__ void child(int* d, int n) { d[threadIdx.x] = n; }
template <class T>
__global__ void templated(T* d) {
  d[threadIdx.x] = 2;
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:6:14", "parent", "child"},
    {"case.cu:7:8", "parent", "templated"},
});
#line 1 "case.cu"
// flags:
#include "kernels.cuh"
#include "kernels.cuh"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n > 9) child__spawn(spawn::launch(spawn_case_cu[0], 1, n), d, n);
  else templated__spawn<int>(spawn::launch(spawn_case_cu[1], 1, n), d);
}
// ---- output kernels.cuh
// the project's kernels
#pragma once
#include <spawn/spawn.cuh>
#line 3 "kernels.cuh"
__global__ void child(int* d, int n) { d[threadIdx.x] = n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "kernels.cuh"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "kernels.cuh"
{ d[threadIdx.x] = n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "kernels.cuh"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "kernels.cuh"
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
#line 4 "kernels.cuh"
template <class T>
__global__ void templated(T* d) {
  d[threadIdx.x] = 2;
}
// spawnc: templated for one thread, whose built-ins are local variables.
#line 4 "kernels.cuh"
template <class T>
static __device__ __forceinline__ void templated__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 5 "kernels.cuh"
{
  d[threadIdx.x] = 2;
}
}
// spawnc: templated as a guarded branch launches it: the same work, counted and timed.
#line 4 "kernels.cuh"
template <class T>
static __global__ void templated__launched(spawn::Ticket spawn_ticket, T* d) {
  templated__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 4 "kernels.cuh"
template <class T>
static __device__ __forceinline__ void templated__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      templated__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    templated__thread<T>(spawn_thread, d);
  });
}
#line 8 "kernels.cuh"
// ---- diagnostics
case.cu:5:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:14: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:7:8: note: launch of 'templated' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
