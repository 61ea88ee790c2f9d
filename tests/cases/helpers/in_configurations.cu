// flags:
// What stands between chevrons is called in the serial body too.
__device__ int threads(int n) { return threadIdx.x + n; }
__device__ int blocks(const int* p) { return (__ldg(p) + 31) / 32; }
#define THREADS(n) (2 * threads(n))
struct Shape {
  int n;
  __device__ int size() const { return n; }
};

__global__ void grandchild(int* d) { d[threadIdx.x] = 1; }
__global__ void child(const int* p, int* d) { grandchild<<<blocks(p), threads(4)>>>(d + ::__ldg(p)); }
__global__ void by_macro(int* d, int n) { grandchild<<<1, THREADS(n)>>>(d); }
__global__ void by_member(int* d, Shape shape) {
  const auto blocks = [](int n) { return n / 32; };
  grandchild<<<blocks(64), shape.size()>>>(d);
}

__global__ void parent(const int* p, int* d, int n) {
  if (n == 1) child<<<1, 32>>>(p, d);
  else if (n == 2) by_macro<<<1, 32>>>(d, n);
  else by_member<<<1, 32>>>(d, Shape{n});
}
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:12:47", "child", "grandchild"},
    {"case.cu:13:43", "by_macro", "grandchild"},
    {"case.cu:16:3", "by_member", "grandchild"},
    {"case.cu:20:15", "parent", "child"},
    {"case.cu:22:8", "parent", "by_member"},
});
#line 1 "case.cu"
// flags:
// What stands between chevrons is called in the serial body too.
__device__ int threads(int n) { return threadIdx.x + n; }
// spawnc: threads for the serial bodies that call it.
#line 3 "case.cu"
static __device__ int threads__thread(const spawn::Thread& spawn_thread, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ return threadIdx.x + n; }
}

#line 4 "case.cu"
__device__ int blocks(const int* p) { return (__ldg(p) + 31) / 32; }
// spawnc: blocks for the serial bodies that call it.
#line 4 "case.cu"
static __device__ int blocks__thread(const spawn::Thread& spawn_thread, const int* p) {
  SPAWN_BUILTINS(spawn_thread);
  using spawn::plain::__ldg;
#line 4 "case.cu"
{ return (__ldg(p) + 31) / 32; }
}

#line 5 "case.cu"
#define THREADS(n) (2 * threads(n))
struct Shape {
  int n;
  __device__ int size() const { return n; }
};

__global__ void grandchild(int* d) { d[threadIdx.x] = 1; }
// spawnc: grandchild for one thread, whose built-ins are local variables.
#line 11 "case.cu"
static __device__ __forceinline__ void grandchild__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: grandchild as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
static __global__ void grandchild__launched(spawn::Ticket spawn_ticket, int* d) {
  grandchild__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
static __device__ __forceinline__ void grandchild__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      grandchild__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    grandchild__thread(spawn_thread, d);
  });
}
#line 12 "case.cu"
__global__ void __launch_bounds__(1024) child(const int* p, int* d) { grandchild__spawn(spawn::launch(spawn_case_cu[0], blocks(p), threads(4)), d + ::__ldg(p)); }
// spawnc: child for one thread, whose built-ins are local variables.
#line 12 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, const int* p, int* d) {
  SPAWN_BUILTINS(spawn_thread);
  using spawn::plain::__ldg;
#line 12 "case.cu"
{ grandchild__spawn(spawn_thread.launch(spawn_case_cu[0], blocks__thread(spawn_thread, p), threads__thread(spawn_thread, 4)), d + spawn::plain::__ldg(p)); }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
static __global__ void __launch_bounds__(1024) child__launched(spawn::Ticket spawn_ticket, const int* p, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), p, d);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, const int* p, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, p, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, p, d);
  });
}
#line 13 "case.cu"
__global__ void __launch_bounds__(1024) by_macro(int* d, int n) { grandchild__spawn(spawn::launch(spawn_case_cu[1], 1, THREADS(n)), d); }
__global__ void __launch_bounds__(1024) by_member(int* d, Shape shape) {
  const auto blocks = [](int n) { return n / 32; };
  grandchild__spawn(spawn::launch(spawn_case_cu[2], blocks(64), shape.size()), d);
}
// spawnc: by_member for one thread, whose built-ins are local variables.
#line 14 "case.cu"
static __device__ __forceinline__ void by_member__thread(const spawn::Thread& spawn_thread, int* d, Shape shape) {
  SPAWN_BUILTINS(spawn_thread);
#line 14 "case.cu"
{
  const auto blocks = [](int n) { return n / 32; };
  grandchild__spawn(spawn_thread.launch(spawn_case_cu[2], blocks(64), shape.size()), d);
}
}
// spawnc: by_member as a guarded branch launches it: the same work, counted and timed.
#line 14 "case.cu"
static __global__ void __launch_bounds__(1024) by_member__launched(spawn::Ticket spawn_ticket, int* d, Shape shape) {
  by_member__thread(spawn::CtaScope(spawn_ticket).thread(), d, shape);
}
// spawnc: the guarded branch.
#line 14 "case.cu"
static __device__ __forceinline__ void by_member__spawn(const spawn::Launch& spawn_launch, int* d, Shape shape) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      by_member__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, shape);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    by_member__thread(spawn_thread, d, shape);
  });
}
#line 18 "case.cu"

__global__ void __launch_bounds__(1024) parent(const int* p, int* d, int n) {
  if (n == 1) child__spawn(spawn::launch(spawn_case_cu[3], 1, 32), p, d);
  else if (n == 2) spawn::in_turn::launch([&] { by_macro<<<1, 32>>>(d, n); });
  else by_member__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d, Shape{n});
}
// ---- diagnostics
case.cu:12:17: note: no host launch of 'child' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:12:47: note: launch of 'grandchild' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:13:17: note: no host launch of 'by_macro' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:43: note: launch of 'grandchild' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:14:17: note: no host launch of 'by_member' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:3: note: launch of 'grandchild' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:19:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:20:15: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:21:20: warning: 'threads' is called in text that a macro writes [SP047]
  case.cu:13:59: note: here
  case.cu:13:17: note: 'by_macro' is defined here
case.cu:22:8: note: launch of 'by_member' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
6 launches: 0 host, 5 guarded, 0 kept, 1 refused
