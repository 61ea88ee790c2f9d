// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void parent(int* d, int n) {
#pragma spawn serail
  if (n == 1) child<<<1, 32>>>(d);
#pragma spawn threshold(n)
  else child<<<2, 32>>>(d);
#pragma spawn keep
  d[0] = 1;
}
void run(int* d) {
#pragma spawn serial
  parent<<<1, 1>>>(d, 3);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:5:15", "parent", "child"},
    {"case.cu:7:8", "parent", "child"},
});
#line 1 "case.cu"
// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }

// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::CtaScope spawn_scope(spawn_ticket);
  child__thread(spawn_scope.thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d) {
  if (const spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll)) {
    child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes,
        spawn_launch.stream>>>(spawn_ticket, d);
    if (spawn::launched(spawn_launch, spawn_ticket)) return;
  }
  spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d);
  });
}

#line 3 "case.cu"
__global__ void parent(int* d, int n) {

  if (n == 1) child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d);

  else child__spawn(spawn::launch(spawn_case_cu[1], 2, 32), d);

  d[0] = 1;
}
void run(int* d) {

  parent<<<spawn::prepare(1), 1>>>(d, 3);
}
// ---- diagnostics
case.cu:4:15: error: unknown `#pragma spawn serail`: did you mean `serial` [SP080]
case.cu:5:15: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:6:15: error: unknown `#pragma spawn threshold(n)`: N is a whole number, as in `threshold(64)` [SP080]
case.cu:7:8: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:8:1: error: no launch follows this `#pragma spawn` [SP081]
case.cu:13:9: error: `#pragma spawn` before a host launch [SP082]
3 launches: 1 host, 2 guarded, 0 kept, 0 refused
