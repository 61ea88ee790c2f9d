// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
__global__ void again(int* d) {
  __shared__ int left;
  if (threadIdx.x == 0) left = d[0] - 1;
  __syncthreads();
  if (threadIdx.x < left) again<<<1, 32>>>(d);
}
__global__ void in_order(int* d) {
  __shared__ int count;
  if (threadIdx.x == 0) count = d[0];
  __syncthreads();
  for (int i = 0; i < count; ++i) leaf<<<1, 32>>>(d + i);
}
__global__ void parent(int* d, int n) {
  if (n) again<<<1, 32>>>(d);
  else in_order<<<1, 32>>>(d);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:13:35", "in_order", "leaf"}});
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
__global__ void again(int* d) {
  __shared__ int left;
  if (threadIdx.x == 0) left = d[0] - 1;
  __syncthreads();
  if (threadIdx.x < left) again<<<1, 32>>>(d);
}
__global__ void __launch_bounds__(1024) in_order(int* d) { spawn::StreamOrder spawn_order;
  __shared__ int count;
  if (threadIdx.x == 0) count = d[0];
  __syncthreads();
  for (int i = 0; i < count; ++i) leaf__spawn(spawn_order.launch(spawn_case_cu[0], 1, 32), d + i);
}
__global__ void parent(int* d, int n) {
  if (n) again<<<1, 32>>>(d);
  else in_order<<<1, 32>>>(d);
}
// ---- diagnostics
case.cu:7:27: warning: child kernel 'again' has barriers, and it can launch itself again [SP052]
  case.cu:3:17: note: here
case.cu:9:17: note: no host launch of 'in_order' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:35: note: launch of 'leaf' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:16:10: warning: child kernel 'again' has barriers, and it can launch itself again [SP052]
  case.cu:3:17: note: here
case.cu:17:8: warning: child kernel 'in_order' has barriers, and the order of its own launches matters [SP052]
  case.cu:9:17: note: here
4 launches: 0 host, 1 guarded, 0 kept, 3 refused
