// flags: --carrier auto
// children that real blocks run, of the size that all their launches have
#include <cooperative_groups.h>

#define SIDE 4
constexpr int kThreads = SIDE * SIDE;
namespace cg = cooperative_groups;

// with a serial body, for what finds no room in the queue
__global__ void transpose(const float* in, float* out, int width) {
  __shared__ float tile[SIDE][SIDE + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}

// without one
__device__ float sum_of_warp(float x) {
  for (int step = 8; step > 0; step /= 2) x += __shfl_down_sync(0xffff, x, step);
  return x;
}
__global__ void sum(float* data, int n) {
  if (blockIdx.x * 2 >= n) return;
  const float x = sum_of_warp(data[threadIdx.x]);
  if (threadIdx.x == 0) data[blockIdx.x] = x;
}
__global__ void together(float* data) {
  const cg::thread_block block = cg::this_thread_block();
  data[block.thread_rank()] += 1;
  block.sync();
  if (block.thread_rank() == 0) data[0] = data[1];
}

// one that launches itself, with a barrier
__global__ void split(float* data, int n) {
  __shared__ float common;
  if (threadIdx.x == 0 && threadIdx.y == 0) common = data[n];
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && common > 0)
    split<<<2, dim3(SIDE, SIDE), 0, cudaStreamFireAndForget>>>(data, n / 2);
}

__global__ void parent(const float* in, float* out, int n) {
  const dim3 block(SIDE, SIDE);
  transpose<<<n, block, 0, cudaStreamFireAndForget>>>(in, out, n);
  split<<<1, block, 0, cudaStreamFireAndForget>>>(out, n);
}
__global__ void other_parent(float* data, int n) {
  const int threads = kThreads;
  sum<<<n, threads, 0, cudaStreamFireAndForget>>>(data, n);
  together<<<1, kThreads, 0, cudaStreamFireAndForget>>>(data);
}

void run(float* in, float* out, int n) {
  parent<<<1, 1>>>(in, out, n);
  other_parent<<<1, 1>>>(out, n);
}
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:40:5", "split", "split"},
    {"case.cu:45:3", "parent", "transpose"},
    {"case.cu:46:3", "parent", "split"},
    {"case.cu:50:3", "other_parent", "sum"},
    {"case.cu:51:3", "other_parent", "together"},
});
#line 1 "case.cu"
// flags: --carrier auto
// children that real blocks run, of the size that all their launches have
#include <cooperative_groups.h>

#define SIDE 4
constexpr int kThreads = SIDE * SIDE;
namespace cg = cooperative_groups;

// with a serial body, for what finds no room in the queue
__global__ void transpose(const float* in, float* out, int width) {
  __shared__ float tile[SIDE][SIDE + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
// spawnc: transpose for one block, run by one thread: each part between barriers for all threads in turn.
#line 10 "case.cu"
static __device__ __forceinline__ void transpose__block(const spawn::Block& spawn_block,
    const float* in, float* out, int width) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 10 "case.cu"
{
  float tile[SIDE][SIDE + 1]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  out[blockIdx.x * kThreads + threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y]; });
}
}
// spawnc: transpose as a guarded branch launches it: the same work, counted and timed.
#line 10 "case.cu"
static __global__ void transpose__launched(spawn::Ticket spawn_ticket,
    const float* in, float* out, int width) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 10 "case.cu"
{
  __shared__ float tile[SIDE][SIDE + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
}
// spawnc: the guarded branch.
#line 10 "case.cu"
static __device__ __forceinline__ void transpose__spawn(const spawn::Launch& spawn_launch,
    const float* in, float* out, int width) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      transpose__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, in, out, width);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    transpose__block(spawn_block, in, out, width);
  });
}
// spawnc: transpose for one thread of a block that runs it in a queue's drain.
#line 10 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void transpose__together(const spawn_type& spawn_thread,
    const float* in, float* out, int width) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{
  __shared__ float tile[SIDE][SIDE + 1];
  tile[threadIdx.y][threadIdx.x] = in[threadIdx.y * width + threadIdx.x];
  __syncthreads();
  out[blockIdx.x * kThreads + threadIdx.y * SIDE + threadIdx.x] = tile[threadIdx.x][threadIdx.y];
}
}
// spawnc: transpose as it waits in a queue, and the guarded branch of a parent with one.
#line 10 "case.cu"
template <typename spawn_source> struct transpose__entry {
  const float* in;
  float* out;
  int width;
  static constexpr bool spawn_by_block = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    transpose__together(spawn_thread, in, out, width);
  }
};
#line 10 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void transpose__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    const float* in, float* out, int width) {
  const transpose__entry<spawn::ThisSource> spawn_child{in, out, width};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) transpose__spawn(spawn_launch.unqueued(), in, out, width);
}
#line 16 "case.cu"

// without one
__device__ float sum_of_warp(float x) {
  for (int step = 8; step > 0; step /= 2) x += __shfl_down_sync(0xffff, x, step);
  return x;
}
__global__ void sum(float* data, int n) {
  if (blockIdx.x * 2 >= n) return;
  const float x = sum_of_warp(data[threadIdx.x]);
  if (threadIdx.x == 0) data[blockIdx.x] = x;
}
// spawnc: sum as a guarded branch launches it: the same work, counted and timed.
#line 22 "case.cu"
static __global__ void sum__launched(spawn::Ticket spawn_ticket, float* data, int n) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 22 "case.cu"
{
  if (blockIdx.x * 2 >= n) return;
  const float x = sum_of_warp(data[threadIdx.x]);
  if (threadIdx.x == 0) data[blockIdx.x] = x;
}
}
// spawnc: the guarded branch.
#line 22 "case.cu"
static __device__ __forceinline__ void sum__spawn(const spawn::Launch& spawn_launch, float* data, int n) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      sum__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, data, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: sum for one thread of a block that runs it in a queue's drain.
#line 22 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void sum__together(const spawn_type& spawn_thread, float* data, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 22 "case.cu"
{
  if (blockIdx.x * 2 >= n) return;
  const float x = sum_of_warp(data[threadIdx.x]);
  if (threadIdx.x == 0) data[blockIdx.x] = x;
}
}
// spawnc: sum as it waits in a queue, and the guarded branch of a parent with one.
#line 22 "case.cu"
template <typename spawn_source> struct sum__entry {
  float* data;
  int n;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    sum__together(spawn_thread, data, n);
  }
};
#line 22 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void sum__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, float* data, int n) {
  const sum__entry<spawn::ThisSource> spawn_child{data, n};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) sum__spawn(spawn_launch.unqueued(), data, n);
}
#line 27 "case.cu"
__global__ void together(float* data) {
  const cg::thread_block block = cg::this_thread_block();
  data[block.thread_rank()] += 1;
  block.sync();
  if (block.thread_rank() == 0) data[0] = data[1];
}
// spawnc: together as a guarded branch launches it: the same work, counted and timed.
#line 27 "case.cu"
static __global__ void together__launched(spawn::Ticket spawn_ticket, float* data) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 27 "case.cu"
{
  const cg::thread_block block = cg::this_thread_block();
  data[block.thread_rank()] += 1;
  block.sync();
  if (block.thread_rank() == 0) data[0] = data[1];
}
}
// spawnc: the guarded branch.
#line 27 "case.cu"
static __device__ __forceinline__ void together__spawn(const spawn::Launch& spawn_launch, float* data) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      together__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, data);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: together for one thread of a block that runs it in a queue's drain.
#line 27 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void together__together(const spawn_type& spawn_thread, float* data) {
  SPAWN_BUILTINS(spawn_thread);
#line 27 "case.cu"
{
  const cg::thread_block block = cg::this_thread_block();
  data[block.thread_rank()] += 1;
  block.sync();
  if (block.thread_rank() == 0) data[0] = data[1];
}
}
// spawnc: together as it waits in a queue, and the guarded branch of a parent with one.
#line 27 "case.cu"
template <typename spawn_source> struct together__entry {
  float* data;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    together__together(spawn_thread, data);
  }
};
#line 27 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void together__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, float* data) {
  const together__entry<spawn::ThisSource> spawn_child{data};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) together__spawn(spawn_launch.unqueued(), data);
}
#line 33 "case.cu"

// one that launches itself, with a barrier
#line 35 "case.cu"
static __device__ __forceinline__ void split__spawn(const spawn::Launch& spawn_launch, float* data, int n);
#line 35 "case.cu"
template <typename spawn_source> struct split__entry;
#line 35 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void split__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, float* data, int n);
#line 35 "case.cu"
__global__ void __launch_bounds__(1024) split(float* data, int n) {
  __shared__ float common;
  if (threadIdx.x == 0 && threadIdx.y == 0) common = data[n];
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && common > 0)
    split__spawn(spawn::launch(spawn_case_cu[0], 2, dim3(SIDE, SIDE), 0, cudaStreamFireAndForget), data, n / 2);
}
// spawnc: split as a guarded branch launches it: the same work, counted and timed.
#line 35 "case.cu"
static __global__ void __launch_bounds__(1024) split__launched(spawn::Ticket spawn_ticket, float* data, int n) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 35 "case.cu"
{
  __shared__ float common;
  if (threadIdx.x == 0 && threadIdx.y == 0) common = data[n];
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && common > 0)
    split__spawn(spawn_scope.launch(spawn_case_cu[0], 2, dim3(SIDE, SIDE), 0, cudaStreamFireAndForget), data, n / 2);
}
}
// spawnc: the guarded branch.
#line 35 "case.cu"
static __device__ __forceinline__ void split__spawn(const spawn::Launch& spawn_launch, float* data, int n) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      split__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, data, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: split for one thread of a block that runs it in a queue's drain.
#line 35 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void split__together(const spawn_type& spawn_thread, float* data, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 35 "case.cu"
{
  __shared__ float common;
  if (threadIdx.x == 0 && threadIdx.y == 0) common = data[n];
  __syncthreads();
  if (threadIdx.x == 0 && threadIdx.y == 0 && common > 0)
    split__spawn(spawn_thread.launch(spawn_case_cu[0], 2, dim3(SIDE, SIDE), 0, cudaStreamFireAndForget), data, n / 2);
}
}
// spawnc: split as it waits in a queue, and the guarded branch of a parent with one.
#line 35 "case.cu"
template <typename spawn_source> struct split__entry {
  float* data;
  int n;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    split__together(spawn_thread, data, n);
  }
};
#line 35 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void split__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, float* data, int n) {
  const split__entry<spawn::ThisSource> spawn_child{data, n};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) split__spawn(spawn_launch.unqueued(), data, n);
}
#line 42 "case.cu"

__global__ void __launch_bounds__(1024) parent(const float* in, float* out, int n) {
  const dim3 block(SIDE, SIDE);
  transpose__spawn(spawn::launch(spawn_case_cu[1], n, block, 0, cudaStreamFireAndForget), in, out, n);
  split__spawn(spawn::launch(spawn_case_cu[2], 1, block, 0, cudaStreamFireAndForget), out, n);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 43 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::GrowingQueue<spawn::Blocks<SIDE, SIDE>, transpose__entry<spawn::ThisSource>, split__entry<spawn::ThisSource>> spawn_queue,
    const float* in, float* out, int n)
#line 43 "case.cu"
{
  const dim3 block(SIDE, SIDE);
  transpose__spawn(spawn_queue.launch(spawn_case_cu[1], n, block, 0, cudaStreamFireAndForget), in, out, n);
  split__spawn(spawn_queue.launch(spawn_case_cu[2], 1, block, 0, cudaStreamFireAndForget), out, n);
}
#line 48 "case.cu"
__global__ void __launch_bounds__(1024) other_parent(float* data, int n) {
  const int threads = kThreads;
  sum__spawn(spawn::launch(spawn_case_cu[3], n, threads, 0, cudaStreamFireAndForget), data, n);
  together__spawn(spawn::launch(spawn_case_cu[4], 1, kThreads, 0, cudaStreamFireAndForget), data);
}
// spawnc: other_parent with a queue, in which its children wait until it has ended.
#line 48 "case.cu"
static __global__ void __launch_bounds__(1024) other_parent__queued(const spawn::GrowingQueue<spawn::Blocks<kThreads>, sum__entry<spawn::ThisSource>, together__entry<spawn::ThisSource>> spawn_queue, float* data, int n)
#line 48 "case.cu"
{
  const int threads = kThreads;
  sum__spawn(spawn_queue.launch(spawn_case_cu[3], n, threads, 0, cudaStreamFireAndForget), data, n);
  together__spawn(spawn_queue.launch(spawn_case_cu[4], 1, kThreads, 0, cudaStreamFireAndForget), data);
}
#line 53 "case.cu"

void run(float* in, float* out, int n) {
  parent__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), in, out, n);
  other_parent__queued<<<spawn::prepare(1), 1>>>(spawn::queued(), out, n);
}
// ---- diagnostics
case.cu:40:5: note: launch of 'split' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:45:3: note: launch of 'transpose' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:46:3: note: launch of 'split' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:50:3: note: launch of 'sum' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:51:3: note: launch of 'together' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
7 launches: 2 host, 5 guarded, 0 kept, 0 refused
