// flags: --in-root own
#include "own/a.cuh"
#include "other/b.cuh"
#include "own/twice.inl"
#define SECOND
#include "own/twice.inl"
// ---- file own/a.cuh
#pragma once
__global__ void inside(int* d) { d[threadIdx.x] = 1; }
__global__ void outside(int* d);
__global__ void parent(int* d, int n) {
  if (n) inside<<<1, 32>>>(d);
  else outside<<<1, 32>>>(d);
}
// ---- file other/b.cuh
#pragma once
__global__ void outside(int* d) { d[threadIdx.x] = 1; }
// ---- file own/twice.inl
#ifdef SECOND
__global__ void twice(int* d) { d[threadIdx.x] = 1; }
__global__ void starts(int* d) { twice<<<1, 32>>>(d); }
#endif
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
#line 1 "case.cu"
// flags: --in-root own
#include "own/a.cuh"
#include "other/b.cuh"
#include "own/twice.inl"
#define SECOND
#include "own/twice.inl"
// ---- output own/a.cuh
#pragma once
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_a_cuh[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_a_cuh_table(spawn_a_cuh, {{"a.cuh:5:10", "parent", "inside"}});
#line 2 "own/a.cuh"
__global__ void inside(int* d) { d[threadIdx.x] = 1; }
// spawnc: inside for one thread, whose built-ins are local variables.
#line 2 "own/a.cuh"
static __device__ __forceinline__ void inside__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "own/a.cuh"
{ d[threadIdx.x] = 1; }
}
// spawnc: inside as a guarded branch launches it: the same work, counted and timed.
#line 2 "own/a.cuh"
static __global__ void inside__launched(spawn::Ticket spawn_ticket, int* d) {
  inside__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "own/a.cuh"
static __device__ __forceinline__ void inside__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      inside__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    inside__thread(spawn_thread, d);
  });
}
#line 3 "own/a.cuh"
__global__ void outside(int* d);
__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n) inside__spawn(spawn::launch(spawn_a_cuh[0], 1, 32), d);
  else spawn::in_turn::launch([&] { outside<<<1, 32>>>(d); });
}
// ---- diagnostics
own/a.cuh:4:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
own/a.cuh:5:10: note: launch of 'inside' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
own/a.cuh:6:8: warning: child kernel 'outside' is defined in 'other/b.cuh', which may not be edited [SP016]
  other/b.cuh:2:17: note: here
own/twice.inl:3:34: warning: 'own/twice.inl' is included more than once without an include guard [SP023]
  own/twice.inl:2:17: note: here
3 launches: 0 host, 1 guarded, 0 kept, 2 refused
