// flags: --graphs --carrier auto
#include <utility>

__global__ void visit(const int* neighbours, int degree, int* distance, int level, int* next, int* next_count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int v = neighbours[i];
  if (atomicCAS(&distance[v], -1, level) == -1) next[atomicAdd(next_count, 1)] = v;
}

__global__ void expand(const int* row, const int* column, int* distance, const int* frontier, int count, int* next,
                       int* next_count, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i], degree = row[v + 1] - row[v];
  if (degree > 0)
    visit<<<(degree + 127) / 128, 128>>>(column + row[v], degree, distance, level + 1, next, next_count);
}

// The children of each trip's parent wait in a queue, which is drained in the graph, too.
int search(const int* row, const int* column, int* distance, int* frontier, int* next, int* d_count, int* count,
           cudaStream_t stream) {
  int level = 0;
  *count = 1;
  while (*count > 0) {
    cudaMemsetAsync(d_count, 0, sizeof(int), stream);
    expand<<<(*count + 127) / 128, 128, 0, stream>>>(row, column, distance, frontier, *count, next, d_count, level);
    cudaMemcpyAsync(count, d_count, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    std::swap(frontier, next);
    ++level;
  }
  return level;
}
// ---- output
#include <spawn/queue.cuh>
#include <spawn/graph_queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:17:5", "expand", "visit"}});
#line 1 "case.cu"
// flags: --graphs --carrier auto
#include <utility>

__global__ void visit(const int* neighbours, int degree, int* distance, int level, int* next, int* next_count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int v = neighbours[i];
  if (atomicCAS(&distance[v], -1, level) == -1) next[atomicAdd(next_count, 1)] = v;
}
// spawnc: visit for one thread, whose built-ins are local variables.
#line 4 "case.cu"
static __device__ __forceinline__ void visit__thread(const spawn::Thread& spawn_thread,
    const int* neighbours, int degree, int* distance, int level, int* next, int* next_count) {
  SPAWN_BUILTINS(spawn_thread);
#line 4 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= degree) return;
  const int v = neighbours[i];
  if (atomicCAS(&distance[v], -1, level) == -1) next[atomicAdd(next_count, 1)] = v;
}
}
// spawnc: visit as a guarded branch launches it: the same work, counted and timed.
#line 4 "case.cu"
static __global__ void visit__launched(spawn::Ticket spawn_ticket,
    const int* neighbours, int degree, int* distance, int level, int* next, int* next_count) {
  visit__thread(spawn::CtaScope(spawn_ticket).thread(), neighbours, degree, distance, level, next, next_count);
}
// spawnc: the guarded branch.
#line 4 "case.cu"
static __device__ __forceinline__ void visit__spawn(const spawn::Launch& spawn_launch,
    const int* neighbours, int degree, int* distance, int level, int* next, int* next_count) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, degree);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      visit__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, neighbours, degree, distance, level, next, next_count);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, degree, [&](const spawn::Thread& spawn_thread) {
    visit__thread(spawn_thread, neighbours, degree, distance, level, next, next_count);
  });
}
// spawnc: visit as it waits in a queue, and the guarded branch of a parent with one.
#line 4 "case.cu"
template <typename spawn_source> struct visit__entry {
  const int* neighbours;
  int degree;
  int* distance;
  int level;
  int* next;
  int* next_count;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    visit__thread(spawn_thread, neighbours, degree, distance, level, next, next_count);
  }
};
#line 4 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void visit__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch,
    const int* neighbours, int degree, int* distance, int level, int* next, int* next_count) {
  const visit__entry<spawn::ThisSource> spawn_child{neighbours, degree, distance, level, next, next_count};
  if (!spawn::push(spawn_launch, degree, spawn_child)) spawn::run_serial(spawn_launch, degree, spawn_child);
}
#line 10 "case.cu"

__global__ void __launch_bounds__(1024) expand(const int* row, const int* column, int* distance, const int* frontier, int count, int* next,
                       int* next_count, int level) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i], degree = row[v + 1] - row[v];
  if (degree > 0)
    visit__spawn(spawn::launch(spawn_case_cu[0], (degree + 127) / 128, 128), column + row[v], degree, distance, level + 1, next, next_count);
}
// spawnc: expand with a queue, in which its children wait until it has ended.
#line 11 "case.cu"
static __global__ void __launch_bounds__(1024) expand__queued(const spawn::Queue<visit__entry<spawn::ThisSource>> spawn_queue,
    const int* row, const int* column, int* distance, const int* frontier, int count, int* next,
                       int* next_count, int level)
#line 12 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i], degree = row[v + 1] - row[v];
  if (degree > 0)
    visit__spawn(spawn_queue.launch(spawn_case_cu[0], (degree + 127) / 128, 128), column + row[v], degree, distance, level + 1, next, next_count);
}
#line 19 "case.cu"
#if SPAWN_GRAPHS  // spawnc
// spawnc: expand for one block of a grid: its place there is a parameter.
#line 11 "case.cu"
static __device__ __forceinline__ void expand__queued__block_27(const uint3 blockIdx, const dim3 gridDim, const spawn::Queue<visit__entry<spawn::ThisSource>> spawn_queue, const int* row, const int* column, int* distance, const int* frontier, int count, int* next, int* next_count, int level) {
#line 12 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  const int v = frontier[i], degree = row[v + 1] - row[v];
  if (degree > 0)
    visit__spawn(spawn_queue.launch(spawn_case_cu[0], (degree + 127) / 128, 128), column + row[v], degree, distance, level + 1, next, next_count);
}
}
// spawnc: expand in a graph: the blocks of the trip's grid take turns on those that are launched.
#line 11 "case.cu"
static __global__ void __launch_bounds__(1024) expand__queued__step_27(const spawn::Step spawn_step, const spawn::Queue<visit__entry<spawn::ThisSource>> spawn_queue, const int* row, const int* column, int* distance, const int* spawn_frontier_0, const int* spawn_frontier_1, int* spawn_next_0, int* spawn_next_1, int* next_count, int spawn_first_level) {
  if (spawn_step.skips()) return;
  [[maybe_unused]] const int* frontier = spawn_step.trip() % 2 == 0 ? spawn_frontier_0 : spawn_frontier_1;
  [[maybe_unused]] int count = spawn_step.value<int>();
  [[maybe_unused]] int* next = spawn_step.trip() % 2 == 0 ? spawn_next_0 : spawn_next_1;
  [[maybe_unused]] int level = static_cast<int>(spawn_first_level + spawn_step.trip() * 1);
  spawn_step.each_block([&](uint3 spawn_index, dim3 spawn_grid) {
    expand__queued__block_27(spawn_index, spawn_grid, spawn_queue, row, column, distance, frontier, count, next, next_count, level);
  });
}
#endif  // spawnc
#line 19 "case.cu"

// The children of each trip's parent wait in a queue, which is drained in the graph, too.
#if SPAWN_GRAPHS  // spawnc
// spawnc: whether the loop at case.cu:25 makes another trip.
template <typename spawn_source> struct spawn_again_25 {
  __host__ __device__ bool operator()(int spawn_value, long long) const {
    return spawn_value > 0;
  }
  __host__ __device__ unsigned spawn_grids(int spawn_value, dim3* spawn_grid) const {
    spawn_grid[0] = (spawn_value + 127) / 128;
    return 1;
  }
};
#endif  // spawnc
#line 21 "case.cu"
int search(const int* row, const int* column, int* distance, int* frontier, int* next, int* d_count, int* count,
           cudaStream_t stream) {
  int level = 0;
  *count = 1;
#if SPAWN_GRAPHS  // spawnc: the loop as a CUDA graph
  static thread_local spawn::Region spawn_region_25("case.cu:25");
  spawn_region_25.begin(stream);
  if (*count > 0) {  // spawnc: one trip is recorded
#line 26 "case.cu"
    spawn_region_25.set(d_count, 0, sizeof(int));
    spawn_region_25.kernel(spawn::step(expand__queued__step_27), spawn::prepare(spawn::GridOfTrip{0}, stream), 128, 0, spawn::queued(spawn_region_25), row, column, distance, frontier, next, next, frontier, d_count, level);
  }
  if ((*count > 0) && spawn_region_25.loop(d_count, spawn_again_25<spawn::ThisSource>{}, *count)) {
    *count = spawn_region_25.value<int>();
    level += spawn_region_25.trips();
    if (spawn_region_25.trips() % 2 != 0) { std::swap(frontier, next); }
  }
  if (!spawn_region_25.is_over())  // spawnc: the trips that the graph did not make
#endif  // spawnc
#line 25 "case.cu"
  while (*count > 0) {
    cudaMemsetAsync(d_count, 0, sizeof(int), stream);
    expand__queued<<<spawn::prepare((*count + 127) / 128, stream), 128, 0, stream>>>(spawn::queued(stream), row, column, distance, frontier, *count, next, d_count, level);
    cudaMemcpyAsync(count, d_count, sizeof(int), cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    std::swap(frontier, next);
    ++level;
  }
  return level;
}
// ---- diagnostics
case.cu:17:5: note: launch of 'visit' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:25:3: note: loop becomes a CUDA graph: it ends by `*count`, 1 launch in its body [SP100]
2 launches: 1 host, 1 guarded, 0 kept, 0 refused
