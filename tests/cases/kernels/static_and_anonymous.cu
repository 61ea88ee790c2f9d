// flags:
namespace {
__global__ void anonymous(int* d) { d[threadIdx.x] = 1; }
}
static __global__ void local(int* d) { d[threadIdx.x] = 2; }
__global__ static void late_static(int* d) { d[threadIdx.x] = 3; }
inline __global__ void inlined(int* d) { d[threadIdx.x] = 4; }

__global__ void parent(int* d, int n) {
  if (n == 1) anonymous<<<1, 32>>>(d);
  else if (n == 2) local<<<1, 32>>>(d);
  else if (n == 3) late_static<<<1, 32>>>(d);
  else inlined<<<1, 32>>>(d);
}
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
    {"case.cu:10:15", "parent", "(anonymous namespace)::anonymous"},
    {"case.cu:11:20", "parent", "local"},
    {"case.cu:12:20", "parent", "late_static"},
    {"case.cu:13:8", "parent", "inlined"},
});
#line 1 "case.cu"
// flags:
namespace {
__global__ void anonymous(int* d) { d[threadIdx.x] = 1; }
// spawnc: anonymous for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void anonymous__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: anonymous as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void anonymous__launched(spawn::Ticket spawn_ticket, int* d) {
  anonymous__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void anonymous__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      anonymous__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    anonymous__thread(spawn_thread, d);
  });
}
// spawnc: what launched anonymous launches its counted twin now.
#line 3 "case.cu"
[[maybe_unused]] __global__ void anonymous(int* d);
#line 4 "case.cu"
}
static __global__ void local(int* d) { d[threadIdx.x] = 2; }
// spawnc: local for one thread, whose built-ins are local variables.
#line 5 "case.cu"
static __device__ __forceinline__ void local__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 5 "case.cu"
{ d[threadIdx.x] = 2; }
}
// spawnc: local as a guarded branch launches it: the same work, counted and timed.
#line 5 "case.cu"
static __global__ void local__launched(spawn::Ticket spawn_ticket, int* d) {
  local__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 5 "case.cu"
static __device__ __forceinline__ void local__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      local__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    local__thread(spawn_thread, d);
  });
}
// spawnc: what launched local launches its counted twin now.
#line 5 "case.cu"
[[maybe_unused]] static __global__ void local(int* d);
#line 6 "case.cu"
__global__ static void late_static(int* d) { d[threadIdx.x] = 3; }
// spawnc: late_static for one thread, whose built-ins are local variables.
#line 6 "case.cu"
static __device__ __forceinline__ void late_static__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{ d[threadIdx.x] = 3; }
}
// spawnc: late_static as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
__global__ static void late_static__launched(spawn::Ticket spawn_ticket, int* d) {
  late_static__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void late_static__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      late_static__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    late_static__thread(spawn_thread, d);
  });
}
// spawnc: what launched late_static launches its counted twin now.
#line 6 "case.cu"
[[maybe_unused]] __global__ static void late_static(int* d);
#line 7 "case.cu"
inline __global__ void inlined(int* d) { d[threadIdx.x] = 4; }
// spawnc: inlined for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void inlined__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ d[threadIdx.x] = 4; }
}
// spawnc: inlined as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static inline __global__ void inlined__launched(spawn::Ticket spawn_ticket, int* d) {
  inlined__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
static __device__ __forceinline__ void inlined__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      inlined__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    inlined__thread(spawn_thread, d);
  });
}
#line 8 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n == 1) anonymous__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d);
  else if (n == 2) local__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d);
  else if (n == 3) late_static__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d);
  else inlined__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d);
}
// ---- diagnostics
case.cu:9:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:10:15: note: launch of 'anonymous' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:11:20: note: launch of 'local' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:12:20: note: launch of 'late_static' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:13:8: note: launch of 'inlined' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
4 launches: 0 host, 4 guarded, 0 kept, 0 refused
