// flags: --carrier auto
// blocks meet in functions that their kernel calls; the head of the parent names a constant that stands before it
constexpr int kThreads = 64;
struct Sums {
  int all, odd;
};

__global__ void split(int* data, int n);

__device__ int sum(int value, int rounds) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = value;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    const int other = values[threadIdx.x ^ (1 << i)];
    __syncthreads();
    values[threadIdx.x] += other;
    __syncthreads();
  }
  return values[threadIdx.x];
}

__device__ Sums sums_of(const int* data) {
  __shared__ Sums sums;
  const int all = sum(data[threadIdx.x], 6), odd = sum(data[threadIdx.x] & 1, 6);
  if (threadIdx.x == 0) sums = {all, odd};
  __syncthreads();
  return sums;
}

__device__ void split_again(int* data, int n) { split<<<2, kThreads, 0, cudaStreamFireAndForget>>>(data, n); }

__global__ void split(int* data, int n) {
  const Sums sums = sums_of(data);
  if (threadIdx.x == 0 && sums.all > sums.odd) split_again(data, n / 2);
}

// not all threads come to as many barriers
__global__ void uneven(int* data) { data[threadIdx.x] = sum(data[threadIdx.x], threadIdx.x % 6); }
__global__ void other_parent(int* data) { uneven<<<1, kThreads>>>(data); }

void run(int* data, int n) {
  split<<<1, kThreads>>>(data, n);
  other_parent<<<1, 1>>>(data);
}
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:31:49", "split_again", "split"}});
#line 1 "case.cu"
// flags: --carrier auto
// blocks meet in functions that their kernel calls; the head of the parent names a constant that stands before it
constexpr int kThreads = 64;
struct Sums {
  int all, odd;
};

#line 8 "case.cu"
static __device__ __forceinline__ void split__spawn(const spawn::Launch& spawn_launch, int* data, int n);
#line 8 "case.cu"
template <typename spawn_source> struct split__entry;
#line 8 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void split__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* data, int n);
#line 8 "case.cu"
#line 8 "case.cu"
static __global__ void __launch_bounds__(1024) split__queued(const spawn::GrowingQueue<spawn::Blocks<kThreads>, split__entry<spawn::ThisSource>> spawn_queue, int* data, int n);
#line 8 "case.cu"
__global__ void split(int* data, int n);

__device__ int sum(int value, int rounds) {
  __shared__ int values[kThreads];
  values[threadIdx.x] = value;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    const int other = values[threadIdx.x ^ (1 << i)];
    __syncthreads();
    values[threadIdx.x] += other;
    __syncthreads();
  }
  return values[threadIdx.x];
}
// spawnc: sum for the serial bodies that call it.
#line 10 "case.cu"
static __device__ int sum__thread(const spawn::Thread& spawn_thread, int value, int rounds) {
  SPAWN_BUILTINS(spawn_thread);
#line 10 "case.cu"
{
  __shared__ int values[kThreads];
  values[threadIdx.x] = value;
  __syncthreads();
  for (int i = 0; i < rounds; ++i) {
    const int other = values[threadIdx.x ^ (1 << i)];
    __syncthreads();
    values[threadIdx.x] += other;
    __syncthreads();
  }
  return values[threadIdx.x];
}
}

#line 22 "case.cu"

#line 23 "case.cu"
static __device__ Sums sums_of__thread(const spawn::Thread& spawn_thread, const int* data);
#line 23 "case.cu"
__device__ Sums sums_of(const int* data) {
  __shared__ Sums sums;
  const int all = sum(data[threadIdx.x], 6), odd = sum(data[threadIdx.x] & 1, 6);
  if (threadIdx.x == 0) sums = {all, odd};
  __syncthreads();
  return sums;
}
// spawnc: sums_of for the serial bodies that call it.
#line 23 "case.cu"
static __device__ Sums sums_of__thread(const spawn::Thread& spawn_thread, const int* data) {
  SPAWN_BUILTINS(spawn_thread);
#line 23 "case.cu"
{
  __shared__ Sums sums;
  const int all = sum__thread(spawn_thread, data[threadIdx.x], 6), odd = sum__thread(spawn_thread, data[threadIdx.x] & 1, 6);
  if (threadIdx.x == 0) sums = {all, odd};
  __syncthreads();
  return sums;
}
}

#line 30 "case.cu"

__device__ void split_again(int* data, int n) { split__spawn(spawn::launch(spawn_case_cu[0], 2, kThreads, 0, cudaStreamFireAndForget), data, n); }
// spawnc: split_again for the copies that call it.
#line 31 "case.cu"
template <typename spawn_type> static __device__ void split_again__thread(const spawn_type& spawn_thread, int* data, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 31 "case.cu"
{ split__spawn(spawn_thread.launch(spawn_case_cu[0], 2, kThreads, 0, cudaStreamFireAndForget), data, n); }
}

#line 32 "case.cu"

__global__ void __launch_bounds__(1024) split(int* data, int n) {
  const Sums sums = sums_of(data);
  if (threadIdx.x == 0 && sums.all > sums.odd) split_again(data, n / 2);
}
// spawnc: split as a guarded branch launches it: the same work, counted and timed.
#line 33 "case.cu"
static __global__ void __launch_bounds__(1024) split__launched(spawn::Ticket spawn_ticket, int* data, int n) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 33 "case.cu"
{
  const Sums sums = sums_of(data);
  if (threadIdx.x == 0 && sums.all > sums.odd) split_again(data, n / 2);
}
}
// spawnc: the guarded branch.
#line 33 "case.cu"
static __device__ __forceinline__ void split__spawn(const spawn::Launch& spawn_launch, int* data, int n) {
  spawn::Ticket spawn_ticket = spawn::must_launch(spawn_launch);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      split__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, data, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
}
// spawnc: split for one thread of a block that runs it in a queue's drain.
#line 33 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void split__together(const spawn_type& spawn_thread, int* data, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 33 "case.cu"
{
  const Sums sums = sums_of__thread(spawn_thread, data);
  if (threadIdx.x == 0 && sums.all > sums.odd) split_again__thread(spawn_thread, data, n / 2);
}
}
// spawnc: split as it waits in a queue, and the guarded branch of a parent with one.
#line 33 "case.cu"
template <typename spawn_source> struct split__entry {
  int* data;
  int n;
  static constexpr bool spawn_by_block = true;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    split__together(spawn_thread, data, n);
  }
};
#line 33 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void split__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* data, int n) {
  const split__entry<spawn::ThisSource> spawn_child{data, n};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) split__spawn(spawn_launch.unqueued(), data, n);
}
#line 37 "case.cu"
// spawnc: split with a queue, in which its children wait until it has ended.
#line 33 "case.cu"
static __global__ void __launch_bounds__(1024) split__queued(const spawn::GrowingQueue<spawn::Blocks<kThreads>, split__entry<spawn::ThisSource>> spawn_queue, int* data, int n)
#line 33 "case.cu"
{
  const Sums sums = sums_of(data);
  if (threadIdx.x == 0 && sums.all > sums.odd) split_again__thread(spawn_queue.thread(), data, n / 2);
}
#line 37 "case.cu"

// not all threads come to as many barriers
__global__ void uneven(int* data) { data[threadIdx.x] = sum(data[threadIdx.x], threadIdx.x % 6); }
__global__ void other_parent(int* data) { uneven<<<1, kThreads>>>(data); }

void run(int* data, int n) {
  split__queued<<<spawn::prepare(1), kThreads>>>(spawn::queued(), data, n);
  other_parent<<<1, 1>>>(data);
}
// ---- diagnostics
case.cu:31:49: note: launch of 'split' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:40:43: warning: child kernel 'uneven' has a barrier that a serial body can't keep: it stands in the function 'sum' [SP040]
  case.cu:13:3: note: here
  case.cu:39:17: note: 'uneven' is defined here
4 launches: 2 host, 1 guarded, 0 kept, 1 refused
