// flags: --carrier auto
// children that launch: what they launch waits in the same queue, which grows while it is drained
__device__ int flat() { return blockIdx.x * blockDim.x + threadIdx.x; }

__global__ void node(int* values, int number, int depth) {
  const int child = 2 * number + 1 + flat();
  values[child] = values[number] + 1;
  if (depth > 1) node<<<1, 2, 0, cudaStreamFireAndForget>>>(values, child, depth - 1);
}

__global__ void odd(int* values, int n);
__global__ void even(int* values, int n) {
  if (flat() < n) values[flat()] += 2;
  if (threadIdx.x == 0 && n > 0) odd<<<1, 32>>>(values, n - 1);
}
__global__ void odd(int* values, int n) {
  if (flat() < n) values[flat()] += 1;
  if (threadIdx.x == 0 && n > 0) even<<<1, 32>>>(values, n - 1);
}

__global__ void parent(int* values, int depth) {
  values[0] = 1;
  node<<<1, 2>>>(values, 0, depth);
}

void run(int* values, int depth) {
  parent<<<1, 1>>>(values, depth);
  even<<<1, 32>>>(values, 8);
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
    {"case.cu:8:18", "node", "node"},
    {"case.cu:14:34", "even", "odd"},
    {"case.cu:18:34", "odd", "even"},
    {"case.cu:23:3", "parent", "node"},
});
#line 1 "case.cu"
// flags: --carrier auto
// children that launch: what they launch waits in the same queue, which grows while it is drained
__device__ int flat() { return blockIdx.x * blockDim.x + threadIdx.x; }
// spawnc: flat for the serial bodies that call it.
#line 3 "case.cu"
static __device__ int flat__thread(const spawn::Thread& spawn_thread) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ return blockIdx.x * blockDim.x + threadIdx.x; }
}

#line 4 "case.cu"

#line 5 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void node__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch,
    int* values, int number, int depth);
#line 5 "case.cu"
template <typename spawn_source> struct node__entry;
#line 5 "case.cu"
template <typename spawn_kinds> static __device__ __noinline__ void node__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    int* values, int number, int depth);
#line 5 "case.cu"
__global__ void __launch_bounds__(1024) node(int* values, int number, int depth) {
  const int child = 2 * number + 1 + flat();
  values[child] = values[number] + 1;
  if (depth > 1) node__spawn(spawn::launch(spawn_case_cu[0], 1, 2, 0, cudaStreamFireAndForget), values, child, depth - 1);
}
// spawnc: node for one thread, whose built-ins are local variables.
#line 5 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void node__thread(const spawn_type& spawn_thread,
    int* values, int number, int depth) {
  SPAWN_BUILTINS(spawn_thread);
#line 5 "case.cu"
{
  const int child = 2 * number + 1 + flat__thread(spawn_thread);
  values[child] = values[number] + 1;
  if (depth > 1) node__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 2, 0, cudaStreamFireAndForget), values, child, depth - 1);
}
}
// spawnc: node as a guarded branch launches it: the same work, counted and timed.
#line 5 "case.cu"
static __global__ void __launch_bounds__(1024) node__launched(spawn::Ticket spawn_ticket,
    int* values, int number, int depth) {
  node__thread(spawn::CtaScope(spawn_ticket).thread(), values, number, depth);
}
// spawnc: the guarded branch.
#line 5 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void node__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch,
    int* values, int number, int depth) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      node__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, values, number, depth);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    node__thread(spawn_thread, values, number, depth);
  });
}
// spawnc: node as it waits in a queue, and the guarded branch of a parent with one.
#line 5 "case.cu"
template <typename spawn_source> struct node__entry {
  int* values;
  int number;
  int depth;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    node__thread(spawn_thread, values, number, depth);
  }
};
#line 5 "case.cu"
template <typename spawn_kinds> static __device__ __noinline__ void node__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    int* values, int number, int depth) {
  const node__entry<spawn::ThisSource> spawn_child{values, number, depth};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) node__spawn(spawn_launch.unqueued(), values, number, depth);
}
#line 10 "case.cu"

#line 11 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void odd__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* values, int n);
#line 11 "case.cu"
template <typename spawn_source> struct odd__entry;
#line 11 "case.cu"
template <typename spawn_kinds> static __device__ __noinline__ void odd__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* values, int n);
#line 11 "case.cu"
__global__ void odd(int* values, int n);
#line 12 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void even__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* values, int n);
#line 12 "case.cu"
template <typename spawn_source> struct even__entry;
#line 12 "case.cu"
template <typename spawn_kinds> static __device__ __noinline__ void even__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* values, int n);
#line 12 "case.cu"
__global__ void __launch_bounds__(1024) even(int* values, int n) {
  if (flat() < n) values[flat()] += 2;
  if (threadIdx.x == 0 && n > 0) odd__spawn(spawn::launch(spawn_case_cu[1], 1, 32), values, n - 1);
}
// spawnc: even for one thread, whose built-ins are local variables.
#line 12 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void even__thread(const spawn_type& spawn_thread, int* values, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{
  if (flat__thread(spawn_thread) < n) values[flat__thread(spawn_thread)] += 2;
  if (threadIdx.x == 0 && n > 0) odd__spawn(spawn_thread.launch(spawn_case_cu[1], 1, 32), values, n - 1);
}
}
// spawnc: even as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
static __global__ void __launch_bounds__(1024) even__launched(spawn::Ticket spawn_ticket, int* values, int n) {
  even__thread(spawn::CtaScope(spawn_ticket).thread(), values, n);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void even__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* values, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      even__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, values, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    even__thread(spawn_thread, values, n);
  });
}
// spawnc: even as it waits in a queue, and the guarded branch of a parent with one.
#line 12 "case.cu"
template <typename spawn_source> struct even__entry {
  int* values;
  int n;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    even__thread(spawn_thread, values, n);
  }
};
#line 12 "case.cu"
template <typename spawn_kinds> static __device__ __noinline__ void even__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* values, int n) {
  const even__entry<spawn::ThisSource> spawn_child{values, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) even__spawn(spawn_launch.unqueued(), values, n);
}
#line 16 "case.cu"
// spawnc: even with a queue, in which its children wait until it has ended.
template <typename spawn_source> struct odd__entry;
#line 12 "case.cu"
static __global__ void __launch_bounds__(1024) even__queued(const spawn::GrowingQueue<spawn::Warps, odd__entry<spawn::ThisSource>, even__entry<spawn::ThisSource>> spawn_queue, int* values, int n)
#line 12 "case.cu"
{
  if (flat() < n) values[flat()] += 2;
  if (threadIdx.x == 0 && n > 0) odd__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32), values, n - 1);
}
#line 16 "case.cu"
__global__ void __launch_bounds__(1024) odd(int* values, int n) {
  if (flat() < n) values[flat()] += 1;
  if (threadIdx.x == 0 && n > 0) even__spawn(spawn::launch(spawn_case_cu[2], 1, 32), values, n - 1);
}
// spawnc: odd for one thread, whose built-ins are local variables.
#line 16 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void odd__thread(const spawn_type& spawn_thread, int* values, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 16 "case.cu"
{
  if (flat__thread(spawn_thread) < n) values[flat__thread(spawn_thread)] += 1;
  if (threadIdx.x == 0 && n > 0) even__spawn(spawn_thread.launch(spawn_case_cu[2], 1, 32), values, n - 1);
}
}
// spawnc: odd as a guarded branch launches it: the same work, counted and timed.
#line 16 "case.cu"
static __global__ void __launch_bounds__(1024) odd__launched(spawn::Ticket spawn_ticket, int* values, int n) {
  odd__thread(spawn::CtaScope(spawn_ticket).thread(), values, n);
}
// spawnc: the guarded branch.
#line 16 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void odd__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* values, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      odd__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, values, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    odd__thread(spawn_thread, values, n);
  });
}
// spawnc: odd as it waits in a queue, and the guarded branch of a parent with one.
#line 16 "case.cu"
template <typename spawn_source> struct odd__entry {
  int* values;
  int n;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    odd__thread(spawn_thread, values, n);
  }
};
#line 16 "case.cu"
template <typename spawn_kinds> static __device__ __noinline__ void odd__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* values, int n) {
  const odd__entry<spawn::ThisSource> spawn_child{values, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) odd__spawn(spawn_launch.unqueued(), values, n);
}
#line 20 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* values, int depth) {
  values[0] = 1;
  node__spawn(spawn::launch(spawn_case_cu[3], 1, 2), values, 0, depth);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 21 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::GrowingQueue<spawn::Warps, node__entry<spawn::ThisSource>> spawn_queue, int* values, int depth)
#line 21 "case.cu"
{
  values[0] = 1;
  node__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 2), values, 0, depth);
}
#line 25 "case.cu"

void run(int* values, int depth) {
  parent__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), values, depth);
  even__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), values, 8);
}
// ---- diagnostics
case.cu:8:18: note: launch of 'node' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:14:34: note: launch of 'odd' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:18:34: note: launch of 'even' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:23:3: note: launch of 'node' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
6 launches: 2 host, 4 guarded, 0 kept, 0 refused
