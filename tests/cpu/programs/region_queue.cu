// A loop and a sequence of kernels whose children wait in a queue, as spawnc emits both.
// prints: 21 levels, 0 wrong; 15 levels, 0 wrong; 12 levels, 0 wrong
// prints: sequence: 670 670 670
#include <cstdio>
#include <cstdlib>
#include <spawn/graph_queue.cuh>
#include <vector>

static __device__ spawn::Site spawn_region_queue[] = {spawn::always()};
static const spawn::SiteTable spawn_region_queue_table(spawn_region_queue,
                                                       {{"region_queue.cu:1:1", "expand", "visit"}});

constexpr int kWidth = 10, kHeight = 12, kCells = kWidth * kHeight, kThreads = 32;
constexpr int kBlocks = (kCells + kThreads - 1) / kThreads;

__device__ void visit_one(int i, int v, int* distance, int level, int* over) {
  const int x = v % kWidth, y = v / kWidth;
  const int next[] = {x > 0 ? v - 1 : v, x + 1 < kWidth ? v + 1 : v, y > 0 ? v - kWidth : v,
                      y + 1 < kHeight ? v + kWidth : v};
  if (i < 4 && distance[next[i]] < 0) distance[next[i]] = level + 1, *over = 0;
}
__global__ void visit(int v, int* distance, int level, int* over) {
  visit_one(threadIdx.x, v, distance, level, over);
}
template <typename spawn_source>
struct visit__entry {
  int v;
  int* distance;
  int level;
  int* over;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    visit_one(static_cast<int>(spawn_thread.threadIdx.x), v, distance, level, over);
  }
};
template <typename spawn_kinds>
static __device__ void visit__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int v,
                                    int* distance, int level, int* over) {
  const visit__entry<spawn::ThisSource> spawn_child{v, distance, level, over};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child))
    spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}

using Queue = spawn::Queue<visit__entry<spawn::ThisSource>>;

__device__ void expand_one(const Queue& spawn_queue, int* distance, int level, int* over) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v < kCells && distance[v] == level)
    visit__spawn(spawn_queue.launch(spawn_region_queue[0], 1, 4), v, distance, level, over);
}
static __global__ void expand__queued(const Queue spawn_queue, int* distance, int level, int* over) {
  expand_one(spawn_queue, distance, level, over);
}
static __global__ void expand__queued__step(const spawn::Step spawn_step, const Queue spawn_queue,
                                            int* distance, int spawn_level, int* over) {
  if (spawn_step.skips()) return;
  expand_one(spawn_queue, distance, static_cast<int>(spawn_level + spawn_step.trip() * 1), over);
}

namespace {
struct spawn_again {
  __host__ __device__ bool operator()(int over, long long) const { return !over; }
};
}  // namespace

static int search(int* distance, int* d_over, cudaStream_t stream) {
  int over = 1, level = 0;
  static thread_local spawn::Region region("region_queue.cu:loop");
  region.begin(stream);
  region.store(d_over, 1);
  region.kernel(spawn::step(expand__queued__step), spawn::prepare(kBlocks, stream), kThreads, 0,
                spawn::queued(region), distance, level, d_over);
  if (region.loop(d_over, spawn_again{})) {
    level += static_cast<int>(region.trips());
  } else
    do {
      over = 1;
      cudaMemcpyAsync(d_over, &over, sizeof over, cudaMemcpyHostToDevice, stream);
      expand__queued<<<spawn::prepare(kBlocks, stream), kThreads, 0, stream>>>(spawn::queued(stream),
                                                                               distance, level, d_over);
      cudaMemcpyAsync(&over, d_over, sizeof over, cudaMemcpyDeviceToHost, stream);
      cudaStreamSynchronize(stream);
      ++level;
    } while (!over);
  return level;
}

static void search_from(int source, const char* end, cudaStream_t stream) {
  std::vector<int> host(kCells, -1);
  host[source] = 0;
  int *distance, *over;
  cudaMalloc(&distance, kCells * sizeof(int));
  cudaMalloc(&over, sizeof(int));
  cudaMemcpy(distance, host.data(), kCells * sizeof(int), cudaMemcpyHostToDevice);
  const int levels = search(distance, over, stream);
  cudaMemcpy(host.data(), distance, kCells * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int v = 0; v < kCells; ++v)
    wrong += host[v] != std::abs(v % kWidth - source % kWidth) + std::abs(v / kWidth - source / kWidth);
  printf("%d levels, %d wrong%s", levels, wrong, end);
}

// All cells of one distance have children, whose `over` counts nothing here.
static void one_level(int* distance, int* d_over, int level, cudaStream_t stream) {
  static thread_local spawn::Region region("region_queue.cu:sequence");
  region.begin_sequence(stream);
  region.set(distance + kCells / 2, 0xff, kCells / 2 * sizeof(int));
  for (int i = 0; i < 2; ++i)
    region.kernel(expand__queued, spawn::prepare(kBlocks, stream), kThreads, 0, spawn::queued(region),
                  distance, level + i, d_over);
  region.end();
}

int main() {
  cudaStream_t stream, other;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  search_from(0, "; ", nullptr);
  search_from(5 + 2 * kWidth, "; ", stream);
  search_from(5 + 6 * kWidth, "\n", other);
  int *distance, *over;
  cudaMalloc(&distance, kCells * sizeof(int));
  cudaMalloc(&over, sizeof(int));
  printf("sequence:");
  for (int i = 0; i < 12; ++i) {
    cudaMemset(distance, 0, kCells * sizeof(int));
    cudaDeviceSynchronize();
    one_level(distance, over, 0, i % 2 ? stream : other);
    cudaDeviceSynchronize();
    std::vector<int> host(kCells);
    cudaMemcpy(host.data(), distance, kCells * sizeof(int), cudaMemcpyDeviceToHost);
    int sum = 0;
    for (const int value : host) sum += value < 0 ? 16 : value;
    if (i > 8) printf(" %d", sum);
  }
  printf("\n");
  return cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess;
}
