// flags: --carrier auto
#define LAUNCH(...) __VA_ARGS__
#define IN_BODY(d) parent<<<1, 32>>>(d)
#define CHECK(call)                                \
  do {                                             \
    call;                                          \
    if (cudaGetLastError() != cudaSuccess) return; \
  } while (0)
#define WITH(call, more) \
  do {                   \
    call;                \
    more;                \
  } while (0)
#define BOTH(...) (__VA_ARGS__, wait())
#define HIDDEN(call) BOTH(call)
#define AND_WAIT , wait()
struct Context {
  cudaStream_t stream, streams[2];
  cudaStream_t next();
};
void wait();
__global__ void child(int* d) { d[threadIdx.x] = 1; }
__global__ void parent(int* d) { child<<<1, 32>>>(d); }
__global__ void named(int* d) { child<<<1, 32>>>(d); }
__device__ int global[32];
__global__ void without() { child<<<1, 32>>>(global); }

void run(int* d, Context s, Context* p, bool yes) {
  without<<<1, 32>>>();
  without<<<1, 32>>>(/* nothing */);
  parent<<<1, 32>>>(d);
  parent<<<dim3{1, 2}, 32, 0, s.stream>>>( d );
  parent<<<{1, 2}, 32, 0, p->streams[1]>>>
      (d);
  parent<<<1, 32, 0, cudaStreamPerThread>>>(d);
  parent<<<1, 32, 0, 0>>>(d);
  yes ? parent<<<1, 32>>>(d) : without<<<1, 32>>>();
  if (yes) parent<<<1, 32>>>(d); else without<<<1, 32>>>();
  for (int i = 0; i < 3; ++i, parent<<<1, 32>>>(d)) wait();
  wait(), parent<<<1, 32>>>(d);
  LAUNCH(parent<<<1, 32>>>(d));
  CHECK((parent<<<1, 32>>>(d)));
  auto later = [=] { return parent<<<1, 32>>>(d); };
  later();
  // the original kernel
  parent<<<1, 32, 0, s.next()>>>(d);
  parent<<<1, 32, 0, (cudaStream_t)0>>>(d);
  parent<<<1, 32, 0, s.stream ? s.stream : p->stream>>>(d);
  IN_BODY(d);
  // what comes later in the statement would come before the drain
  parent<<<1, 32>>>(d), wait();
  yes ? (void)wait() : parent<<<1, 32>>>(d), wait();
  yes ? parent<<<1, 32>>>(d) : !yes ? without<<<1, 32>>>() : without<<<1, 32>>>(), wait();
  for (int i = 0; i < 3; parent<<<1, 32>>>(d), ++i) continue;
  BOTH(parent<<<1, 32>>>(d));
  HIDDEN((parent<<<1, 32>>>(d)));
  WITH((parent<<<1, 32>>>(d)), wait());
  parent<<<1, 32>>>(d) AND_WAIT;
  // what is set for a kernel that is named does not count for a copy
  void (*pointer)(int*) = named;
  named<<<1, 32>>>(d);
  pointer<<<1, 32>>>(d);
}
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:23:34", "parent", "child"},
    {"case.cu:24:33", "named", "child"},
    {"case.cu:26:29", "without", "child"},
});
#line 1 "case.cu"
// flags: --carrier auto
#define LAUNCH(...) __VA_ARGS__
#define IN_BODY(d) parent<<<1, 32>>>(d)
#define CHECK(call)                                \
  do {                                             \
    call;                                          \
    if (cudaGetLastError() != cudaSuccess) return; \
  } while (0)
#define WITH(call, more) \
  do {                   \
    call;                \
    more;                \
  } while (0)
#define BOTH(...) (__VA_ARGS__, wait())
#define HIDDEN(call) BOTH(call)
#define AND_WAIT , wait()
struct Context {
  cudaStream_t stream, streams[2];
  cudaStream_t next();
};
void wait();
__global__ void child(int* d) { d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 22 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 22 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 22 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 22 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d);
  });
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 22 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d);
  }
};
#line 22 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const child__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 23 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d); }
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 23 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 23 "case.cu"
{ child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32), d); }
#line 24 "case.cu"
__global__ void __launch_bounds__(1024) named(int* d) { child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d); }
__device__ int global[32];
__global__ void __launch_bounds__(1024) without() { child__spawn(spawn::launch(spawn_case_cu[2], 1, 32), global); }
// spawnc: without with a queue, in which its children wait until it has ended.
#line 26 "case.cu"
static __global__ void __launch_bounds__(1024) without__queued(const spawn::Queue<child__entry<spawn::ThisSource>> spawn_queue)
#line 26 "case.cu"
{ child__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 32), global); }
#line 27 "case.cu"

void run(int* d, Context s, Context* p, bool yes) {
  without__queued<<<spawn::prepare(1), 32>>>(spawn::queued());
  without__queued<<<spawn::prepare(1), 32>>>(spawn::queued()/* nothing */);
  parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  parent__queued<<<spawn::prepare(dim3{1, 2}, s.stream), 32, 0, s.stream>>>(spawn::queued(s.stream),  d );
  parent__queued<<<spawn::prepare(dim3{1, 2}, p->streams[1]), 32, 0, p->streams[1]>>>
      (spawn::queued(p->streams[1]), d);
  parent__queued<<<spawn::prepare(1, cudaStreamPerThread), 32, 0, cudaStreamPerThread>>>(spawn::queued(cudaStreamPerThread), d);
  parent__queued<<<spawn::prepare(1, 0), 32, 0, 0>>>(spawn::queued(0), d);
  yes ? parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d) : without__queued<<<spawn::prepare(1), 32>>>(spawn::queued());
  if (yes) parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d); else without__queued<<<spawn::prepare(1), 32>>>(spawn::queued());
  for (int i = 0; i < 3; ++i, parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d)) wait();
  wait(), parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  LAUNCH(parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d));
  CHECK((parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d)));
  auto later = [=] { return parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d); };
  later();
  // the original kernel
  parent<<<spawn::prepare(1, spawn::kAnyStream), 32, 0, s.next()>>>(d);
  parent<<<spawn::prepare(1, spawn::kAnyStream), 32, 0, (cudaStream_t)0>>>(d);
  parent<<<spawn::prepare(1, spawn::kAnyStream), 32, 0, s.stream ? s.stream : p->stream>>>(d);
  IN_BODY(d);
  // what comes later in the statement would come before the drain
  parent<<<spawn::prepare(1), 32>>>(d), wait();
  yes ? (void)wait() : parent<<<spawn::prepare(1), 32>>>(d), wait();
  yes ? parent<<<spawn::prepare(1), 32>>>(d) : !yes ? without<<<spawn::prepare(1), 32>>>() : without<<<spawn::prepare(1), 32>>>(), wait();
  for (int i = 0; i < 3; parent<<<spawn::prepare(1), 32>>>(d), ++i) continue;
  BOTH(parent<<<spawn::prepare(1), 32>>>(d));
  HIDDEN((parent<<<spawn::prepare(1), 32>>>(d)));
  WITH((parent<<<spawn::prepare(1), 32>>>(d)), wait());
  parent<<<spawn::prepare(1), 32>>>(d) AND_WAIT;
  // what is set for a kernel that is named does not count for a copy
  void (*pointer)(int*) = named;
  named<<<spawn::prepare(1), 32>>>(d);
  pointer<<<1, 32>>>(d);
}
// ---- diagnostics
case.cu:3:20: warning: launch in the body of macro 'IN_BODY' is left as written [SP011]
case.cu:23:34: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:24:33: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:26:29: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
35 launches: 31 host, 3 guarded, 0 kept, 1 refused
