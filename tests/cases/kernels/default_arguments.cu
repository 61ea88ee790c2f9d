// flags:
__global__ void declared(int* d, int n = 3, float s = 1.f);
__global__ void defined(int* d, int n = 1 << 2, int* e = nullptr) { d[threadIdx.x] = e ? n : 0; }

__global__ void one(int* d) { declared<<<1, 32>>>(d); }
__global__ void two(int* d) { declared<<<1, 32>>>(d, 2); }
__global__ void three(int* d) { defined<<<1, 32>>>(d); }

__global__ void declared(int* d, int n, float s) { d[threadIdx.x] = n * s; }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:5:31", "one", "declared"},
    {"case.cu:6:31", "two", "declared"},
    {"case.cu:7:33", "three", "defined"},
});
#line 1 "case.cu"
// flags:
#line 2 "case.cu"
static __device__ __forceinline__ void declared__spawn(const spawn::Launch& spawn_launch,
    int* d, int n = 3, float s = 1.f);
#line 2 "case.cu"
__global__ void declared(int* d, int n = 3, float s = 1.f);
__global__ void defined(int* d, int n = 1 << 2, int* e = nullptr) { d[threadIdx.x] = e ? n : 0; }
// spawnc: defined for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void defined__thread(const spawn::Thread& spawn_thread, int* d, int n, int* e) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = e ? n : 0; }
}
// spawnc: defined as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void defined__launched(spawn::Ticket spawn_ticket, int* d, int n, int* e) {
  defined__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, e);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void defined__spawn(const spawn::Launch& spawn_launch,
    int* d, int n = 1 << 2, int* e = nullptr) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      defined__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, e);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    defined__thread(spawn_thread, d, n, e);
  });
}
#line 4 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d) { declared__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d); }
__global__ void __launch_bounds__(1024) two(int* d) { declared__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d, 2); }
__global__ void __launch_bounds__(1024) three(int* d) { defined__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d); }

__global__ void declared(int* d, int n, float s) { d[threadIdx.x] = n * s; }
// spawnc: declared for one thread, whose built-ins are local variables.
#line 9 "case.cu"
static __device__ __forceinline__ void declared__thread(const spawn::Thread& spawn_thread, int* d, int n, float s) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{ d[threadIdx.x] = n * s; }
}
// spawnc: declared as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void declared__launched(spawn::Ticket spawn_ticket, int* d, int n, float s) {
  declared__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, s);
}
// spawnc: the guarded branch.
#line 9 "case.cu"
static __device__ __forceinline__ void declared__spawn(const spawn::Launch& spawn_launch, int* d, int n, float s) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      declared__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, s);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    declared__thread(spawn_thread, d, n, s);
  });
}
#line 10 "case.cu"
// ---- diagnostics
case.cu:5:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:5:31: note: launch of 'declared' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:6:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:31: note: launch of 'declared' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:7:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:7:33: note: launch of 'defined' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
3 launches: 0 host, 3 guarded, 0 kept, 0 refused
