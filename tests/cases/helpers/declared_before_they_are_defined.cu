// flags:
static __device__ int index(int stride = 1);
namespace util {
__device__ int offset();
}

__global__ void child(int* d) { d[index()] = util::offset(); }
__global__ void parent(int* d) { child<<<1, 32>>>(d); }

static __device__ int index(int stride) { return threadIdx.x * stride; }
__device__ int util::offset() { return blockIdx.x; }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:8:34", "parent", "child"}});
#line 1 "case.cu"
// flags:
#line 2 "case.cu"
static __device__ int index__thread(const spawn::Thread& spawn_thread, int stride = 1);
#line 2 "case.cu"
static __device__ int index(int stride = 1);
namespace util {
#line 4 "case.cu"
static __device__ int offset__thread(const spawn::Thread& spawn_thread);
#line 4 "case.cu"
__device__ int offset();
}

__global__ void child(int* d) { d[index()] = util::offset(); }
// spawnc: child for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ d[index__thread(spawn_thread)] = util::offset__thread(spawn_thread); }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
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
#line 8 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d); }

static __device__ int index(int stride) { return threadIdx.x * stride; }
// spawnc: index for the serial bodies that call it.
#line 10 "case.cu"
static __device__ int index__thread(const spawn::Thread& spawn_thread, int stride) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{ return threadIdx.x * stride; }
}

#line 11 "case.cu"
__device__ int util::offset() { return blockIdx.x; }
// spawnc: offset for the serial bodies that call it.
#line 11 "case.cu"
static __device__ int util::offset__thread(const spawn::Thread& spawn_thread) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{ return blockIdx.x; }
}

#line 12 "case.cu"
// ---- diagnostics
case.cu:8:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:8:34: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
