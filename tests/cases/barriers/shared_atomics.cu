// flags:
// Atomic functions on shared variables are plain operations in the serial body; those on global memory stay.
#define BUMP(counter) atomicAdd(&(counter), 1u)
__device__ void add_to(unsigned* total, unsigned value) { atomicAdd(total, value); }

__global__ void histogram(const unsigned char* in, unsigned* out, unsigned* total, int n) {
  __shared__ unsigned bins[16], seen;
  __shared__ float largest[2];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) seen = 0, largest[0] = largest[1] = 0;
  __syncthreads();
  const auto count = [&](int i) { return atomicAdd(&bins[in[i] % 16], 1u); };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    count(i);
    BUMP(seen);
    float* mine = largest + i % 2;
    atomicExch_block(mine, in[i]);
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
  if (threadIdx.x == 0) add_to(total, seen);
}

// No shared variables, no need.
__global__ void only_global(unsigned* out) {
  atomicAdd(out, 1u);
  __syncthreads();
  atomicAdd(out + 1, 1u);
}

__global__ void parent(const unsigned char* in, unsigned* out, unsigned* total, int n) {
  if (n > 9) histogram<<<(n + 63) / 64, 64>>>(in, out, total, n);
  else only_global<<<1, 32>>>(out);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:33:14", "parent", "histogram"},
    {"case.cu:34:8", "parent", "only_global"},
});
#line 1 "case.cu"
// flags:
// Atomic functions on shared variables are plain operations in the serial body; those on global memory stay.
#define BUMP(counter) atomicAdd(&(counter), 1u)
__device__ void add_to(unsigned* total, unsigned value) { atomicAdd(total, value); }

__global__ void histogram(const unsigned char* in, unsigned* out, unsigned* total, int n) {
  __shared__ unsigned bins[16], seen;
  __shared__ float largest[2];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) seen = 0, largest[0] = largest[1] = 0;
  __syncthreads();
  const auto count = [&](int i) { return atomicAdd(&bins[in[i] % 16], 1u); };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    count(i);
    BUMP(seen);
    float* mine = largest + i % 2;
    atomicExch_block(mine, in[i]);
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
  if (threadIdx.x == 0) add_to(total, seen);
}
// spawnc: histogram for one block, run by one thread: each part between barriers for all threads in turn.
#line 6 "case.cu"
static __device__ __forceinline__ void histogram__block(const spawn::Block& spawn_block,
    const unsigned char* in, unsigned* out, unsigned* total, int n) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
  SPAWN_BLOCK_ATOMICS;
#line 6 "case.cu"
{
  unsigned bins[16], seen;
  float largest[2]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) seen = 0, largest[0] = largest[1] = 0;
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  const auto count = [&](int i) { return atomicAdd(&bins[in[i] % 16], 1u); };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    count(i);
    BUMP(seen);
    float* mine = largest + i % 2;
    atomicExch_block(mine, in[i]);
  }
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
  if (threadIdx.x == 0) add_to(total, seen); });
}
}
// spawnc: histogram as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void histogram__launched(spawn::Ticket spawn_ticket,
    const unsigned char* in, unsigned* out, unsigned* total, int n) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 6 "case.cu"
{
  __shared__ unsigned bins[16], seen;
  __shared__ float largest[2];
  if (threadIdx.x < 16) bins[threadIdx.x] = 0;
  if (threadIdx.x == 0) seen = 0, largest[0] = largest[1] = 0;
  __syncthreads();
  const auto count = [&](int i) { return atomicAdd(&bins[in[i] % 16], 1u); };
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) {
    count(i);
    BUMP(seen);
    float* mine = largest + i % 2;
    atomicExch_block(mine, in[i]);
  }
  __syncthreads();
  if (threadIdx.x < 16) atomicAdd(&out[threadIdx.x], bins[threadIdx.x]);
  if (threadIdx.x == 0) add_to(total, seen);
}
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void histogram__spawn(const spawn::Launch& spawn_launch,
    const unsigned char* in, unsigned* out, unsigned* total, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      histogram__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, in, out, total, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    histogram__block(spawn_block, in, out, total, n);
  });
}
#line 24 "case.cu"

// No shared variables, no need.
__global__ void only_global(unsigned* out) {
  atomicAdd(out, 1u);
  __syncthreads();
  atomicAdd(out + 1, 1u);
}
// spawnc: only_global for one block, run by one thread: each part between barriers for all threads in turn.
#line 26 "case.cu"
static __device__ __forceinline__ void only_global__block(const spawn::Block& spawn_block, unsigned* out) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 26 "case.cu"
{ spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  atomicAdd(out, 1u);
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  atomicAdd(out + 1, 1u); });
}
}
// spawnc: only_global as a guarded branch launches it: the same work, counted and timed.
#line 26 "case.cu"
static __global__ void only_global__launched(spawn::Ticket spawn_ticket, unsigned* out) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 26 "case.cu"
{
  atomicAdd(out, 1u);
  __syncthreads();
  atomicAdd(out + 1, 1u);
}
}
// spawnc: the guarded branch.
#line 26 "case.cu"
static __device__ __forceinline__ void only_global__spawn(const spawn::Launch& spawn_launch, unsigned* out) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      only_global__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, out);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    only_global__block(spawn_block, out);
  });
}
#line 31 "case.cu"

__global__ void __launch_bounds__(1024) parent(const unsigned char* in, unsigned* out, unsigned* total, int n) {
  if (n > 9) histogram__spawn(spawn::launch(spawn_case_cu[0], (n + 63) / 64, 64), in, out, total, n);
  else only_global__spawn(spawn::launch(spawn_case_cu[1], 1, 32), out);
}
// ---- diagnostics
case.cu:32:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:33:14: note: launch of 'histogram' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:34:8: note: launch of 'only_global' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
