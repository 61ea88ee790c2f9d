// flags:
__global__ void child(int* d, int n) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  const int unused = t * 5 + n;
  if (blockIdx.x == 1) {
    d[0] = 4;
    return;
  }
  int twice = n * 2;
  tile[t] = n;
  __syncthreads();
  d[t] = tile[31 - t] + twice;
}
__global__ void parent(int* d, int n) { child<<<2, 32>>>(d, n); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:15:41", "parent", "child"}});
#line 1 "case.cu"
// flags:
__global__ void child(int* d, int n) {
  __shared__ int tile[32];
  const int t = threadIdx.x;
  const int unused = t * 5 + n;
  if (blockIdx.x == 1) {
    d[0] = 4;
    return;
  }
  int twice = n * 2;
  tile[t] = n;
  __syncthreads();
  d[t] = tile[31 - t] + twice;
}
// spawnc: child for one block, run by one thread: each part between barriers for all threads in turn.
#line 2 "case.cu"
static __device__ __forceinline__ void child__block(const spawn::Block& spawn_block, int* d, int n) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 2 "case.cu"
{ spawn::ThreadSet spawn_returned(spawn_block);
  int tile[32]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  const int t = threadIdx.x;
  const int unused = t * 5 + n;
  if (blockIdx.x == 1) {
    d[0] = 4;
    return spawn_returned.insert(spawn_block.index(spawn_thread));
  } });
  int twice = n * 2; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread); if (spawn_returned.contains(spawn_block.index(spawn_thread))) return; const int t = threadIdx.x;
  tile[t] = n;
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread); if (spawn_returned.contains(spawn_block.index(spawn_thread))) return; const int t = threadIdx.x;
  d[t] = tile[31 - t] + twice; });
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 2 "case.cu"
{
  __shared__ int tile[32];
  const int t = threadIdx.x;
  const int unused = t * 5 + n;
  if (blockIdx.x == 1) {
    d[0] = 4;
    return;
  }
  int twice = n * 2;
  tile[t] = n;
  __syncthreads();
  d[t] = tile[31 - t] + twice;
}
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
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    child__block(spawn_block, d, n);
  });
}
#line 15 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[0], 2, 32), d, n); }
// ---- diagnostics
case.cu:15:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:41: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
