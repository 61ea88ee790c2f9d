// flags:
struct V {
  int a[4];
  __device__ V(int x) {
    for (int& q : a) q = x;
  }
};

// each thread has its own copies
__global__ void mutated(int* d, int n) {
  n -= threadIdx.x;
  d += n;
  *d = n;
}
__global__ void converted(int* d, V v) {
  d[threadIdx.x] = v.a[1];
  v.a[1] = 7;
}
__global__ void unnamed(int* d, int, float = 1.f, V* = nullptr) { d[threadIdx.x] = 1; }
__global__ void decayed(int d[], const int n[4], int (&f)[2]) { d[threadIdx.x] = n[0] + f[1]; }

__global__ void one(int* d) { mutated<<<1, 4>>>(d, 9); }
__global__ void two(int* d, int n) { converted<<<1, 4>>>(d, n); }
__global__ void three(int* d, int n) { unnamed<<<1, 4>>>(d, n); }
__device__ int array[2];
__global__ void four(int* d) { decayed<<<1, 4>>>(d, d, array); }
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
    {"case.cu:22:31", "one", "mutated"},
    {"case.cu:23:38", "two", "converted"},
    {"case.cu:24:40", "three", "unnamed"},
    {"case.cu:26:32", "four", "decayed"},
});
#line 1 "case.cu"
// flags:
struct V {
  int a[4];
  __device__ V(int x) {
    for (int& q : a) q = x;
  }
};

// each thread has its own copies
__global__ void mutated(int* d, int n) {
  n -= threadIdx.x;
  d += n;
  *d = n;
}
// spawnc: mutated for one thread, whose built-ins are local variables.
#line 10 "case.cu"
static __device__ __forceinline__ void mutated__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{
  n -= threadIdx.x;
  d += n;
  *d = n;
}
}
// spawnc: mutated as a guarded branch launches it: the same work, counted and timed.
#line 10 "case.cu"
static __global__ void mutated__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  mutated__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 10 "case.cu"
static __device__ __forceinline__ void mutated__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      mutated__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    mutated__thread(spawn_thread, d, n);
  });
}
#line 15 "case.cu"
__global__ void converted(int* d, V v) {
  d[threadIdx.x] = v.a[1];
  v.a[1] = 7;
}
// spawnc: converted for one thread, whose built-ins are local variables.
#line 15 "case.cu"
static __device__ __forceinline__ void converted__thread(const spawn::Thread& spawn_thread, int* d, V v) {
  SPAWN_BUILTINS(spawn_thread);
#line 15 "case.cu"
{
  d[threadIdx.x] = v.a[1];
  v.a[1] = 7;
}
}
// spawnc: converted as a guarded branch launches it: the same work, counted and timed.
#line 15 "case.cu"
static __global__ void converted__launched(spawn::Ticket spawn_ticket, int* d, V v) {
  converted__thread(spawn::CtaScope(spawn_ticket).thread(), d, v);
}
// spawnc: the guarded branch.
#line 15 "case.cu"
static __device__ __forceinline__ void converted__spawn(const spawn::Launch& spawn_launch, int* d, V v) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      converted__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, v);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    converted__thread(spawn_thread, d, v);
  });
}
#line 19 "case.cu"
__global__ void unnamed(int* d, int, float = 1.f, V* = nullptr) { d[threadIdx.x] = 1; }
// spawnc: unnamed for one thread, whose built-ins are local variables.
#line 19 "case.cu"
static __device__ __forceinline__ void unnamed__thread(const spawn::Thread& spawn_thread,
    int* d, int spawn_unnamed_1, float spawn_unnamed_2, V* spawn_unnamed_3) {
  SPAWN_BUILTINS(spawn_thread);
#line 19 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: unnamed as a guarded branch launches it: the same work, counted and timed.
#line 19 "case.cu"
static __global__ void unnamed__launched(spawn::Ticket spawn_ticket,
    int* d, int spawn_unnamed_1, float spawn_unnamed_2, V* spawn_unnamed_3) {
  unnamed__thread(spawn::CtaScope(spawn_ticket).thread(), d, spawn_unnamed_1, spawn_unnamed_2, spawn_unnamed_3);
}
// spawnc: the guarded branch.
#line 19 "case.cu"
static __device__ __forceinline__ void unnamed__spawn(const spawn::Launch& spawn_launch,
    int* d, int spawn_unnamed_1, float spawn_unnamed_2 = 1.f, V* spawn_unnamed_3 = nullptr) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      unnamed__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, spawn_unnamed_1, spawn_unnamed_2, spawn_unnamed_3);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    unnamed__thread(spawn_thread, d, spawn_unnamed_1, spawn_unnamed_2, spawn_unnamed_3);
  });
}
#line 20 "case.cu"
__global__ void decayed(int d[], const int n[4], int (&f)[2]) { d[threadIdx.x] = n[0] + f[1]; }
// spawnc: decayed for one thread, whose built-ins are local variables.
#line 20 "case.cu"
static __device__ __forceinline__ void decayed__thread(const spawn::Thread& spawn_thread,
    int d[], const int n[4], int (&f)[2]) {
  SPAWN_BUILTINS(spawn_thread);
#line 20 "case.cu"
{ d[threadIdx.x] = n[0] + f[1]; }
}
// spawnc: decayed as a guarded branch launches it: the same work, counted and timed.
#line 20 "case.cu"
static __global__ void decayed__launched(spawn::Ticket spawn_ticket,
    int d[], const int n[4], int (&f)[2]) {
  decayed__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, f);
}
// spawnc: the guarded branch.
#line 20 "case.cu"
static __device__ __forceinline__ void decayed__spawn(const spawn::Launch& spawn_launch,
    int d[], const int n[4], int (&f)[2]) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      decayed__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, f);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    decayed__thread(spawn_thread, d, n, f);
  });
}
#line 21 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d) { mutated__spawn(spawn::launch(spawn_case_cu[0], 1, 4), d, 9); }
__global__ void __launch_bounds__(1024) two(int* d, int n) { converted__spawn(spawn::launch(spawn_case_cu[1], 1, 4), d, n); }
__global__ void __launch_bounds__(1024) three(int* d, int n) { unnamed__spawn(spawn::launch(spawn_case_cu[2], 1, 4), d, n); }
__device__ int array[2];
__global__ void __launch_bounds__(1024) four(int* d) { decayed__spawn(spawn::launch(spawn_case_cu[3], 1, 4), d, d, array); }
// ---- diagnostics
case.cu:22:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:22:31: note: launch of 'mutated' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:23:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:23:38: note: launch of 'converted' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:24:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:24:40: note: launch of 'unnamed' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:26:17: note: no host launch of 'four' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:26:32: note: launch of 'decayed' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
4 launches: 0 host, 4 guarded, 0 kept, 0 refused
