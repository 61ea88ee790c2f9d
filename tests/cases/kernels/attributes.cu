// flags:
constexpr int kThreads = 128;
__global__ void __launch_bounds__(128) before(int* d) { d[threadIdx.x] = 1; }
__launch_bounds__(kThreads, 2) __global__ void first(int* d) { d[threadIdx.x] = 2; }
__global__ __launch_bounds__(kThreads) void between(int* d) { d[threadIdx.x] = 3; }
[[maybe_unused]] __global__ void standard(int* d) { d[threadIdx.x] = 4; }
__global__ void restricted(const int* __restrict__ s, int* __restrict__ d) { d[threadIdx.x] = s[threadIdx.x]; }
template <int N>
__global__ void __launch_bounds__(N) templated(int* d) {
  d[threadIdx.x] = N;
}
struct Big {
  int a[8];
};
__global__ void constant(const __grid_constant__ Big big, int* d) { d[threadIdx.x] = big.a[threadIdx.x % 8]; }

__global__ void parent(int* d, int n) {
  if (n == 1) before<<<1, 128>>>(d);
  else if (n == 2) first<<<1, 128>>>(d);
  else if (n == 3) between<<<1, 128>>>(d);
  else if (n == 4) standard<<<1, 128>>>(d);
  else if (n == 5) restricted<<<1, 128>>>(d + 128, d);
  else if (n == 6) templated<64><<<1, 64>>>(d);
  else constant<<<1, 128>>>(Big{}, d);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:18:15", "parent", "before"},
    {"case.cu:19:20", "parent", "first"},
    {"case.cu:20:20", "parent", "between"},
    {"case.cu:21:20", "parent", "standard"},
    {"case.cu:22:20", "parent", "restricted"},
    {"case.cu:23:20", "parent", "templated"},
    {"case.cu:24:8", "parent", "constant"},
});
#line 1 "case.cu"
// flags:
constexpr int kThreads = 128;
__global__ void __launch_bounds__(128) before(int* d) { d[threadIdx.x] = 1; }
// spawnc: before for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void before__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: before as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void __launch_bounds__(128) before__launched(spawn::Ticket spawn_ticket, int* d) {
  before__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void before__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      before__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    before__thread(spawn_thread, d);
  });
}
#line 4 "case.cu"
__launch_bounds__(kThreads, 2) __global__ void first(int* d) { d[threadIdx.x] = 2; }
// spawnc: first for one thread, whose built-ins are local variables.
#line 4 "case.cu"
static __device__ __forceinline__ void first__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{ d[threadIdx.x] = 2; }
}
// spawnc: first as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __launch_bounds__(kThreads, 2) __global__ void first__launched(spawn::Ticket spawn_ticket, int* d) {
  first__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void first__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      first__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    first__thread(spawn_thread, d);
  });
}
#line 5 "case.cu"
__global__ __launch_bounds__(kThreads) void between(int* d) { d[threadIdx.x] = 3; }
// spawnc: between for one thread, whose built-ins are local variables.
#line 5 "case.cu"
static __device__ __forceinline__ void between__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 5 "case.cu"
{ d[threadIdx.x] = 3; }
}
// spawnc: between as a guarded branch launches it: the same work, counted and timed.
#line 5 "case.cu"
static __global__ __launch_bounds__(kThreads) void between__launched(spawn::Ticket spawn_ticket, int* d) {
  between__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 5 "case.cu"
static __device__ __forceinline__ void between__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      between__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    between__thread(spawn_thread, d);
  });
}
#line 6 "case.cu"
[[maybe_unused]] __global__ void standard(int* d) { d[threadIdx.x] = 4; }
// spawnc: standard for one thread, whose built-ins are local variables.
#line 6 "case.cu"
static __device__ __forceinline__ void standard__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{ d[threadIdx.x] = 4; }
}
// spawnc: standard as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void standard__launched(spawn::Ticket spawn_ticket, int* d) {
  standard__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void standard__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      standard__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    standard__thread(spawn_thread, d);
  });
}
#line 7 "case.cu"
__global__ void restricted(const int* __restrict__ s, int* __restrict__ d) { d[threadIdx.x] = s[threadIdx.x]; }
// spawnc: restricted for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void restricted__thread(const spawn::Thread& spawn_thread,
    const int* __restrict__ s, int* __restrict__ d) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ d[threadIdx.x] = s[threadIdx.x]; }
}
// spawnc: restricted as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void restricted__launched(spawn::Ticket spawn_ticket,
    const int* __restrict__ s, int* __restrict__ d) {
  restricted__thread(spawn::CtaScope(spawn_ticket).thread(), s, d);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
static __device__ __forceinline__ void restricted__spawn(const spawn::Launch& spawn_launch,
    const int* __restrict__ s, int* __restrict__ d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      restricted__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, s, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    restricted__thread(spawn_thread, s, d);
  });
}
#line 8 "case.cu"
template <int N>
__global__ void __launch_bounds__(N) templated(int* d) {
  d[threadIdx.x] = N;
}
// spawnc: templated for one thread, whose built-ins are local variables.
#line 8 "case.cu"
template <int N>
static __device__ __forceinline__ void templated__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{
  d[threadIdx.x] = N;
}
}
// spawnc: templated as a guarded branch launches it: the same work, counted and timed.
#line 8 "case.cu"
template <int N>
static __global__ void __launch_bounds__(N) templated__launched(spawn::Ticket spawn_ticket, int* d) {
  templated__thread<N>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 8 "case.cu"
template <int N>
static __device__ __forceinline__ void templated__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      templated__launched<N><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    templated__thread<N>(spawn_thread, d);
  });
}
#line 12 "case.cu"
struct Big {
  int a[8];
};
__global__ void constant(const __grid_constant__ Big big, int* d) { d[threadIdx.x] = big.a[threadIdx.x % 8]; }
// spawnc: constant for one thread, whose built-ins are local variables.
#line 15 "case.cu"
static __device__ __forceinline__ void constant__thread(const spawn::Thread& spawn_thread, const  Big big, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 15 "case.cu"
{ d[threadIdx.x] = big.a[threadIdx.x % 8]; }
}
// spawnc: constant as a guarded branch launches it: the same work, counted and timed.
#line 15 "case.cu"
static __global__ void constant__launched(spawn::Ticket spawn_ticket, const  Big big, int* d) {
  constant__thread(spawn::CtaScope(spawn_ticket).thread(), big, d);
}
// spawnc: the guarded branch.
#line 15 "case.cu"
static __device__ __forceinline__ void constant__spawn(const spawn::Launch& spawn_launch, const  Big big, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      constant__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, big, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    constant__thread(spawn_thread, big, d);
  });
}
#line 16 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n == 1) before__spawn(spawn::launch(spawn_case_cu[0], 1, 128), d);
  else if (n == 2) first__spawn(spawn::launch(spawn_case_cu[1], 1, 128), d);
  else if (n == 3) between__spawn(spawn::launch(spawn_case_cu[2], 1, 128), d);
  else if (n == 4) standard__spawn(spawn::launch(spawn_case_cu[3], 1, 128), d);
  else if (n == 5) restricted__spawn(spawn::launch(spawn_case_cu[4], 1, 128), d + 128, d);
  else if (n == 6) templated__spawn<64>(spawn::launch(spawn_case_cu[5], 1, 64), d);
  else constant__spawn(spawn::launch(spawn_case_cu[6], 1, 128), Big{}, d);
}
// ---- diagnostics
case.cu:17:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:18:15: note: launch of 'before' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:19:20: note: launch of 'first' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:20:20: note: launch of 'between' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:21:20: note: launch of 'standard' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:22:20: note: launch of 'restricted' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:23:20: note: launch of 'templated' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:24:8: note: launch of 'constant' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
7 launches: 0 host, 7 guarded, 0 kept, 0 refused
