// flags:
__global__ void child(float* v, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h) v[(z * h + y) * w + x] += gridDim.z;
}

__global__ void parent(float* v, int w, int h, int d) {
  child<<<dim3((w + 7) / 8, (h + 7) / 8, d), dim3(8, 8, 1)>>>(v, w, h);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:10:3", "parent", "child"}});
#line 1 "case.cu"
// flags:
__global__ void child(float* v, int w, int h) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h) v[(z * h + y) * w + x] += gridDim.z;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, float* v, int w, int h) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
  const int x = blockIdx.x * blockDim.x + threadIdx.x;
  const int y = blockIdx.y * blockDim.y + threadIdx.y;
  const int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < w && y < h) v[(z * h + y) * w + x] += gridDim.z;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, float* v, int w, int h) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), v, w, h);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, float* v, int w, int h) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, w);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, v, w, h);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, w, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, v, w, h);
  });
}
#line 8 "case.cu"

__global__ void __launch_bounds__(1024) parent(float* v, int w, int h, int d) {
  child__spawn(spawn::launch(spawn_case_cu[0], dim3((w + 7) / 8, (h + 7) / 8, d), dim3(8, 8, 1)), v, w, h);
}
// ---- diagnostics
case.cu:9:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:10:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
