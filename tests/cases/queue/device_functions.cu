// flags: --carrier auto
// functions that launch for a parent with a queue, and for its children
__global__ void child(int* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d, 1);
}

__device__ int flat() { return blockIdx.x * blockDim.x + threadIdx.x; }
__device__ void inner(int* d, int n) {
  if (flat() % 2 == 0) child<<<(n + 31) / 32, 32, 0, cudaStreamFireAndForget>>>(d, n);
}
template <typename T>
__device__ void outer(T* d, int n) {
  inner(d, n + static_cast<int>(threadIdx.x));
}
__device__ void stays(int* d) {
  static int calls;
  if (++calls < 3) child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 32);
}

__global__ void middle(int* d, int n) {
  if (threadIdx.x == 0) inner(d, n);
}
__global__ void parent(int* d, int n) {
  outer<int>(d, n);
  stays(d);
  if (threadIdx.x < 3) middle<<<1, 2, 0, cudaStreamFireAndForget>>>(d, n);
}

void run(int* d, int n) { parent<<<2, 40>>>(d, n); }
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:10:24", "inner", "child"},
    {"case.cu:18:20", "stays", "child"},
    {"case.cu:27:24", "parent", "middle"},
});
#line 1 "case.cu"
// flags: --carrier auto
// functions that launch for a parent with a queue, and for its children
__global__ void child(int* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d, 1);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d, 1);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n);
  });
}
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 3 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d, n);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const child__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, n, spawn_child)) spawn::run_serial(spawn_launch, n, spawn_child);
}
#line 7 "case.cu"

__device__ int flat() { return blockIdx.x * blockDim.x + threadIdx.x; }
// spawnc: flat for the serial bodies that call it.
#line 8 "case.cu"
static __device__ int flat__thread(const spawn::Thread& spawn_thread) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{ return blockIdx.x * blockDim.x + threadIdx.x; }
}

#line 9 "case.cu"
#line 9 "case.cu"
template <typename spawn_type> static __device__ void inner__thread(const spawn_type& spawn_thread, int* d, int n);
#line 9 "case.cu"
__device__ void inner(int* d, int n) {
  if (flat() % 2 == 0) child__spawn(spawn::launch(spawn_case_cu[0], (n + 31) / 32, 32, 0, cudaStreamFireAndForget), d, n);
}
// spawnc: inner for the copies that call it.
#line 9 "case.cu"
template <typename spawn_type> static __device__ void inner__thread(const spawn_type& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{
  if (flat__thread(spawn_thread) % 2 == 0) child__spawn(spawn_thread.launch(spawn_case_cu[0], (n + 31) / 32, 32, 0, cudaStreamFireAndForget), d, n);
}
}

#line 12 "case.cu"
#line 12 "case.cu"
template <typename T, typename spawn_type>
static __device__ void outer__thread(const spawn_type& spawn_thread, T* d, int n);
#line 12 "case.cu"
template <typename T>
__device__ void outer(T* d, int n) {
  inner(d, n + static_cast<int>(threadIdx.x));
}
// spawnc: outer for the copies that call it.
#line 12 "case.cu"
template <typename T, typename spawn_type>
static __device__ void outer__thread(const spawn_type& spawn_thread, T* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 13 "case.cu"
{
  inner__thread(spawn_thread, d, n + static_cast<int>(threadIdx.x));
}
}

#line 16 "case.cu"
__device__ void stays(int* d) {
  static int calls;
  if (++calls < 3) child__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d, 32);
}

__global__ void __launch_bounds__(1024) middle(int* d, int n) {
  if (threadIdx.x == 0) inner(d, n);
}
// spawnc: middle for one thread, whose built-ins are local variables.
#line 21 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void middle__thread(const spawn_type& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 21 "case.cu"
{
  if (threadIdx.x == 0) inner__thread(spawn_thread, d, n);
}
}
// spawnc: middle as a guarded branch launches it: the same work, counted and timed.
#line 21 "case.cu"
static __global__ void __launch_bounds__(1024) middle__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  middle__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 21 "case.cu"
static __device__ __forceinline__ void middle__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      middle__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    middle__thread(spawn_thread, d, n);
  });
}
// spawnc: middle as it waits in a queue, and the guarded branch of a parent with one.
#line 21 "case.cu"
template <typename spawn_source> struct middle__entry {
  int* d;
  int n;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    middle__thread(spawn_thread, d, n);
  }
};
#line 21 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void middle__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d, int n) {
  const middle__entry<spawn::ThisSource> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) middle__spawn(spawn_launch.unqueued(), d, n);
}
#line 24 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  outer<int>(d, n);
  stays(d);
  if (threadIdx.x < 3) middle__spawn(spawn::launch(spawn_case_cu[2], 1, 2, 0, cudaStreamFireAndForget), d, n);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 24 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::GrowingQueue<spawn::Warps, middle__entry<spawn::ThisSource>, child__entry<spawn::ThisSource>> spawn_queue, int* d, int n)
#line 24 "case.cu"
{
  outer__thread<int>(spawn_queue.thread(), d, n);
  stays(d);
  if (threadIdx.x < 3) middle__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 2, 0, cudaStreamFireAndForget), d, n);
}
#line 29 "case.cu"

void run(int* d, int n) { parent__queued<<<spawn::prepare(2), 40>>>(spawn::queued(), d, n); }
// ---- diagnostics
case.cu:10:24: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:18:20: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:27:24: note: launch of 'middle' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
4 launches: 1 host, 3 guarded, 0 kept, 0 refused
