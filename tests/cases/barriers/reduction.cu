// flags:
__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int part[64];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  part[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) part[tid] += part[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, part[0]);
}
__global__ void parent(const int* in, int* out, int n) {
  if (n > 0) reduce<<<(n + 63) / 64, 64>>>(in, out, n);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:15:14", "parent", "reduce"}});
#line 1 "case.cu"
// flags:
__global__ void reduce(const int* in, int* out, int n) {
  __shared__ int part[64];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  part[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) part[tid] += part[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, part[0]);
}
// spawnc: reduce for one block, run by one thread: each part between barriers for all threads in turn.
#line 2 "case.cu"
static __device__ __forceinline__ void reduce__block(const spawn::Block& spawn_block, const int* in, int* out, int n) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
  SPAWN_BLOCK_ATOMICS;
#line 2 "case.cu"
{
  int part[64]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  part[tid] = i < n ? in[i] : 0;
  });
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) { spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread); int tid = threadIdx.x;
    if (tid < s) part[tid] += part[tid + s];
    });
  } spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread); int tid = threadIdx.x;
  if (tid == 0) atomicAdd(out, part[0]); });
}
}
// spawnc: reduce as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void reduce__launched(spawn::Ticket spawn_ticket, const int* in, int* out, int n) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 2 "case.cu"
{
  __shared__ int part[64];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  part[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (unsigned s = blockDim.x / 2; s > 0; s >>= 1) {
    if (tid < s) part[tid] += part[tid + s];
    __syncthreads();
  }
  if (tid == 0) atomicAdd(out, part[0]);
}
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void reduce__spawn(const spawn::Launch& spawn_launch, const int* in, int* out, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      reduce__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, in, out, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    reduce__block(spawn_block, in, out, n);
  });
}
#line 14 "case.cu"
__global__ void __launch_bounds__(1024) parent(const int* in, int* out, int n) {
  if (n > 0) reduce__spawn(spawn::launch(spawn_case_cu[0], (n + 63) / 64, 64), in, out, n);
}
// ---- diagnostics
case.cu:14:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:14: note: launch of 'reduce' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
