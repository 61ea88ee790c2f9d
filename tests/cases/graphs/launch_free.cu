// flags: --graphs --launch-free
__global__ void visit(const int* neighbours, int degree, int* distance, int level, int* changed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < degree && distance[neighbours[i]] < 0) distance[neighbours[i]] = level + 1, *changed = 1;
}

__global__ void expand(int n, const int* row, const int* column, int* distance, int level, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != level) return;
  const int degree = row[v + 1] - row[v];
  if (degree > 0) visit<<<(degree + 127) / 128, 128>>>(column + row[v], degree, distance, level, changed);
}

// Its children wait in a queue, which is drained in the graph, too.
int search(int n, const int* row, const int* column, int* distance, int* changed, cudaStream_t stream) {
  int again, level = 0;
  do {
    cudaMemsetAsync(changed, 0, sizeof(int), stream);
    expand<<<(n + 127) / 128, 128, 0, stream>>>(n, row, column, distance, level, changed);
    cudaMemcpyAsync(&again, changed, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    ++level;
  } while (again);
  return level;
}

__global__ void sum(const int* x, int* total) {
  __shared__ int part[64];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, part[0] + part[1]);
}

__global__ void sums(const int* x, int* total) { sum<<<1, 64>>>(x + threadIdx.x, total); }

// Whole blocks run the child: one that finds no room in the queue is launched.
void launches(const int* x, int* total) {
  int again;
  do {
    sums<<<1, 32>>>(x, total);
    cudaMemcpy(&again, total, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
}
// ---- output
#include <spawn/queue.cuh>
#include <spawn/graph_queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:11:19", "expand", "visit"},
    {"case.cu:34:50", "sums", "sum"},
});
#line 1 "case.cu"
// flags: --graphs --launch-free
__global__ void visit(const int* neighbours, int degree, int* distance, int level, int* changed) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < degree && distance[neighbours[i]] < 0) distance[neighbours[i]] = level + 1, *changed = 1;
}
// spawnc: visit for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void visit__thread(const spawn::Thread& spawn_thread,
    const int* neighbours, int degree, int* distance, int level, int* changed) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < degree && distance[neighbours[i]] < 0) distance[neighbours[i]] = level + 1, *changed = 1;
}
}
// spawnc: the serial branch.
#line 2 "case.cu"
static __device__ __forceinline__ void visit__spawn(const spawn::Launch& spawn_launch,
    const int* neighbours, int degree, int* distance, int level, int* changed) {
  if (!spawn::is_valid(spawn_launch)) return;
  spawn::run_serial(spawn_launch, degree, [&](const spawn::Thread& spawn_thread) {
    visit__thread(spawn_thread, neighbours, degree, distance, level, changed);
  });
}
// spawnc: visit as it waits in a queue, and the guarded branch of a parent with one.
#line 2 "case.cu"
template <typename spawn_source> struct visit__entry {
  const int* neighbours;
  int degree;
  int* distance;
  int level;
  int* changed;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    visit__thread(spawn_thread, neighbours, degree, distance, level, changed);
  }
};
#line 2 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void visit__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    const int* neighbours, int degree, int* distance, int level, int* changed) {
  const visit__entry<spawn::ThisSource> spawn_child{neighbours, degree, distance, level, changed};
  if (!spawn::push(spawn_launch, degree, spawn_child)) spawn::run_serial(spawn_launch, degree, spawn_child);
}
#line 6 "case.cu"

__global__ void __launch_bounds__(1024) expand(int n, const int* row, const int* column, int* distance, int level, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != level) return;
  const int degree = row[v + 1] - row[v];
  if (degree > 0) visit__spawn(spawn::launch(spawn_case_cu[0], (degree + 127) / 128, 128), column + row[v], degree, distance, level, changed);
}
// spawnc: expand with a queue, in which its children wait until it has ended.
#line 7 "case.cu"
static __global__ void __launch_bounds__(1024) expand__queued(const spawn::Queue<visit__entry<spawn::ThisSource>> spawn_queue,
    int n, const int* row, const int* column, int* distance, int level, int* changed)
#line 7 "case.cu"
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != level) return;
  const int degree = row[v + 1] - row[v];
  if (degree > 0) visit__spawn(spawn_queue.launch(spawn_case_cu[0], (degree + 127) / 128, 128), column + row[v], degree, distance, level, changed);
}
#line 13 "case.cu"
#if SPAWN_GRAPHS  // spawnc
// spawnc: expand for one block of a grid: its place there is a parameter.
#line 7 "case.cu"
static __device__ __forceinline__ void expand__queued__block_19(const uint3 blockIdx, const dim3 gridDim, const spawn::Queue<visit__entry<spawn::ThisSource>> spawn_queue, int n, const int* row, const int* column, int* distance, int level, int* changed) {
#line 7 "case.cu"
{
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= n || distance[v] != level) return;
  const int degree = row[v + 1] - row[v];
  if (degree > 0) visit__spawn(spawn_queue.launch(spawn_case_cu[0], (degree + 127) / 128, 128), column + row[v], degree, distance, level, changed);
}
}
// spawnc: expand in a graph: its blocks take turns where fewer are launched.
#line 7 "case.cu"
static __global__ void __launch_bounds__(1024) expand__queued__step_19(const spawn::Step spawn_step, const spawn::Queue<visit__entry<spawn::ThisSource>> spawn_queue, int n, const int* row, const int* column, int* distance, int spawn_first_level, int* changed) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] int level = static_cast<int>(spawn_first_level + spawn_step.trip() * 1);
  spawn_step.each_turn([&](uint3 spawn_index, dim3 spawn_grid) {
    expand__queued__block_19(spawn_index, spawn_grid, spawn_queue, n, row, column, distance, level, changed);
  });
}
#endif  // spawnc
#line 13 "case.cu"

// Its children wait in a queue, which is drained in the graph, too.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:17 makes another trip.
template <typename spawn_source> struct spawn_again_17 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 15 "case.cu"
int search(int n, const int* row, const int* column, int* distance, int* changed, cudaStream_t stream) {
  int again, level = 0;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_17("case.cu:17");
  spawn_region_17.begin(stream);
  {  // spawnc: one trip is recorded
#line 18 "case.cu"
    spawn_region_17.set(changed, 0, sizeof(int));
    spawn_region_17.kernel(spawn::step_in_turns(expand__queued__step_19), spawn::prepare((n + 127) / 128, stream), 128, 0, spawn::queued(spawn_region_17), n, row, column, distance, level, changed);
  }
  if (spawn_region_17.loop(changed, spawn_again_17<spawn::ThisSource>{})) {
    again = spawn_region_17.value<int>();
    level += spawn_region_17.trips();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 17 "case.cu"
  do {
    cudaMemsetAsync(changed, 0, sizeof(int), stream);
    expand__queued<<<spawn::prepare((n + 127) / 128, stream), 128, 0, stream>>>(spawn::queued(stream), n, row, column, distance, level, changed);
    cudaMemcpyAsync(&again, changed, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    ++level;
  } while (again);
  return level;
}

__global__ void sum(const int* x, int* total) {
  __shared__ int part[64];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, part[0] + part[1]);
}
// spawnc: sum for one block, run by one thread: each part between barriers for all threads in turn.
#line 27 "case.cu"
static __device__ __forceinline__ void sum__block(const spawn::Block& spawn_block, const int* x, int* total) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
  SPAWN_BLOCK_ATOMICS;
#line 27 "case.cu"
{
  int part[64]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  part[threadIdx.x] = x[threadIdx.x];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  if (threadIdx.x == 0) atomicAdd(total, part[0] + part[1]); });
}
}
// spawnc: the serial branch.
#line 27 "case.cu"
static __device__ __forceinline__ void sum__spawn(const spawn::Launch& spawn_launch, const int* x, int* total) {
  if (!spawn::is_valid(spawn_launch)) return;
  spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    sum__block(spawn_block, x, total);
  });
}
// spawnc: sum for one thread of a block that runs it in a queue's drain.
#line 27 "case.cu"
template <typename spawn_type> static __device__ __forceinline__ void sum__together(const spawn_type& spawn_thread, const int* x, int* total) {
  SPAWN_BUILTINS(spawn_thread);
#line 27 "case.cu"
{
  __shared__ int part[64];
  part[threadIdx.x] = x[threadIdx.x];
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(total, part[0] + part[1]);
}
}
// spawnc: sum as it waits in a queue, and the guarded branch of a parent with one.
#line 27 "case.cu"
template <typename spawn_source> struct sum__entry {
  const int* x;
  int* total;
  static constexpr bool spawn_by_block = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    sum__together(spawn_thread, x, total);
  }
};
#line 27 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void sum__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, const int* x, int* total) {
  const sum__entry<spawn::ThisSource> spawn_child{x, total};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) sum__spawn(spawn_launch.unqueued(), x, total);
}
#line 33 "case.cu"

__global__ void __launch_bounds__(1024) sums(const int* x, int* total) { sum__spawn(spawn::launch(spawn_case_cu[1], 1, 64), x + threadIdx.x, total); }
// spawnc: sums with a queue, in which its children wait until it has ended.
#line 34 "case.cu"
static __global__ void __launch_bounds__(1024) sums__queued(const spawn::GrowingQueue<spawn::Blocks<64>, sum__entry<spawn::ThisSource>> spawn_queue, const int* x, int* total)
#line 34 "case.cu"
{ sum__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 64), x + threadIdx.x, total); }
#line 35 "case.cu"
#if SPAWN_GRAPHS  // spawnc
// spawnc: sums in a graph: it does nothing where the host would not launch it.
#line 34 "case.cu"
static __global__ void __launch_bounds__(1024) sums__queued__step(const spawn::Step spawn_step, const spawn::GrowingQueue<spawn::Blocks<64>, sum__entry<spawn::ThisSource>> spawn_queue, const int* x, int* total) {
  if (spawn_step.skips()) return;
#line 34 "case.cu"
{ sum__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 64), x + threadIdx.x, total); }
}
#endif  // spawnc
#line 35 "case.cu"

// Whole blocks run the child: one that finds no room in the queue is launched.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:39 makes another trip.
template <typename spawn_source> struct spawn_again_39 {
  __host__ __device__ bool operator()(int again, long long) const {
    return again;
  }
};
#endif  // spawnc
#line 37 "case.cu"
void launches(const int* x, int* total) {
  int again;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_39("case.cu:39");
  spawn_region_39.begin(0);
  {  // spawnc: one trip is recorded
#line 40 "case.cu"
    spawn_region_39.kernel(spawn::step(sums__queued, sums__queued__step), spawn::prepare(1), 32, 0, spawn::queued(spawn_region_39), x, total);
  }
  if (spawn_region_39.loop(total, spawn_again_39<spawn::ThisSource>{})) {
    again = spawn_region_39.value<int>();
  } else  // spawnc: no graph ran
#endif  // spawnc
#line 39 "case.cu"
  do {
    sums__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), x, total);
    cudaMemcpy(&again, total, sizeof(int), cudaMemcpyDeviceToHost);
  } while (again);
}
// ---- diagnostics
case.cu:11:19: note: launch of 'visit' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
case.cu:34:50: note: launch of 'sum' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:39:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body [SP100]
4 launches: 2 host, 2 guarded, 0 kept, 0 refused
