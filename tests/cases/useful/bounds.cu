// flags:
__global__ void inner_if(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
__global__ void early_return(int* d, int n, int m) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n + m) return;
  d[i] = 1;
}
__global__ void grid_stride(int* d, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) d[i] = 1;
}
__global__ void and_more(int* d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && m > 3) d[i] = 1;
}
__global__ void turned_round(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((n > i)) {
    d[i] = 1;
  }
}

__global__ void parent(int* d, int n) {
  if (n == 1) inner_if<<<1, 32>>>(d, n);
  else if (n == 2) early_return<<<1, 32>>>(d, n, n);
  else if (n == 3) grid_stride<<<1, 32>>>(d, n);
  else if (n == 4) and_more<<<1, 32>>>(d, n, n);
  else turned_round<<<1, 32>>>(d, n);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:26:15", "parent", "inner_if"},
    {"case.cu:27:20", "parent", "early_return"},
    {"case.cu:28:20", "parent", "grid_stride"},
    {"case.cu:29:20", "parent", "and_more"},
    {"case.cu:30:8", "parent", "turned_round"},
});
#line 1 "case.cu"
// flags:
__global__ void inner_if(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
// spawnc: inner_if for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void inner_if__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
}
// spawnc: inner_if as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void inner_if__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  inner_if__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void inner_if__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      inner_if__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    inner_if__thread(spawn_thread, d, n);
  });
}
#line 6 "case.cu"
__global__ void early_return(int* d, int n, int m) {
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n + m) return;
  d[i] = 1;
}
// spawnc: early_return for one thread, whose built-ins are local variables.
#line 6 "case.cu"
static __device__ __forceinline__ void early_return__thread(const spawn::Thread& spawn_thread, int* d, int n, int m) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{
  const int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n + m) return;
  d[i] = 1;
}
}
// spawnc: early_return as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void early_return__launched(spawn::Ticket spawn_ticket, int* d, int n, int m) {
  early_return__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, m);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void early_return__spawn(const spawn::Launch& spawn_launch, int* d, int n, int m) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n + m);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      early_return__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, m);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n + m, [&](const spawn::Thread& spawn_thread) {
    early_return__thread(spawn_thread, d, n, m);
  });
}
#line 11 "case.cu"
__global__ void grid_stride(int* d, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) d[i] = 1;
}
// spawnc: grid_stride for one thread, whose built-ins are local variables.
#line 11 "case.cu"
static __device__ __forceinline__ void grid_stride__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += blockDim.x * gridDim.x) d[i] = 1;
}
}
// spawnc: grid_stride as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
static __global__ void grid_stride__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  grid_stride__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
static __device__ __forceinline__ void grid_stride__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n, true);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      grid_stride__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    grid_stride__thread(spawn_thread, d, n);
  });
}
#line 14 "case.cu"
__global__ void and_more(int* d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && m > 3) d[i] = 1;
}
// spawnc: and_more for one thread, whose built-ins are local variables.
#line 14 "case.cu"
static __device__ __forceinline__ void and_more__thread(const spawn::Thread& spawn_thread, int* d, int n, int m) {
  SPAWN_BUILTINS(spawn_thread);
#line 14 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n && m > 3) d[i] = 1;
}
}
// spawnc: and_more as a guarded branch launches it: the same work, counted and timed.
#line 14 "case.cu"
static __global__ void and_more__launched(spawn::Ticket spawn_ticket, int* d, int n, int m) {
  and_more__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, m);
}
// spawnc: the guarded branch.
#line 14 "case.cu"
static __device__ __forceinline__ void and_more__spawn(const spawn::Launch& spawn_launch, int* d, int n, int m) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      and_more__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, m);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    and_more__thread(spawn_thread, d, n, m);
  });
}
#line 18 "case.cu"
__global__ void turned_round(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((n > i)) {
    d[i] = 1;
  }
}
// spawnc: turned_round for one thread, whose built-ins are local variables.
#line 18 "case.cu"
static __device__ __forceinline__ void turned_round__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 18 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if ((n > i)) {
    d[i] = 1;
  }
}
}
// spawnc: turned_round as a guarded branch launches it: the same work, counted and timed.
#line 18 "case.cu"
static __global__ void turned_round__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  turned_round__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 18 "case.cu"
static __device__ __forceinline__ void turned_round__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      turned_round__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    turned_round__thread(spawn_thread, d, n);
  });
}
#line 24 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n == 1) inner_if__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, n);
  else if (n == 2) early_return__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d, n, n);
  else if (n == 3) grid_stride__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d, n);
  else if (n == 4) and_more__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d, n, n);
  else turned_round__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d, n);
}
// ---- diagnostics
case.cu:25:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:26:15: note: launch of 'inner_if' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:27:20: note: launch of 'early_return' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:28:20: note: launch of 'grid_stride' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:29:20: note: launch of 'and_more' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:30:8: note: launch of 'turned_round' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
5 launches: 0 host, 5 guarded, 0 kept, 0 refused
