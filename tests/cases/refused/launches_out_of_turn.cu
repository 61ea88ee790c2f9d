// What stays as written beside guarded launches takes the turn of its warp. Where it can't, nothing is guarded beside it.
namespace tools {
__global__ void last(int* d) { d[0] = 1; }
__device__ int again(int* d) {
  last<<<1, 1, 0, cudaStreamTailLaunch>>>(d);
  return 1;
}
}  // namespace tools
__global__ void child(int* d) { d[threadIdx.x] = 2; }
#define LAST(d) tools::last<<<1, 1, 0, cudaStreamTailLaunch>>>(d)

__global__ void takes_turns(int* d) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  tools::last<<<1, 1, 0, cudaStreamTailLaunch>>>(&d[threadIdx.x]);
}

__global__ void calls_what_launches(int* d) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  tools::last<<<1, 1, 0, cudaStreamTailLaunch>>>(d + tools::again(d));
}

__global__ void written_by_a_macro(int* d) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  LAST(d);
}

void run(int* d) {
  takes_turns<<<1, 32>>>(d);
  calls_what_launches<<<1, 32>>>(d);
  written_by_a_macro<<<1, 32>>>(d);
}
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:13:3", "takes_turns", "child"}});
#line 1 "case.cu"
// What stays as written beside guarded launches takes the turn of its warp. Where it can't, nothing is guarded beside it.
namespace tools {
__global__ void last(int* d) { d[0] = 1; }
__device__ int again(int* d) {
  last<<<1, 1, 0, cudaStreamTailLaunch>>>(d);
  return 1;
}
}  // namespace tools
__global__ void child(int* d) { d[threadIdx.x] = 2; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 9 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{ d[threadIdx.x] = 2; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 9 "case.cu"
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
#line 10 "case.cu"
#define LAST(d) tools::last<<<1, 1, 0, cudaStreamTailLaunch>>>(d)

__global__ void __launch_bounds__(1024) takes_turns(int* d) {
  child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
  spawn::in_turn::launch([&] { tools::last<<<1, 1, 0, cudaStreamTailLaunch>>>(&d[threadIdx.x]); });
}

__global__ void calls_what_launches(int* d) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  tools::last<<<1, 1, 0, cudaStreamTailLaunch>>>(d + tools::again(d));
}

__global__ void written_by_a_macro(int* d) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  LAST(d);
}

void run(int* d) {
  takes_turns<<<spawn::prepare(1), 32>>>(d);
  calls_what_launches<<<1, 32>>>(d);
  written_by_a_macro<<<1, 32>>>(d);
}
// ---- diagnostics
case.cu:5:3: warning: tail launch of 'last' is left as written [SP063]
case.cu:10:24: warning: launch in the body of macro 'LAST' is left as written [SP011]
case.cu:13:3: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:14:10: warning: tail launch of 'last' is left as written [SP063]
case.cu:18:8: warning: a launch of 'last' that the same threads may come to stays as written, and can't take turns: its arguments call 'again', which may launch [SP029]
  case.cu:19:14: note: here
case.cu:19:10: warning: tail launch of 'last' is left as written [SP063]
case.cu:23:8: warning: a launch of 'last' that the same threads may come to stays as written, and can't take turns: a macro or a library writes it [SP029]
  case.cu:24:3: note: here
10 launches: 3 host, 1 guarded, 0 kept, 6 refused
