// flags:
#define WIDE __launch_bounds__(512)
__global__ void leaf(int* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += 1;
}
__global__ void inner(int* d, int n) { leaf<<<1, 32>>>(d, n); }
static __device__ void launches(int* d, int n) { inner<<<1, 1>>>(d, n); }

namespace space {
__global__ void outer(int* d, int n);
}
__global__ void space::outer(int* d, int n) { launches(d, n); }
__global__ void WIDE own(int* d, int n) { leaf<<<1, 32>>>(d, n); }
void __global__ __maxnreg__(64) few(int* d, int n) { leaf<<<1, 32>>>(d, n); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:7:40", "inner", "leaf"},
    {"case.cu:8:50", "launches", "inner"},
    {"case.cu:14:43", "own", "leaf"},
    {"case.cu:15:54", "few", "leaf"},
});
#line 1 "case.cu"
// flags:
#define WIDE __launch_bounds__(512)
__global__ void leaf(int* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += 1;
}
// spawnc: leaf for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void leaf__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += 1;
}
}
// spawnc: leaf as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void leaf__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  leaf__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void leaf__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      leaf__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    leaf__thread(spawn_thread, d, n);
  });
}
#line 7 "case.cu"
__global__ void __launch_bounds__(1024) inner(int* d, int n) { leaf__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, n); }
// spawnc: inner for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void inner__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ leaf__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32), d, n); }
}
// spawnc: inner as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void __launch_bounds__(1024) inner__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  inner__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
static __device__ __forceinline__ void inner__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      inner__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    inner__thread(spawn_thread, d, n);
  });
}
#line 8 "case.cu"
static __device__ void launches(int* d, int n) { inner__spawn(spawn::launch(spawn_case_cu[1], 1, 1), d, n); }

namespace space {
__global__ void outer(int* d, int n);
}
__global__ void __launch_bounds__(1024) space::outer(int* d, int n) { launches(d, n); }
__global__ void WIDE own(int* d, int n) { leaf__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d, n); }
void __global__ __maxnreg__(64) few(int* d, int n) { leaf__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d, n); }
// ---- diagnostics
case.cu:7:17: note: no host launch of 'inner' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:7:40: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:8:50: note: launch of 'inner' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:14:22: note: no host launch of 'own' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:14:43: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:15:33: note: no host launch of 'few' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:54: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
4 launches: 0 host, 4 guarded, 0 kept, 0 refused
