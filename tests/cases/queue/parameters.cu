// flags: --carrier auto
#include <cstddef>
struct Wide {
  double values[20];
};
struct alignas(32) Aligned {
  int a;
};
using Map = int (*)(int);
enum class Kind : char { kOne };

__global__ void child(int* __restrict__ d, const int n, int, const Wide wide, Map map, int (*plain)(int),
                      const char* const names[2], Kind kind, Aligned aligned, void* any = nullptr,
                      std::size_t = 3, bool last = true /* a comment */) {
  d[threadIdx.x] = n + static_cast<int>(wide.values[1]);
}
__global__ void simple(int* __restrict__ d, const int n, int, const Wide wide, Map map, const int* const* rows,
                       Kind kind, Aligned aligned, volatile int* v, void* any = nullptr, std::size_t = 3,
                       bool last = true /* a comment */) {
  d[threadIdx.x] = n + static_cast<int>(wide.values[1]) + (any != nullptr) + last;
}
__global__ void table(int (&)[4], int* d) { d[0] = 1; }
__global__ void function(int f(int), int* d) { d[0] = 1; }
__global__ void changed(int* d, int n) {
  while (n-- > 0) d[n] = n;
}
__global__ void parent(int* d, Wide wide, const __grid_constant__ Aligned aligned, int,
                       const int* const* rows = nullptr) {
  if (threadIdx.x == 0) child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 2, 3, wide, nullptr, nullptr, nullptr, Kind::kOne, aligned);
  if (threadIdx.x == 1) simple<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 2, 3, wide, nullptr, rows, Kind::kOne, aligned, d);
  if (threadIdx.x == 2) function<<<1, 32, 0, cudaStreamFireAndForget>>>(nullptr, d);
  if (threadIdx.x == 3) changed<<<1, 32, 0, cudaStreamFireAndForget>>>(d, threadIdx.x);
}
void run(int* d, Wide wide, Aligned aligned) { parent<<<1, 32>>>(d, wide, aligned, 4); }
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:29:25", "parent", "child"},
    {"case.cu:30:25", "parent", "simple"},
    {"case.cu:31:25", "parent", "function"},
    {"case.cu:32:25", "parent", "changed"},
});
#line 1 "case.cu"
// flags: --carrier auto
#include <cstddef>
struct Wide {
  double values[20];
};
struct alignas(32) Aligned {
  int a;
};
using Map = int (*)(int);
enum class Kind : char { kOne };

__global__ void child(int* __restrict__ d, const int n, int, const Wide wide, Map map, int (*plain)(int),
                      const char* const names[2], Kind kind, Aligned aligned, void* any = nullptr,
                      std::size_t = 3, bool last = true /* a comment */) {
  d[threadIdx.x] = n + static_cast<int>(wide.values[1]);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 12 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, int (*plain)(int),
                      const char* const names[2], Kind kind, Aligned aligned, void* any,
                      std::size_t spawn_unnamed_10, bool last) {
  SPAWN_BUILTINS(spawn_thread);
#line 14 "case.cu"
{
  d[threadIdx.x] = n + static_cast<int>(wide.values[1]);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, int (*plain)(int),
                      const char* const names[2], Kind kind, Aligned aligned, void* any,
                      std::size_t spawn_unnamed_10, bool last) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, spawn_unnamed_2, wide, map, plain, names, kind, aligned, any, spawn_unnamed_10, last);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, int (*plain)(int),
                      const char* const names[2], Kind kind, Aligned aligned, void* any = nullptr,
                      std::size_t spawn_unnamed_10 = 3, bool last = true) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, spawn_unnamed_2, wide, map, plain, names, kind, aligned, any, spawn_unnamed_10, last);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n, spawn_unnamed_2, wide, map, plain, names, kind, aligned, any, spawn_unnamed_10, last);
  });
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 12 "case.cu"
template <typename spawn_source> struct child__entry {
  int* __restrict__ d;
  const int n;
  int spawn_unnamed_2;
  const Wide wide;
  Map map;
  int (*plain)(int);
  const char* const (*names);
  Kind kind;
  Aligned aligned;
  void* any;
  std::size_t spawn_unnamed_10;
  bool last;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n, spawn_unnamed_2, wide, map, plain, names, kind, aligned, any, spawn_unnamed_10, last);
  }
};
#line 12 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, int (*plain)(int),
                      const char* const names[2], Kind kind, Aligned aligned, void* any = nullptr,
                      std::size_t spawn_unnamed_10 = 3, bool last = true) {
  const child__entry<spawn::ThisSource> spawn_child{d, n, spawn_unnamed_2, wide, map, plain, names, kind, aligned, any, spawn_unnamed_10, last};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 17 "case.cu"
__global__ void simple(int* __restrict__ d, const int n, int, const Wide wide, Map map, const int* const* rows,
                       Kind kind, Aligned aligned, volatile int* v, void* any = nullptr, std::size_t = 3,
                       bool last = true /* a comment */) {
  d[threadIdx.x] = n + static_cast<int>(wide.values[1]) + (any != nullptr) + last;
}
// spawnc: simple for one thread, whose built-ins are local variables.
#line 17 "case.cu"
static __device__ __forceinline__ void simple__thread(const spawn::Thread& spawn_thread,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, const int* const* rows,
                       Kind kind, Aligned aligned, volatile int* v, void* any, std::size_t spawn_unnamed_10,
                       bool last) {
  SPAWN_BUILTINS(spawn_thread);
#line 19 "case.cu"
{
  d[threadIdx.x] = n + static_cast<int>(wide.values[1]) + (any != nullptr) + last;
}
}
// spawnc: simple as a guarded branch launches it: the same work, counted and timed.
#line 17 "case.cu"
static __global__ void simple__launched(spawn::Ticket spawn_ticket,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, const int* const* rows,
                       Kind kind, Aligned aligned, volatile int* v, void* any, std::size_t spawn_unnamed_10,
                       bool last) {
  simple__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, spawn_unnamed_2, wide, map, rows, kind, aligned, v, any, spawn_unnamed_10, last);
}
// spawnc: the guarded branch.
#line 17 "case.cu"
static __device__ __forceinline__ void simple__spawn(const spawn::Launch& spawn_launch,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, const int* const* rows,
                       Kind kind, Aligned aligned, volatile int* v, void* any = nullptr, std::size_t spawn_unnamed_10 = 3,
                       bool last = true) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      simple__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, spawn_unnamed_2, wide, map, rows, kind, aligned, v, any, spawn_unnamed_10, last);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    simple__thread(spawn_thread, d, n, spawn_unnamed_2, wide, map, rows, kind, aligned, v, any, spawn_unnamed_10, last);
  });
}
// spawnc: simple as it waits in a queue, and the guarded branch of a parent with one.
#line 17 "case.cu"
template <typename spawn_source> struct simple__entry {
  int* __restrict__ d;
  const int n;
  int spawn_unnamed_2;
  const Wide wide;
  Map map;
  const int* const* rows;
  Kind kind;
  Aligned aligned;
  volatile int* v;
  void* any;
  std::size_t spawn_unnamed_10;
  bool last;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    simple__thread(spawn_thread, d, n, spawn_unnamed_2, wide, map, rows, kind, aligned, v, any, spawn_unnamed_10, last);
  }
};
#line 17 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void simple__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    int* __restrict__ d, const int n, int spawn_unnamed_2, const Wide wide, Map map, const int* const* rows,
                       Kind kind, Aligned aligned, volatile int* v, void* any = nullptr, std::size_t spawn_unnamed_10 = 3,
                       bool last = true) {
  const simple__entry<spawn::ThisSource> spawn_child{d, n, spawn_unnamed_2, wide, map, rows, kind, aligned, v, any, spawn_unnamed_10, last};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 22 "case.cu"
__global__ void table(int (&)[4], int* d) { d[0] = 1; }
__global__ void function(int f(int), int* d) { d[0] = 1; }
// spawnc: function for one thread, whose built-ins are local variables.
#line 23 "case.cu"
static __device__ __forceinline__ void function__thread(const spawn::Thread& spawn_thread, int f(int), int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 23 "case.cu"
{ d[0] = 1; }
}
// spawnc: function as a guarded branch launches it: the same work, counted and timed.
#line 23 "case.cu"
static __global__ void function__launched(spawn::Ticket spawn_ticket, int f(int), int* d) {
  function__thread(spawn::CtaScope(spawn_ticket).thread(), f, d);
}
// spawnc: the guarded branch.
#line 23 "case.cu"
static __device__ __forceinline__ void function__spawn(const spawn::Launch& spawn_launch, int f(int), int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      function__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, f, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    function__thread(spawn_thread, f, d);
  });
}
#line 24 "case.cu"
__global__ void changed(int* d, int n) {
  while (n-- > 0) d[n] = n;
}
// spawnc: changed for one thread, whose built-ins are local variables.
#line 24 "case.cu"
static __device__ __forceinline__ void changed__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 24 "case.cu"
{
  while (n-- > 0) d[n] = n;
}
}
// spawnc: changed as a guarded branch launches it: the same work, counted and timed.
#line 24 "case.cu"
static __global__ void changed__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  changed__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 24 "case.cu"
static __device__ __forceinline__ void changed__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      changed__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    changed__thread(spawn_thread, d, n);
  });
}
// spawnc: changed as it waits in a queue, and the guarded branch of a parent with one.
#line 24 "case.cu"
template <typename spawn_source> struct changed__entry {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    changed__thread(spawn_thread, d, n);
  }
};
#line 24 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void changed__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const changed__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 27 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, Wide wide, const __grid_constant__ Aligned aligned, int,
                       const int* const* rows = nullptr) {
  if (threadIdx.x == 0) child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d, 2, 3, wide, nullptr, nullptr, nullptr, Kind::kOne, aligned);
  if (threadIdx.x == 1) simple__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d, 2, 3, wide, nullptr, rows, Kind::kOne, aligned, d);
  if (threadIdx.x == 2) function__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), nullptr, d);
  if (threadIdx.x == 3) changed__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d, threadIdx.x);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 27 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>, simple__entry<spawn::ThisSource>, changed__entry<spawn::ThisSource>> spawn_queue,
    int* d, Wide wide, const __grid_constant__ Aligned aligned, int spawn_unnamed_3,
                       const int* const* rows = nullptr)
#line 28 "case.cu"
{
  if (threadIdx.x == 0) child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d, 2, 3, wide, nullptr, nullptr, nullptr, Kind::kOne, aligned);
  if (threadIdx.x == 1) simple__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d, 2, 3, wide, nullptr, rows, Kind::kOne, aligned, d);
  if (threadIdx.x == 2) function__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), nullptr, d);
  if (threadIdx.x == 3) changed__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d, threadIdx.x);
}
#line 34 "case.cu"
void run(int* d, Wide wide, Aligned aligned) { parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, wide, aligned, 4); }
// ---- diagnostics
case.cu:29:25: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:30:25: note: launch of 'simple' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:31:25: note: launch of 'function' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:32:25: note: launch of 'changed' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
5 launches: 1 host, 4 guarded, 0 kept, 0 refused
