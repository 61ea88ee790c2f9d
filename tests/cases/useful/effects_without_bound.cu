// flags:
// whatever the condition says, these threads do something, or have another index
struct Trace {
  int* d;
  int i;
  __device__ ~Trace() { d[i] = 1; }
};
__global__ void before_and(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (d[i]++ >= 0 && i < n) d[i] = 1;
}
__global__ void before_or(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicAdd(d, 1) > 9 || i >= n) return;
  d[i] = 1;
}
__global__ void assignment(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = (d[i] = 3);
  if (i < n) d[i] = k;
}
__global__ void destructor(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Trace trace{d, i};
  if (i < n) d[i] = 2;
}
__global__ void narrow(int* d, int n) {
  short i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 2;
}
__global__ void other_index(int* d, int n) {
  int i = blockIdx.x * (blockDim.x + threadIdx.x);
  if (i < n) d[i] = 2;
}
__global__ void redefined(int* d, int n) {
#define n 9
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 2;
#undef n
}
// what stands after the bound is for useful threads only
__global__ void after_and(int* d, int n) {
  int i = (blockIdx.x * blockDim.x) + threadIdx.x;
  if (i < n && d[i]++ >= 0) d[i] = 1;
}
__global__ void parent(int* d, int n) {
  switch (n) {
    case 0: before_and<<<1, 32>>>(d, n); break;
    case 1: before_or<<<1, 32>>>(d, n); break;
    case 2: assignment<<<1, 32>>>(d, n); break;
    case 3: destructor<<<1, 32>>>(d, n); break;
    case 4: narrow<<<1, 32>>>(d, n); break;
    case 5: other_index<<<1, 32>>>(d, n); break;
    case 6: redefined<<<1, 32>>>(d, n); break;
    case 7: after_and<<<1, 32>>>(d, n); break;
  }
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
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:48:13", "parent", "before_and"},
    {"case.cu:49:13", "parent", "before_or"},
    {"case.cu:50:13", "parent", "assignment"},
    {"case.cu:51:13", "parent", "destructor"},
    {"case.cu:52:13", "parent", "narrow"},
    {"case.cu:53:13", "parent", "other_index"},
    {"case.cu:54:13", "parent", "redefined"},
    {"case.cu:55:13", "parent", "after_and"},
});
#line 1 "case.cu"
// flags:
// whatever the condition says, these threads do something, or have another index
struct Trace {
  int* d;
  int i;
  __device__ ~Trace() { d[i] = 1; }
};
__global__ void before_and(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (d[i]++ >= 0 && i < n) d[i] = 1;
}
// spawnc: before_and for one thread, whose built-ins are local variables.
#line 8 "case.cu"
static __device__ __forceinline__ void before_and__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (d[i]++ >= 0 && i < n) d[i] = 1;
}
}
// spawnc: before_and as a guarded branch launches it: the same work, counted and timed.
#line 8 "case.cu"
static __global__ void before_and__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  before_and__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 8 "case.cu"
static __device__ __forceinline__ void before_and__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      before_and__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    before_and__thread(spawn_thread, d, n);
  });
}
#line 12 "case.cu"
__global__ void before_or(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicAdd(d, 1) > 9 || i >= n) return;
  d[i] = 1;
}
// spawnc: before_or for one thread, whose built-ins are local variables.
#line 12 "case.cu"
static __device__ __forceinline__ void before_or__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (atomicAdd(d, 1) > 9 || i >= n) return;
  d[i] = 1;
}
}
// spawnc: before_or as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
static __global__ void before_or__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  before_or__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
static __device__ __forceinline__ void before_or__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      before_or__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    before_or__thread(spawn_thread, d, n);
  });
}
#line 17 "case.cu"
__global__ void assignment(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = (d[i] = 3);
  if (i < n) d[i] = k;
}
// spawnc: assignment for one thread, whose built-ins are local variables.
#line 17 "case.cu"
static __device__ __forceinline__ void assignment__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 17 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  int k = (d[i] = 3);
  if (i < n) d[i] = k;
}
}
// spawnc: assignment as a guarded branch launches it: the same work, counted and timed.
#line 17 "case.cu"
static __global__ void assignment__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  assignment__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 17 "case.cu"
static __device__ __forceinline__ void assignment__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      assignment__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    assignment__thread(spawn_thread, d, n);
  });
}
#line 22 "case.cu"
__global__ void destructor(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Trace trace{d, i};
  if (i < n) d[i] = 2;
}
// spawnc: destructor for one thread, whose built-ins are local variables.
#line 22 "case.cu"
static __device__ __forceinline__ void destructor__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 22 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  Trace trace{d, i};
  if (i < n) d[i] = 2;
}
}
// spawnc: destructor as a guarded branch launches it: the same work, counted and timed.
#line 22 "case.cu"
static __global__ void destructor__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  destructor__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 22 "case.cu"
static __device__ __forceinline__ void destructor__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      destructor__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    destructor__thread(spawn_thread, d, n);
  });
}
#line 27 "case.cu"
__global__ void narrow(int* d, int n) {
  short i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 2;
}
// spawnc: narrow for one thread, whose built-ins are local variables.
#line 27 "case.cu"
static __device__ __forceinline__ void narrow__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 27 "case.cu"
{
  short i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 2;
}
}
// spawnc: narrow as a guarded branch launches it: the same work, counted and timed.
#line 27 "case.cu"
static __global__ void narrow__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  narrow__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 27 "case.cu"
static __device__ __forceinline__ void narrow__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      narrow__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    narrow__thread(spawn_thread, d, n);
  });
}
#line 31 "case.cu"
__global__ void other_index(int* d, int n) {
  int i = blockIdx.x * (blockDim.x + threadIdx.x);
  if (i < n) d[i] = 2;
}
// spawnc: other_index for one thread, whose built-ins are local variables.
#line 31 "case.cu"
static __device__ __forceinline__ void other_index__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 31 "case.cu"
{
  int i = blockIdx.x * (blockDim.x + threadIdx.x);
  if (i < n) d[i] = 2;
}
}
// spawnc: other_index as a guarded branch launches it: the same work, counted and timed.
#line 31 "case.cu"
static __global__ void other_index__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  other_index__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 31 "case.cu"
static __device__ __forceinline__ void other_index__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      other_index__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    other_index__thread(spawn_thread, d, n);
  });
}
#line 35 "case.cu"
__global__ void redefined(int* d, int n) {
#define n 9
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 2;
#undef n
}
// spawnc: redefined for one thread, whose built-ins are local variables.
#line 35 "case.cu"
static __device__ __forceinline__ void redefined__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 35 "case.cu"
{
#define n 9
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 2;
#undef n
}
}
// spawnc: redefined as a guarded branch launches it: the same work, counted and timed.
#line 35 "case.cu"
static __global__ void redefined__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  redefined__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 35 "case.cu"
static __device__ __forceinline__ void redefined__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      redefined__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    redefined__thread(spawn_thread, d, n);
  });
}
#line 41 "case.cu"
// what stands after the bound is for useful threads only
__global__ void after_and(int* d, int n) {
  int i = (blockIdx.x * blockDim.x) + threadIdx.x;
  if (i < n && d[i]++ >= 0) d[i] = 1;
}
// spawnc: after_and for one thread, whose built-ins are local variables.
#line 42 "case.cu"
static __device__ __forceinline__ void after_and__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 42 "case.cu"
{
  int i = (blockIdx.x * blockDim.x) + threadIdx.x;
  if (i < n && d[i]++ >= 0) d[i] = 1;
}
}
// spawnc: after_and as a guarded branch launches it: the same work, counted and timed.
#line 42 "case.cu"
static __global__ void after_and__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  after_and__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 42 "case.cu"
static __device__ __forceinline__ void after_and__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      after_and__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    after_and__thread(spawn_thread, d, n);
  });
}
#line 46 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int n) { spawn::StreamOrder spawn_order;
  switch (n) {
    case 0: before_and__spawn(spawn_order.launch(spawn_case_cu[0], 1, 32), d, n); break;
    case 1: before_or__spawn(spawn_order.launch(spawn_case_cu[1], 1, 32), d, n); break;
    case 2: assignment__spawn(spawn_order.launch(spawn_case_cu[2], 1, 32), d, n); break;
    case 3: destructor__spawn(spawn_order.launch(spawn_case_cu[3], 1, 32), d, n); break;
    case 4: narrow__spawn(spawn_order.launch(spawn_case_cu[4], 1, 32), d, n); break;
    case 5: other_index__spawn(spawn_order.launch(spawn_case_cu[5], 1, 32), d, n); break;
    case 6: redefined__spawn(spawn_order.launch(spawn_case_cu[6], 1, 32), d, n); break;
    case 7: after_and__spawn(spawn_order.launch(spawn_case_cu[7], 1, 32), d, n); break;
  }
}
// ---- diagnostics
case.cu:46:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:48:13: note: launch of 'before_and' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:49:13: note: launch of 'before_or' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:50:13: note: launch of 'assignment' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:51:13: note: launch of 'destructor' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:52:13: note: launch of 'narrow' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:53:13: note: launch of 'other_index' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:54:13: note: launch of 'redefined' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
case.cu:55:13: note: launch of 'after_and' guarded: policy spawn, in order (the order of the thread's launches is kept at run time) [SP001]
8 launches: 0 host, 8 guarded, 0 kept, 0 refused
