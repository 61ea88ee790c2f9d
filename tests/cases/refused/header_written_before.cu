// flags:
#include "kernels.cuh"

__global__ void parent(int* d, int n) { child<<<1, n>>>(d, n); }
// ---- file kernels.cuh
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
  const spawn::CtaScope spawn_scope(spawn_ticket);
  child__thread(spawn_scope.thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "kernels.cuh"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes,
          spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (!spawn_ticket.is_serial()) return;
  spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
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
  const spawn::CtaScope spawn_scope(spawn_ticket);
  templated__thread<T>(spawn_scope.thread(), d);
}
// spawnc: the guarded branch.
#line 4 "kernels.cuh"
template <class T>
static __device__ __forceinline__ void templated__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      templated__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes,
          spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (!spawn_ticket.is_serial()) return;
  spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    templated__thread<T>(spawn_thread, d);
  });
}

#line 8 "kernels.cuh"
// ---- diagnostics
case.cu:4:41: warning: child kernel 'child' has no plain definition: its file was written by spawnc, begin with the original one [SP048]
  kernels.cuh:5:17: note: here
kernels.cuh:22:45: note: already rewritten by spawnc: left as it is [SP022]
kernels.cuh:26:7: note: launch of 'child__launched' kept as written: the file was written by spawnc [SP002]
kernels.cuh:66:7: note: launch of 'templated__launched' kept as written: the file was written by spawnc [SP002]
3 launches: 0 host, 0 guarded, 2 kept, 1 refused
