// flags:
namespace a {
struct S {
  int x;
};
__global__ void child(S s, int* d) { d[threadIdx.x] = s.x; }
__global__ void only_here(int* d) { d[threadIdx.x] = 1; }
inline namespace v1 {
__global__ void inlined(int* d) { d[threadIdx.x] = 2; }
}
}  // namespace a
namespace alias = a;

__global__ void one(int* d) { child<<<1, 32>>>(a::S{1}, d); }
__global__ void two(int* d) { a::child<<<1, 32>>>(a::S{1}, d); }
__global__ void three(int* d) { ::a::only_here<<<1, 32>>>(d); }
__global__ void four(int* d) { alias::only_here<<<1, 32>>>(d); }
__global__ void five(int* d) { a::inlined<<<1, 32>>>(d); }
__global__ void six(int* d) {
  using namespace a;
  only_here<<<1, 32>>>(d);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:14:31", "one", "a::child"},
    {"case.cu:15:34", "two", "a::child"},
    {"case.cu:16:38", "three", "a::only_here"},
    {"case.cu:17:39", "four", "a::only_here"},
    {"case.cu:18:35", "five", "a::v1::inlined"},
    {"case.cu:21:3", "six", "a::only_here"},
});
#line 1 "case.cu"
// flags:
namespace a {
struct S {
  int x;
};
__global__ void child(S s, int* d) { d[threadIdx.x] = s.x; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 6 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, S s, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{ d[threadIdx.x] = s.x; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, S s, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), s, d);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, S s, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, s, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, s, d);
  });
}
#line 7 "case.cu"
__global__ void only_here(int* d) { d[threadIdx.x] = 1; }
// spawnc: only_here for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void only_here__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: only_here as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void only_here__launched(spawn::Ticket spawn_ticket, int* d) {
  only_here__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
static __device__ __forceinline__ void only_here__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      only_here__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    only_here__thread(spawn_thread, d);
  });
}
#line 8 "case.cu"
inline namespace v1 {
__global__ void inlined(int* d) { d[threadIdx.x] = 2; }
// spawnc: inlined for one thread, whose built-ins are local variables.
#line 9 "case.cu"
static __device__ __forceinline__ void inlined__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{ d[threadIdx.x] = 2; }
}
// spawnc: inlined as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void inlined__launched(spawn::Ticket spawn_ticket, int* d) {
  inlined__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 9 "case.cu"
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
#line 10 "case.cu"
}
}  // namespace a
namespace alias = a;

__global__ void __launch_bounds__(1024) one(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), a::S{1}, d); }
__global__ void __launch_bounds__(1024) two(int* d) { a::child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), a::S{1}, d); }
__global__ void __launch_bounds__(1024) three(int* d) { ::a::only_here__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d); }
__global__ void __launch_bounds__(1024) four(int* d) { alias::only_here__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d); }
__global__ void __launch_bounds__(1024) five(int* d) { a::inlined__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d); }
__global__ void __launch_bounds__(1024) six(int* d) {
  using namespace a;
  only_here__spawn(spawn::launch(spawn_case_cu[5], 1, 32), d);
}
// ---- diagnostics
case.cu:14:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:14:31: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:15:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:34: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:38: note: launch of 'only_here' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:17: note: no host launch of 'four' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:17:39: note: launch of 'only_here' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:18:17: note: no host launch of 'five' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:18:35: note: launch of 'inlined' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:19:17: note: no host launch of 'six' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:21:3: note: launch of 'only_here' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
6 launches: 0 host, 6 guarded, 0 kept, 0 refused
