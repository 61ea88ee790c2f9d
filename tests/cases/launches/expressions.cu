// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }

__global__ void parent(int* d, int n) {
  n > 3 ? child<<<1, n>>>(d, n) : child<<<2, n>>>(d, n);
  child<<<1, 1>>>(d, 1), child<<<1, 1>>>(d, 2);
  n > 0 && (child<<<1, 1>>>(d, 3), true);
  (void)child<<<1, 2>>>(d, n);
  (child<<<1, 3>>>(d, n));
}

__global__ void returns(int* d, int n) {
  if (n == 1) return child<<<1, 1>>>(d, n);
}

static __device__ void helper(int* d) { return child<<<1, 1>>>(d, 1); }

__global__ void through_helper(int* d) { helper(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:5:11", "parent", "child"},
    {"case.cu:5:35", "parent", "child"},
    {"case.cu:6:3", "parent", "child"},
    {"case.cu:6:26", "parent", "child"},
    {"case.cu:7:13", "parent", "child"},
    {"case.cu:8:9", "parent", "child"},
    {"case.cu:9:4", "parent", "child"},
    {"case.cu:13:22", "returns", "child"},
    {"case.cu:16:48", "helper", "child"},
});
#line 1 "case.cu"
// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
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
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n);
  });
}
#line 3 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) { spawn::StreamOrder spawn_order;
  n > 3 ? child__spawn(spawn_order.launch(spawn_case_cu[0], 1, n), d, n) : child__spawn(spawn_order.launch(spawn_case_cu[1], 2, n), d, n);
  child__spawn(spawn_order.launch(spawn_case_cu[2], 1, 1), d, 1), child__spawn(spawn_order.launch(spawn_case_cu[3], 1, 1), d, 2);
  n > 0 && (child__spawn(spawn_order.launch(spawn_case_cu[4], 1, 1), d, 3), true);
  (void)child__spawn(spawn_order.launch(spawn_case_cu[5], 1, 2), d, n);
  (child__spawn(spawn_order.launch(spawn_case_cu[6], 1, 3), d, n));
}

__global__ void __launch_bounds__(1024) returns(int* d, int n) {
  if (n == 1) return child__spawn(spawn::launch(spawn_case_cu[7], 1, 1), d, n);
}

static __device__ void helper(int* d) { return child__spawn(spawn::launch(spawn_case_cu[8], 1, 1), d, 1); }

__global__ void __launch_bounds__(1024) through_helper(int* d) { helper(d); }
// ---- diagnostics
case.cu:4:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:5:11: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:5:35: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:6:3: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:6:26: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:7:13: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:8:9: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:9:4: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:12:17: note: no host launch of 'returns' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:22: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:48: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
9 launches: 0 host, 9 guarded, 0 kept, 0 refused
