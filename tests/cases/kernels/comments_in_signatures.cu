// flags:
template <class T,  // of the elements
          int N     // their number
          >
__global__ void /* no result */ templated(  // first
    T* d,      // data
    int n = 3  // count
    ) /* body */ {
  d[n] = N;
}
__device__  // a helper
    int
    index(int a /* offset */  // only one
          ) {
  return a + threadIdx.x;
}
__global__ void
/* on a line of its own */
plain(int* d,  // data
      int      // unused
) {
  d[index(1  // one
          )] = 1;
}
__global__ void parent(int* d) {
  if (d[0]) templated<int, 4><<<1, 32  // a warp
                                >>>(d  // data
  );
  else plain<<<1, 32>>>(d, 2);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:26:13", "parent", "templated"},
    {"case.cu:29:8", "parent", "plain"},
});
#line 1 "case.cu"
// flags:
template <class T,  // of the elements
          int N     // their number
          >
__global__ void /* no result */ templated(  // first
    T* d,      // data
    int n = 3  // count
    ) /* body */ {
  d[n] = N;
}
// spawnc: templated for one thread, whose built-ins are local variables.
#line 2 "case.cu"
template <class T,  // of the elements
          int N     // their number
          >
static __device__ __forceinline__ void templated__thread(const spawn::Thread& spawn_thread,
    // first
    T* d,      // data
    int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{
  d[n] = N;
}
}
// spawnc: templated as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
template <class T,  // of the elements
          int N     // their number
          >
static __global__ void /* no result */ templated__launched(spawn::Ticket spawn_ticket,
    // first
    T* d,      // data
    int n) {
  templated__thread<T, N>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
template <class T,  // of the elements
          int N     // their number
          >
static __device__ __forceinline__ void templated__spawn(const spawn::Launch& spawn_launch,
    // first
    T* d,      // data
    int n = 3) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      templated__launched<T, N><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    templated__thread<T, N>(spawn_thread, d, n);
  });
}
#line 11 "case.cu"
__device__  // a helper
    int
    index(int a /* offset */  // only one
          ) {
  return a + threadIdx.x;
}
// spawnc: index for the serial bodies that call it.
#line 11 "case.cu"
static __device__  // a helper
    int
    index__thread(const spawn::Thread& spawn_thread, int a) {
  SPAWN_BUILTINS(spawn_thread);
#line 14 "case.cu"
{
  return a + threadIdx.x;
}
}

#line 17 "case.cu"
__global__ void
/* on a line of its own */
plain(int* d,  // data
      int      // unused
) {
  d[index(1  // one
          )] = 1;
}
// spawnc: plain for one thread, whose built-ins are local variables.
#line 19 "case.cu"
static __device__ __forceinline__ void plain__thread(const spawn::Thread& spawn_thread,
    int* d,  // data
      int spawn_unnamed_1) {
  SPAWN_BUILTINS(spawn_thread);
#line 21 "case.cu"
{
  d[index__thread(spawn_thread, 1  // one
          )] = 1;
}
}
// spawnc: plain as a guarded branch launches it: the same work, counted and timed.
#line 17 "case.cu"
static __global__ void
/* on a line of its own */
plain__launched(spawn::Ticket spawn_ticket,
    int* d,  // data
      int spawn_unnamed_1) {
  plain__thread(spawn::CtaScope(spawn_ticket).thread(), d, spawn_unnamed_1);
}
// spawnc: the guarded branch.
#line 19 "case.cu"
static __device__ __forceinline__ void plain__spawn(const spawn::Launch& spawn_launch,
    int* d,  // data
      int spawn_unnamed_1) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      plain__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, spawn_unnamed_1);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    plain__thread(spawn_thread, d, spawn_unnamed_1);
  });
}
#line 25 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) {
  if (d[0]) templated__spawn<int, 4>(spawn::launch(spawn_case_cu[0], 1, 32  // a warp
                                ), d  // data
  );
  else plain__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d, 2);
}
// ---- diagnostics
case.cu:25:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:26:13: note: launch of 'templated' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:29:8: note: launch of 'plain' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
