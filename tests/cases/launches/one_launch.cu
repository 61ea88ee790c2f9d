// flags:
__global__ void child(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += 1;
}

__global__ void parent(int* d, int n) {
  if (n > 0) child<<<(n + 127) / 128, 128>>>(d, n);
}

int main() {
  int* d;
  cudaMalloc(&d, 4096);
  parent<<<1, 32>>>(d, 1024);
  return cudaDeviceSynchronize();
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:8:14", "parent", "child"}});
#line 1 "case.cu"
// flags:
__global__ void child(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += 1;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += 1;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n);
  });
}
#line 6 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n > 0) child__spawn(spawn::launch(spawn_case_cu[0], (n + 127) / 128, 128), d, n);
}

int main() {
  int* d;
  cudaMalloc(&d, 4096);
  parent<<<spawn::prepare(1), 32>>>(d, 1024);
  return cudaDeviceSynchronize();
}
// ---- diagnostics
case.cu:8:14: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 1 host, 1 guarded, 0 kept, 0 refused
