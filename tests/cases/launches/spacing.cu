// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
__global__ void nothing() {}

__global__ void tight(int*d,int n){child<<<1,n>>>(d,n);}
__global__ void wide(int* d, int n) { child  <<<  1 , n  >>>  (  d , n  ) ; }
__global__ void comments(int* d, int n) {
  child /* a, */ <<< /* b <<< */ 1, /* >>> ( */ n /* c */ >>> /* d */ (/* e */ d, n /* ) */);
}
__global__ void lines(int* d, int n) {
  child<<<1,
          n>>>(
      d, n);
}
__global__ void more_lines(int* d, int n) {
  child  // the kernel
      <<<1,  // one block
         n>>>  // its threads
      (d,
       n);
}
__global__ void no_arguments() { nothing<<<1, 1>>>(); }
__global__ void no_argument_but_a_comment() { nothing<<<1, 1>>>( /* none */ ); }
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:5:36", "tight", "child"},
    {"case.cu:6:39", "wide", "child"},
    {"case.cu:8:3", "comments", "child"},
    {"case.cu:11:3", "lines", "child"},
    {"case.cu:16:3", "more_lines", "child"},
    {"case.cu:22:34", "no_arguments", "nothing"},
    {"case.cu:23:47", "no_argument_but_a_comment", "nothing"},
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
__global__ void nothing() {}
// spawnc: nothing for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void nothing__thread(const spawn::Thread& spawn_thread) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{}
}
// spawnc: nothing as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void nothing__launched(spawn::Ticket spawn_ticket) {
  nothing__thread(spawn::CtaScope(spawn_ticket).thread());
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void nothing__spawn(const spawn::Launch& spawn_launch) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      nothing__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    nothing__thread(spawn_thread);
  });
}
#line 4 "case.cu"

__global__ void __launch_bounds__(1024) tight(int*d,int n){child__spawn(spawn::launch(spawn_case_cu[0], 1,n), d,n);}
__global__ void __launch_bounds__(1024) wide(int* d, int n) { child__spawn  (spawn::launch(spawn_case_cu[1],   1 , n  ),  d , n  ) ; }
__global__ void __launch_bounds__(1024) comments(int* d, int n) {
  child__spawn /* a, */ (spawn::launch(spawn_case_cu[2],  /* b <<< */ 1, /* >>> ( */ n /* c */ ) /* d */ , /* e */ d, n /* ) */);
}
__global__ void __launch_bounds__(1024) lines(int* d, int n) {
  child__spawn(spawn::launch(spawn_case_cu[3], 1,
          n),
      d, n);
}
__global__ void __launch_bounds__(1024) more_lines(int* d, int n) {
  child__spawn  // the kernel
      (spawn::launch(spawn_case_cu[4], 1,  // one block
         n)  // its threads
      , d,
       n);
}
__global__ void __launch_bounds__(1024) no_arguments() { nothing__spawn(spawn::launch(spawn_case_cu[5], 1, 1)); }
__global__ void __launch_bounds__(1024) no_argument_but_a_comment() { nothing__spawn(spawn::launch(spawn_case_cu[6], 1, 1) /* none */ ); }
// ---- diagnostics
case.cu:5:17: note: no host launch of 'tight' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:5:36: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:6:17: note: no host launch of 'wide' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:39: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:7:17: note: no host launch of 'comments' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:8:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:10:17: note: no host launch of 'lines' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:11:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:15:17: note: no host launch of 'more_lines' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:22:17: note: no host launch of 'no_arguments' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:22:34: note: launch of 'nothing' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:23:17: note: no host launch of 'no_argument_but_a_comment' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:23:47: note: launch of 'nothing' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
7 launches: 0 host, 7 guarded, 0 kept, 0 refused
