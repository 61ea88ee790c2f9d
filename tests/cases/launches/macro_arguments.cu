// flags:
#include <cstdio>
#define CHECK(x) do { x; if (cudaGetLastError() != cudaSuccess) printf("%s\n", #x); } while (0)
#define RUN(...) do { __VA_ARGS__; } while (0)
#define CEIL(a, b) (((a) + (b) - 1) / (b))

__global__ void child(int* d, int n) { d[threadIdx.x] += n; }

__global__ void one(int* d, int n) { RUN(child<<<1, n>>>(d, n)); }
__global__ void two(int* d, int n) { RUN((child<<<CEIL(n, 32), 32>>>(d, n))); }
// the text of the launch is printed: it changes with the launch
__global__ void three(int* d, int n) { CHECK((child<<<1, 1>>>(d, n))); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:9:42", "one", "child"},
    {"case.cu:10:43", "two", "child"},
    {"case.cu:12:47", "three", "child"},
});
#line 1 "case.cu"
// flags:
#include <cstdio>
#define CHECK(x) do { x; if (cudaGetLastError() != cudaSuccess) printf("%s\n", #x); } while (0)
#define RUN(...) do { __VA_ARGS__; } while (0)
#define CEIL(a, b) (((a) + (b) - 1) / (b))

__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ d[threadIdx.x] += n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
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
#line 8 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d, int n) { spawn::StreamOrder spawn_order; RUN(child__spawn(spawn_order.launch(spawn_case_cu[0], 1, n), d, n)); }
__global__ void __launch_bounds__(1024) two(int* d, int n) { spawn::StreamOrder spawn_order; RUN((child__spawn(spawn_order.launch(spawn_case_cu[1], CEIL(n, 32), 32), d, n))); }
// the text of the launch is printed: it changes with the launch
__global__ void __launch_bounds__(1024) three(int* d, int n) { spawn::StreamOrder spawn_order; CHECK((child__spawn(spawn_order.launch(spawn_case_cu[2], 1, 1), d, n))); }
// ---- diagnostics
case.cu:9:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:9:42: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:10:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:10:43: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:12:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:12:47: note: launch of 'child' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
3 launches: 0 host, 3 guarded, 0 kept, 0 refused
