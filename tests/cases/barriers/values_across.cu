// flags:
__global__ void child(float* v, int n) {
  __shared__ float tile[32];
  float mine = v[threadIdx.x];
  tile[threadIdx.x] = mine * 2;
  __syncthreads();
  if (threadIdx.x >= n) return;
  v[threadIdx.x] = mine + tile[31 - threadIdx.x];
  __syncthreads();
  v[threadIdx.x + 32] = tile[threadIdx.x];
}
__global__ void parent(float* v, int n) { child<<<1, 32>>>(v, n); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:12:43", "parent", "child"}});
#line 1 "case.cu"
// flags:
__global__ void child(float* v, int n) {
  __shared__ float tile[32];
  float mine = v[threadIdx.x];
  tile[threadIdx.x] = mine * 2;
  __syncthreads();
  if (threadIdx.x >= n) return;
  v[threadIdx.x] = mine + tile[31 - threadIdx.x];
  __syncthreads();
  v[threadIdx.x + 32] = tile[threadIdx.x];
}
// spawnc: child for one block, run by one thread: each part between barriers for all threads in turn.
#line 2 "case.cu"
static __device__ __forceinline__ void child__block(const spawn::Block& spawn_block, float* v, int n) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 2 "case.cu"
{ spawn::ThreadSet spawn_returned(spawn_block);
  float tile[32]; float spawn_mine[spawn::kMaxBlockThreads]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  float& mine = spawn_mine[spawn_block.index(spawn_thread)] = v[threadIdx.x];
  tile[threadIdx.x] = mine * 2;
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread); float& mine = spawn_mine[spawn_block.index(spawn_thread)];
  if (threadIdx.x >= n) return spawn_returned.insert(spawn_block.index(spawn_thread));
  v[threadIdx.x] = mine + tile[31 - threadIdx.x];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread); if (spawn_returned.contains(spawn_block.index(spawn_thread))) return;
  v[threadIdx.x + 32] = tile[threadIdx.x]; });
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, float* v, int n) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 2 "case.cu"
{
  __shared__ float tile[32];
  float mine = v[threadIdx.x];
  tile[threadIdx.x] = mine * 2;
  __syncthreads();
  if (threadIdx.x >= n) return;
  v[threadIdx.x] = mine + tile[31 - threadIdx.x];
  __syncthreads();
  v[threadIdx.x + 32] = tile[threadIdx.x];
}
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, float* v, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, v, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    child__block(spawn_block, v, n);
  });
}
#line 12 "case.cu"
__global__ void __launch_bounds__(1024) parent(float* v, int n) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), v, n); }
// ---- diagnostics
case.cu:12:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:12:43: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
