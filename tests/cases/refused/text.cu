// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
#define LAUNCH(k, g, b, ...) k<<<(g), (b)>>>(__VA_ARGS__)
#define CHILD child
#define OPEN <<<
#define ARGUMENTS (d, n)
#define CONFIGURATION 1, 32
__global__ void body(int* d, int n) { LAUNCH(child, 1, n, d, n); }
__global__ void name(int* d, int n) { CHILD<<<1, 2>>>(d, n); }
__global__ void opening(int* d, int n) { child OPEN 1, 3>>>(d, n); }
__global__ void arguments(int* d, int n) { child<<<1, 4>>> ARGUMENTS; }
__global__ void configuration(int* d, int n) { child<<<CONFIGURATION>>>(d, n); }
__global__ void spliced(int* d, int n) {
  child<<\
<1, 5>>>(d, n);
}
__global__ void nested(int* d, int n) {
  child<<<1, [=] { child<<<1, 1>>>(d, 1); return 6; }()>>>(d, n);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:18:3", "nested", "child"}});
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
#define LAUNCH(k, g, b, ...) k<<<(g), (b)>>>(__VA_ARGS__)
#define CHILD child
#define OPEN <<<
#define ARGUMENTS (d, n)
#define CONFIGURATION 1, 32
__global__ void body(int* d, int n) { LAUNCH(child, 1, n, d, n); }
__global__ void name(int* d, int n) { CHILD<<<1, 2>>>(d, n); }
__global__ void opening(int* d, int n) { child OPEN 1, 3>>>(d, n); }
__global__ void arguments(int* d, int n) { child<<<1, 4>>> ARGUMENTS; }
__global__ void configuration(int* d, int n) { child<<<CONFIGURATION>>>(d, n); }
__global__ void spliced(int* d, int n) {
  child<<\
<1, 5>>>(d, n);
}
__global__ void __launch_bounds__(1024) nested(int* d, int n) {
  child__spawn(spawn::launch(spawn_case_cu[0], 1, [=] { child<<<1, 1>>>(d, 1); return 6; }()), d, n);
}
// ---- diagnostics
case.cu:3:30: warning: launch in the body of macro 'LAUNCH' is left as written [SP011]
case.cu:5:9: warning: launch in the body of macro 'OPEN' is left as written [SP011]
case.cu:9:39: warning: the launched kernel is not named here: 'CHILD' is a macro or another name for it [SP013]
case.cu:11:44: warning: '<<<' without the rest of a launch: no argument list follows '>>>' [SP010]
case.cu:12:48: warning: the stream 'CONFIGURATION' is not made for this launch: the order of its launches can't be kept [SP060]
case.cu:14:3: warning: '<<<' or the kernel's name is split by a line continuation [SP021]
case.cu:17:17: note: no host launch of 'nested' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:18:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:18:20: warning: launch inside the configuration of another launch [SP017]
8 launches: 0 host, 1 guarded, 0 kept, 7 refused
