// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
__global__ void child(int* d) {
  __shared__ int count;
  if (threadIdx.x == 0) count = d[0];
  __syncthreads();
  if (threadIdx.x < count) leaf<<<1, 32>>>(d + threadIdx.x);
}
__global__ void parent(int* d) { child<<<1, 32>>>(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:7:28", "child", "leaf"},
    {"case.cu:9:34", "parent", "child"},
});
#line 1 "case.cu"
// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
// spawnc: leaf for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void leaf__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: leaf as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void leaf__launched(spawn::Ticket spawn_ticket, int* d) {
  leaf__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void leaf__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      leaf__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    leaf__thread(spawn_thread, d);
  });
}
#line 3 "case.cu"
__global__ void __launch_bounds__(1024) child(int* d) {
  __shared__ int count;
  if (threadIdx.x == 0) count = d[0];
  __syncthreads();
  if (threadIdx.x < count) leaf__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d + threadIdx.x);
}
// spawnc: child for one block, run by one thread: each part between barriers for all threads in turn.
#line 3 "case.cu"
static __device__ __forceinline__ void child__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 3 "case.cu"
{
  int count; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  if (threadIdx.x == 0) count = d[0];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  if (threadIdx.x < count) leaf__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32), d + threadIdx.x); });
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void __launch_bounds__(1024) child__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 3 "case.cu"
{
  __shared__ int count;
  if (threadIdx.x == 0) count = d[0];
  __syncthreads();
  if (threadIdx.x < count) leaf__spawn(spawn_scope.launch(spawn_case_cu[0], 1, 32), d + threadIdx.x);
}
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    child__block(spawn_block, d);
  });
}
#line 9 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) { child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d); }
// ---- diagnostics
case.cu:3:17: note: no host launch of 'child' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:7:28: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:9:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:9:34: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
