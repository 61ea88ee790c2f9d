// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }

__global__ void unbraced(int* d, int n) {
  if (n == 1)
    child<<<1, 1>>>(d);
  else if (n == 2) child<<<1, 2>>>(d);
  else
    child<<<1, 3>>>(d);
}

__global__ void loops(int* d, int n) {
  for (int i = 0; i < n; ++i) child<<<1, 4>>>(d + i);
  int k = 3;
  while (k--) child<<<1, 5>>>(d);
  do child<<<1, 6>>>(d);
  while (d[0] < n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (d[j]) child<<<1, 7>>>(d); else d[j] = 1;
}

__global__ void labels(int* d, int n) {
again:
  child<<<1, 8>>>(d);
  if (n-- > 5) goto again;
  switch (n) {
    case 1: child<<<1, 9>>>(d); break;
    case 2: {
      child<<<1, 10>>>(d);
    } break;
    default: child<<<1, 11>>>(d);
  }
}
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
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:6:5", "unbraced", "child"},
    {"case.cu:7:20", "unbraced", "child"},
    {"case.cu:9:5", "unbraced", "child"},
    {"case.cu:13:31", "loops", "child"},
    {"case.cu:15:15", "loops", "child"},
    {"case.cu:16:6", "loops", "child"},
    {"case.cu:20:17", "loops", "child"},
    {"case.cu:25:3", "labels", "child"},
    {"case.cu:28:13", "labels", "child"},
    {"case.cu:30:7", "labels", "child"},
    {"case.cu:32:14", "labels", "child"},
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
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d);
  });
}
#line 3 "case.cu"

__global__ void __launch_bounds__(1024) unbraced(int* d, int n) {
  if (n == 1)
    child__spawn(spawn::launch(spawn_case_cu[0], 1, 1), d);
  else if (n == 2) child__spawn(spawn::launch(spawn_case_cu[1], 1, 2), d);
  else
    child__spawn(spawn::launch(spawn_case_cu[2], 1, 3), d);
}

__global__ void __launch_bounds__(1024) loops(int* d, int n) { spawn::StreamOrder spawn_order;
  for (int i = 0; i < n; ++i) child__spawn(spawn_order.launch(spawn_case_cu[3], 1, 4), d + i);
  int k = 3;
  while (k--) child__spawn(spawn_order.launch(spawn_case_cu[4], 1, 5), d);
  do child__spawn(spawn_order.launch(spawn_case_cu[5], 1, 6), d);
  while (d[0] < n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < i; ++j)
      if (d[j]) child__spawn(spawn_order.launch(spawn_case_cu[6], 1, 7), d); else d[j] = 1;
}

__global__ void __launch_bounds__(1024) labels(int* d, int n) { spawn::StreamOrder spawn_order;
again:
  child__spawn(spawn_order.launch(spawn_case_cu[7], 1, 8), d);
  if (n-- > 5) goto again;
  switch (n) {
    case 1: child__spawn(spawn_order.launch(spawn_case_cu[8], 1, 9), d); break;
    case 2: {
      child__spawn(spawn_order.launch(spawn_case_cu[9], 1, 10), d);
    } break;
    default: child__spawn(spawn_order.launch(spawn_case_cu[10], 1, 11), d);
  }
}
// ---- diagnostics
case.cu:4:17: note: no host launch of 'unbraced' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:5: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:7:20: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:9:5: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:12:17: note: no host launch of 'loops' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:31: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:15:15: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:16:6: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:20:17: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:23:17: note: no host launch of 'labels' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:25:3: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:28:13: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:30:7: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:32:14: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
11 launches: 0 host, 11 guarded, 0 kept, 0 refused
