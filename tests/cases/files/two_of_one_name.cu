// flags:
#include "first/kernels.cuh"
#include "first/../second/kernels.cuh"
__global__ void parent(int* d) {
  if (threadIdx.x == 0) first::launches(d);
  if (threadIdx.x == 1) second::launches(d);
}
// ---- file first/kernels.cuh
#pragma once
namespace first {
__global__ void child(int* d) { d[threadIdx.x] = 1; }
static __device__ void launches(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); }
}  // namespace first
// ---- file second/kernels.cuh
#pragma once
namespace second {
__global__ void child(int* d) { d[threadIdx.x] = 2; }
static __device__ void launches(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d); }
}  // namespace second
// ---- output
#include <spawn/spawn.cuh>
#line 1 "case.cu"
// flags:
#include "first/kernels.cuh"
#include "first/../second/kernels.cuh"
__global__ void __launch_bounds__(1024) parent(int* d) {
  if (threadIdx.x == 0) first::launches(d);
  if (threadIdx.x == 1) second::launches(d);
}
// ---- output first/kernels.cuh
#pragma once
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_first_kernels_cuh[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_first_kernels_cuh_table(spawn_first_kernels_cuh, {{"kernels.cuh:4:43", "first::launches", "first::child"}});
#line 2 "first/kernels.cuh"
namespace first {
__global__ void child(int* d) { d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "first/kernels.cuh"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "first/kernels.cuh"
{ d[threadIdx.x] = 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "first/kernels.cuh"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 3 "first/kernels.cuh"
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
#line 4 "first/kernels.cuh"
static __device__ void launches(int* d) { child__spawn(spawn::launch(spawn_first_kernels_cuh[0], 1, 32, 0, cudaStreamFireAndForget), d); }
}  // namespace first
// ---- output second/kernels.cuh
#pragma once
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_second_kernels_cuh[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_second_kernels_cuh_table(spawn_second_kernels_cuh, {{"kernels.cuh:4:43", "second::launches", "second::child"}});
#line 2 "second/kernels.cuh"
namespace second {
__global__ void child(int* d) { d[threadIdx.x] = 2; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "second/kernels.cuh"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "second/kernels.cuh"
{ d[threadIdx.x] = 2; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "second/kernels.cuh"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 3 "second/kernels.cuh"
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
#line 4 "second/kernels.cuh"
static __device__ void launches(int* d) { child__spawn(spawn::launch(spawn_second_kernels_cuh[0], 1, 32, 0, cudaStreamFireAndForget), d); }
}  // namespace second
// ---- diagnostics
first/kernels.cuh:4:43: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
second/kernels.cuh:4:43: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
