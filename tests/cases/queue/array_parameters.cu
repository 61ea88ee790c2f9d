// flags: --carrier auto
constexpr int kSide = 4;
__global__ void one(int d[], const float f[8], const char* const names[2] = nullptr) { d[threadIdx.x] = f[0]; }
__global__ void more(int d[3][kSide * (2 - 1)], int (*table[2])(int), volatile int v /* of */ [/* all */ 2] = nullptr) {
  d[0][threadIdx.x] = v ? v[0] : 2;
}
template <class T, int N>
__global__ void of_type(T rows[][N], T* d) {
  d[threadIdx.x] = rows[0][N - 1];
}
__global__ void parent(int* d, int (*rows)[kSide], float* f) {
  if (threadIdx.x == 0) one<<<1, 32, 0, cudaStreamFireAndForget>>>(d, f);
  if (threadIdx.x == 1) more<<<1, 4, 0, cudaStreamFireAndForget>>>(rows, nullptr);
  if (threadIdx.x == 2) of_type<<<1, 4, 0, cudaStreamFireAndForget>>>(rows, d);
}
void run(int* d, float* f) { parent<<<1, 32>>>(d, nullptr, f); }
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:12:25", "parent", "one"},
    {"case.cu:13:25", "parent", "more"},
    {"case.cu:14:25", "parent", "of_type"},
});
#line 1 "case.cu"
// flags: --carrier auto
constexpr int kSide = 4;
__global__ void one(int d[], const float f[8], const char* const names[2] = nullptr) { d[threadIdx.x] = f[0]; }
// spawnc: one for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void one__thread(const spawn::Thread& spawn_thread,
    int d[], const float f[8], const char* const names[2]) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = f[0]; }
}
// spawnc: one as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void one__launched(spawn::Ticket spawn_ticket,
    int d[], const float f[8], const char* const names[2]) {
  one__thread(spawn::CtaScope(spawn_ticket).thread(), d, f, names);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void one__spawn(const spawn::Launch& spawn_launch,
    int d[], const float f[8], const char* const names[2] = nullptr) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      one__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, f, names);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    one__thread(spawn_thread, d, f, names);
  });
}
// spawnc: one as it waits in a queue, and the guarded branch of a parent with one.
#line 3 "case.cu"
template <typename spawn_source> struct one__entry {
  int (*d);
  const float (*f);
  const char* const (*names);
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    one__thread(spawn_thread, d, f, names);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void one__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    int d[], const float f[8], const char* const names[2] = nullptr) {
  const one__entry<spawn::ThisSource> spawn_child{d, f, names};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 4 "case.cu"
__global__ void more(int d[3][kSide * (2 - 1)], int (*table[2])(int), volatile int v /* of */ [/* all */ 2] = nullptr) {
  d[0][threadIdx.x] = v ? v[0] : 2;
}
// spawnc: more for one thread, whose built-ins are local variables.
#line 4 "case.cu"
static __device__ __forceinline__ void more__thread(const spawn::Thread& spawn_thread,
    int d[3][kSide * (2 - 1)], int (*table[2])(int), volatile int v /* of */ [/* all */ 2]) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{
  d[0][threadIdx.x] = v ? v[0] : 2;
}
}
// spawnc: more as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void more__launched(spawn::Ticket spawn_ticket,
    int d[3][kSide * (2 - 1)], int (*table[2])(int), volatile int v /* of */ [/* all */ 2]) {
  more__thread(spawn::CtaScope(spawn_ticket).thread(), d, table, v);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void more__spawn(const spawn::Launch& spawn_launch,
    int d[3][kSide * (2 - 1)], int (*table[2])(int), volatile int v /* of */ [/* all */ 2] = nullptr) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      more__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, table, v);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    more__thread(spawn_thread, d, table, v);
  });
}
// spawnc: more as it waits in a queue, and the guarded branch of a parent with one.
#line 4 "case.cu"
template <typename spawn_source> struct more__entry {
  int (*d)[kSide * (2 - 1)];
  int (*(*table))(int);
  volatile int (*v);
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    more__thread(spawn_thread, d, table, v);
  }
};
#line 4 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void more__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    int d[3][kSide * (2 - 1)], int (*table[2])(int), volatile int v /* of */ [/* all */ 2] = nullptr) {
  const more__entry<spawn::ThisSource> spawn_child{d, table, v};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 7 "case.cu"
template <class T, int N>
__global__ void of_type(T rows[][N], T* d) {
  d[threadIdx.x] = rows[0][N - 1];
}
// spawnc: of_type for one thread, whose built-ins are local variables.
#line 7 "case.cu"
template <class T, int N>
static __device__ __forceinline__ void of_type__thread(const spawn::Thread& spawn_thread, T rows[][N], T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{
  d[threadIdx.x] = rows[0][N - 1];
}
}
// spawnc: of_type as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
template <class T, int N>
static __global__ void of_type__launched(spawn::Ticket spawn_ticket, T rows[][N], T* d) {
  of_type__thread<T, N>(spawn::CtaScope(spawn_ticket).thread(), rows, d);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
template <class T, int N>
static __device__ __forceinline__ void of_type__spawn(const spawn::Launch& spawn_launch, T rows[][N], T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_type__launched<T, N><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, rows, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_type__thread<T, N>(spawn_thread, rows, d);
  });
}
// spawnc: of_type as it waits in a queue, and the guarded branch of a parent with one.
#line 8 "case.cu"
template <typename spawn_source, class T, int N> struct of_type__entry {
  T (*rows)[N];
  T* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    of_type__thread<T, N>(spawn_thread, rows, d);
  }
};
#line 7 "case.cu"
template <class T, int N, typename spawn_kinds>
static __device__ __forceinline__ void of_type__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T rows[][N], T* d) {
  const of_type__entry<spawn::ThisSource, T, N> spawn_child{rows, d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 11 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int (*rows)[kSide], float* f) {
  if (threadIdx.x == 0) one__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d, f);
  if (threadIdx.x == 1) more__spawn(spawn::launch(spawn_case_cu[1], 1, 4, 0, cudaStreamFireAndForget), rows, nullptr);
  if (threadIdx.x == 2) of_type__spawn(spawn::launch(spawn_case_cu[2], 1, 4, 0, cudaStreamFireAndForget), rows, d);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 11 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<one__entry<spawn::ThisSource>, more__entry<spawn::ThisSource>, of_type__entry<spawn::ThisSource, int, 4>> spawn_queue,
    int* d, int (*rows)[kSide], float* f)
#line 11 "case.cu"
{
  if (threadIdx.x == 0) one__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d, f);
  if (threadIdx.x == 1) more__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 4, 0, cudaStreamFireAndForget), rows, nullptr);
  if (threadIdx.x == 2) of_type__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 4, 0, cudaStreamFireAndForget), rows, d);
}
#line 16 "case.cu"
void run(int* d, float* f) { parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, nullptr, f); }
// ---- diagnostics
case.cu:12:25: note: launch of 'one' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:13:25: note: launch of 'more' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:14:25: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
4 launches: 1 host, 3 guarded, 0 kept, 0 refused
