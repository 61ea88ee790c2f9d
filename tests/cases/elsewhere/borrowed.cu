// units: kernels.cu
// A child that another source of the run defines: its text means the same here, so that a guarded branch can be made of
// it. The launches of the second one need no barrier, which its whole blocks have.
#include "kernels.cuh"

__global__ void drive(float* v, const int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  scale<<<(counts[i] + 127) / 128, 128, 0, cudaStreamFireAndForget>>>(v + i * kMost, Range{0, counts[i]}, 2.f);
  lib::turn<<<1, kBlock, 0, cudaStreamFireAndForget>>>(v + i * kMost);
}

void start(float* v, const int* counts, int n) { drive<<<(n + 31) / 32, 32>>>(v, counts, n); }
// ---- file kernels.cuh
#pragma once
#define HALF(x) ((x) / 2)
enum { kBlock = 64, kMost = 1024 };
struct Range {
  int begin, end;
};
extern __device__ float bias;
__device__ inline float mend(float value, float factor) { return value * factor + bias; }
__global__ void scale(float* v, Range range, float factor);
namespace lib {
__global__ void turn(float* v);
}
// ---- file kernels.cu
#include <cassert>
#include "kernels.cuh"

__device__ float bias = 1;

// scales
__global__ void scale(float* v, Range range, float factor) {
  const int i = range.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < range.end) v[i] = mend(v[i], HALF(factor));
}

namespace lib {

__global__ void turn(float* v) {
  __shared__ float values[kBlock];
  values[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = values[kBlock - 1 - threadIdx.x];
}

}  // namespace lib
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:9:3", "drive", "scale"},
    {"case.cu:10:8", "drive", "lib::turn"},
});
#line 1 "case.cu"
// units: kernels.cu
// A child that another source of the run defines: its text means the same here, so that a guarded branch can be made of
// it. The launches of the second one need no barrier, which its whole blocks have.
#include "kernels.cuh"

// spawnc: scale for one thread, whose built-ins are local variables.
#line 7 "kernels.cu"
static __device__ __forceinline__ void scale__thread(const spawn::Thread& spawn_thread,
    float* v, Range range, float factor) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "kernels.cu"
{
  const int i = range.begin + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < range.end) v[i] = mend(v[i], HALF(factor));
}
}
// spawnc: scale as a guarded branch launches it: the same work, counted and timed.
#line 7 "kernels.cu"
static __global__ void scale__launched(spawn::Ticket spawn_ticket,
    float* v, Range range, float factor) {
  scale__thread(spawn::CtaScope(spawn_ticket).thread(), v, range, factor);
}
// spawnc: the guarded branch.
#line 7 "kernels.cu"
static __device__ __forceinline__ void scale__spawn(const spawn::Launch& spawn_launch,
    float* v, Range range, float factor) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      scale__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, v, range, factor);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    scale__thread(spawn_thread, v, range, factor);
  });
}
#line 6 "case.cu"
namespace lib {
// spawnc: turn for one block, run by one thread: each part between barriers for all threads in turn.
#line 14 "kernels.cu"
static __device__ __forceinline__ void turn__block(const spawn::Block& spawn_block, float* v) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 14 "kernels.cu"
{
  float values[kBlock]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  values[threadIdx.x] = v[threadIdx.x];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  v[threadIdx.x] = values[kBlock - 1 - threadIdx.x]; });
}
}
// spawnc: turn as a guarded branch launches it: the same work, counted and timed.
#line 14 "kernels.cu"
static __global__ void turn__launched(spawn::Ticket spawn_ticket, float* v) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 14 "kernels.cu"
{
  __shared__ float values[kBlock];
  values[threadIdx.x] = v[threadIdx.x];
  __syncthreads();
  v[threadIdx.x] = values[kBlock - 1 - threadIdx.x];
}
}
// spawnc: the guarded branch.
#line 14 "kernels.cu"
static __device__ __forceinline__ void turn__spawn(const spawn::Launch& spawn_launch, float* v) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      turn__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, v);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    turn__block(spawn_block, v);
  });
}
}
#line 6 "case.cu"
__global__ void __launch_bounds__(1024) drive(float* v, const int* counts, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  scale__spawn(spawn::launch(spawn_case_cu[0], (counts[i] + 127) / 128, 128, 0, cudaStreamFireAndForget), v + i * kMost, Range{0, counts[i]}, 2.f);
  lib::turn__spawn(spawn::launch(spawn_case_cu[1], 1, kBlock, 0, cudaStreamFireAndForget), v + i * kMost);
}

void start(float* v, const int* counts, int n) { drive<<<spawn::prepare((n + 31) / 32), 32>>>(v, counts, n); }
// ---- diagnostics
case.cu:9:3: note: launch of 'scale' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:10:8: note: launch of 'turn' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
3 launches: 1 host, 2 guarded, 0 kept, 0 refused
