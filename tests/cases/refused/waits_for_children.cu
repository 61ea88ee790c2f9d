// flags:
// nvcc: cudaDeviceSynchronize
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
__global__ void child(int* d) {
  leaf<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  d[0] += 1;
}
__global__ void parent(int* d) { child<<<1, 1>>>(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:5:3", "child", "leaf"},
});
#line 1 "case.cu"
// flags:
// nvcc: cudaDeviceSynchronize
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }

// spawnc: leaf for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void leaf__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: leaf as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void leaf__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::CtaScope spawn_scope(spawn_ticket);
  leaf__thread(spawn_scope.thread(), d);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void leaf__spawn(const spawn::Launch& spawn_launch, int* d) {
  if (const spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll)) {
    leaf__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes,
        spawn_launch.stream>>>(spawn_ticket, d);
    if (spawn::launched(spawn_launch, spawn_ticket)) return;
  }
  spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    leaf__thread(spawn_thread, d);
  });
}

#line 4 "case.cu"
__global__ void child(int* d) {
  leaf__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d);
  cudaDeviceSynchronize();
  d[0] += 1;
}
__global__ void parent(int* d) { child<<<1, 1>>>(d); }
// ---- diagnostics
case.cu:4:17: note: no host launch of 'child' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:5:3: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:9:34: warning: 'child' waits for its children with cudaDeviceSynchronize() [SP044]
  case.cu:6:3: note: here
  case.cu:4:17: note: 'child' is defined here
2 launches: 0 host, 1 guarded, 0 kept, 1 refused
