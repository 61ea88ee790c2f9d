// flags: --policy threshold=64
// bytes: crlf
#define TWICE(x) \
  x; \
  x
// a comment that goes on \
 child<<<1, 1>>>(d);
__device__ const char* text = "spliced \
 child<<<1, 1>>>(d);";

template <class T>
__global__ void child(T* d, int n = 3);

__global__ void parent(int* d, int n) {
  child<<<1,
          32>>>(
      d, n);
}

template <class T>
__global__ void child(T* d, int n)
{
  if (threadIdx.x < n)
    d[threadIdx.x] += 1;
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::threshold(64)};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:15:3", "parent", "child"}});
#line 1 "case.cu"
// flags: --policy threshold=64
// bytes: crlf
#define TWICE(x) \
  x; \
  x
// a comment that goes on \
 child<<<1, 1>>>(d);
__device__ const char* text = "spliced \
 child<<<1, 1>>>(d);";

#line 11 "case.cu"
template <class T>
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, T* d, int n = 3);
#line 11 "case.cu"
template <class T>
__global__ void child(T* d, int n = 3);

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  child__spawn(spawn::launch(spawn_case_cu[0], 1,
          32),
      d, n);
}

template <class T>
__global__ void child(T* d, int n)
{
  if (threadIdx.x < n)
    d[threadIdx.x] += 1;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 20 "case.cu"
template <class T>
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, T* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 22 "case.cu"
{
  if (threadIdx.x < n)
    d[threadIdx.x] += 1;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 20 "case.cu"
template <class T>
static __global__ void child__launched(spawn::Ticket spawn_ticket, T* d, int n) {
  child__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 20 "case.cu"
template <class T>
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, T* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread<T>(spawn_thread, d, n);
  });
}
#line 26 "case.cu"
// ---- diagnostics
case.cu:14:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:3: note: launch of 'child' guarded: policy threshold=64, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
