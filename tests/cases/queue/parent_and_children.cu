// flags: --carrier auto
__global__ void scale(float* x, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
__global__ void clear(int* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = 0;
}
__global__ void mark() { ; }

__global__ void parent(float* x, int* y, const int* n) {
  const int row = threadIdx.x;
  if (n[row] > 0) scale<<<(n[row] + 31) / 32, 32>>>(x, n[row], 2.0f);
  else
#pragma spawn workload(n[0])
    clear<<<dim3(2), 64, 0, cudaStreamFireAndForget>>>(y, -n[row]);
  if (row == 3) mark<<<1, 1, 0, cudaStreamFireAndForget>>>();
}

// one kernel that waits in two queues
__global__ void second(float* x) {
  scale<<<1, 32>>>(x + 32 * threadIdx.x, 32, 0.5f);
}

void run(float* x, int* y, const int* n) {
  parent<<<1, 32>>>(x, y, n);
  second<<<1, 32>>>(x);
}
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
    {"case.cu:13:19", "parent", "scale"},
    {"case.cu:16:5", "parent", "clear"},
    {"case.cu:17:17", "parent", "mark"},
    {"case.cu:22:3", "second", "scale"},
});
#line 1 "case.cu"
// flags: --carrier auto
__global__ void scale(float* x, int n, float by) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
// spawnc: scale for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void scale__thread(const spawn::Thread& spawn_thread, float* x, int n, float by) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] *= by;
}
}
// spawnc: scale as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void scale__launched(spawn::Ticket spawn_ticket, float* x, int n, float by) {
  scale__thread(spawn::CtaScope(spawn_ticket).thread(), x, n, by);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void scale__spawn(const spawn::Launch& spawn_launch, float* x, int n, float by) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      scale__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, x, n, by);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    scale__thread(spawn_thread, x, n, by);
  });
}
// spawnc: scale as it waits in a queue, and the guarded branch of a parent with one.
#line 2 "case.cu"
template <typename spawn_source> struct scale__entry {
  float* x;
  int n;
  float by;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    scale__thread(spawn_thread, x, n, by);
  }
};
#line 2 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void scale__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, float* x, int n, float by) {
  const scale__entry<spawn::ThisSource> spawn_child{x, n, by};
  if (!spawn::push(spawn_launch, n, spawn_child)) spawn::run_serial(spawn_launch, n, spawn_child);
}
#line 6 "case.cu"
__global__ void clear(int* x, int n) {
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = 0;
}
// spawnc: clear for one thread, whose built-ins are local variables.
#line 6 "case.cu"
static __device__ __forceinline__ void clear__thread(const spawn::Thread& spawn_thread, int* x, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < n; i += gridDim.x * blockDim.x) x[i] = 0;
}
}
// spawnc: clear as a guarded branch launches it: the same work, counted and timed.
#line 6 "case.cu"
static __global__ void clear__launched(spawn::Ticket spawn_ticket, int* x, int n) {
  clear__thread(spawn::CtaScope(spawn_ticket).thread(), x, n);
}
// spawnc: the guarded branch.
#line 6 "case.cu"
static __device__ __forceinline__ void clear__spawn(const spawn::Launch& spawn_launch, int* x, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n, true);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      clear__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, x, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    clear__thread(spawn_thread, x, n);
  });
}
// spawnc: clear as it waits in a queue, and the guarded branch of a parent with one.
#line 6 "case.cu"
template <typename spawn_source> struct clear__entry {
  int* x;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    clear__thread(spawn_thread, x, n);
  }
};
#line 6 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void clear__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* x, int n) {
  const clear__entry<spawn::ThisSource> spawn_child{x, n};
  if (!spawn::push(spawn_launch, n, spawn_child, true)) spawn::run_serial(spawn_launch, n, spawn_child);
}
#line 9 "case.cu"
__global__ void mark() { ; }
// spawnc: mark for one thread, whose built-ins are local variables.
#line 9 "case.cu"
static __device__ __forceinline__ void mark__thread(const spawn::Thread& spawn_thread) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{ ; }
}
// spawnc: mark as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void mark__launched(spawn::Ticket spawn_ticket) {
  mark__thread(spawn::CtaScope(spawn_ticket).thread());
}
// spawnc: the guarded branch.
#line 9 "case.cu"
static __device__ __forceinline__ void mark__spawn(const spawn::Launch& spawn_launch) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      mark__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    mark__thread(spawn_thread);
  });
}
// spawnc: mark as it waits in a queue, and the guarded branch of a parent with one.
#line 9 "case.cu"
template <typename spawn_source> struct mark__entry {
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    mark__thread(spawn_thread);
  }
};
#line 9 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void mark__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch) {
  const mark__entry<spawn::ThisSource> spawn_child{};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 10 "case.cu"

__global__ void __launch_bounds__(1024) parent(float* x, int* y, const int* n) {
  const int row = threadIdx.x;
  if (n[row] > 0) scale__spawn(spawn::launch(spawn_case_cu[0], (n[row] + 31) / 32, 32), x, n[row], 2.0f);
  else

    clear__spawn(spawn::launch(spawn_case_cu[1], dim3(2), 64, 0, cudaStreamFireAndForget).with_workload(n[0]), y, -n[row]);
  if (row == 3) mark__spawn(spawn::launch(spawn_case_cu[2], 1, 1, 0, cudaStreamFireAndForget));
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 11 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<scale__entry<spawn::ThisSource>, clear__entry<spawn::ThisSource>, mark__entry<spawn::ThisSource>> spawn_queue, float* x, int* y, const int* n)
#line 11 "case.cu"
{
  const int row = threadIdx.x;
  if (n[row] > 0) scale__spawn(spawn_queue.launch(spawn_case_cu[0], (n[row] + 31) / 32, 32), x, n[row], 2.0f);
  else

    clear__spawn(spawn_queue.launch(spawn_case_cu[1], dim3(2), 64, 0, cudaStreamFireAndForget).with_workload(n[0]), y, -n[row]);
  if (row == 3) mark__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 1, 0, cudaStreamFireAndForget));
}
#line 19 "case.cu"

// one kernel that waits in two queues
__global__ void __launch_bounds__(1024) second(float* x) {
  scale__spawn(spawn::launch(spawn_case_cu[3], 1, 32), x + 32 * threadIdx.x, 32, 0.5f);
}
// spawnc: second with a queue, in which its children wait until it has ended.
#line 21 "case.cu"
static __global__ void __launch_bounds__(1024) second__queued(const spawn::Queue<scale__entry<spawn::ThisSource>> spawn_queue, float* x)
#line 21 "case.cu"
{
  scale__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32), x + 32 * threadIdx.x, 32, 0.5f);
}
#line 24 "case.cu"

void run(float* x, int* y, const int* n) {
  parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), x, y, n);
  second__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), x);
}
// ---- diagnostics
case.cu:13:19: note: launch of 'scale' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:5: note: launch of 'clear' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:17:17: note: launch of 'mark' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:22:3: note: launch of 'scale' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
6 launches: 2 host, 4 guarded, 0 kept, 0 refused
