// What regions cost and save. bench/graphs.py runs it, a process for each setting, as settings are read once.
//
//     graphs MEASUREMENT [/ MEASUREMENT]...
//
//     loop WIDTH HEIGHT RUNS     breadth-first search on a grid: microseconds a trip
//     trips COUNT WORK RUNS      a loop of COUNT trips whose kernel takes WORK microseconds: microseconds a loop
//     sequence HOW BYTES CALLS   50 kernels, HOW: plain, placeholders (a graph by hand, with copies), region
//     issue HOW CALLS            the same, microseconds of the host a call: plain, same, rotating, grids
//     shapes COUNT               memory of COUNT shapes of 50 kernels in a region
//     shapes-each COUNT          the same with a graph for each
//
// Prints a line for each: numbers, then "ok" or "WRONG".
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn/graph.cuh>
#include <vector>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

using Clock = std::chrono::steady_clock;
static double us_since(Clock::time_point begin) {
  return std::chrono::duration<double, std::micro>(Clock::now() - begin).count();
}
static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

constexpr int kThreads = 256;
static cudaStream_t stream;

// ---- loop

__device__ void expand_one(int* distance, int width, int height, int level, int* changed) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= width * height || distance[v] != level) return;
  const int x = v % width, y = v / width;
  const int next[] = {x > 0 ? v - 1 : v, x + 1 < width ? v + 1 : v, y > 0 ? v - width : v,
                      y + 1 < height ? v + width : v};
  bool any = false;
  for (const int u : next)
    if (distance[u] > level + 1) distance[u] = level + 1, any = true;
  if (any) *changed = 1;
}
__global__ void expand(int* distance, int width, int height, int level, int* changed) {
  expand_one(distance, width, height, level, changed);
}
__global__ void expand__step(const spawn::Step spawn_step, int* distance, int width, int height,
                             int spawn_level, int* changed) {
  if (spawn_step.skips()) return;
  const int level = static_cast<int>(spawn_level + spawn_step.trip() * 1);
  expand_one(distance, width, height, level, changed);
}
namespace {
struct spawn_again_search {
  __host__ __device__ bool operator()(int changed, long long) const { return changed != 0; }
};
}  // namespace

static int search(int* distance, int width, int height, int* d_changed, int* pinned) {
  const int blocks = (width * height + kThreads - 1) / kThreads;
  int level = 0;
  static thread_local spawn::Region region("graphs.cu:loop");
  region.begin(stream);
  region.set(d_changed, 0, sizeof(int));
  region.kernel(spawn::step(expand__step), blocks, kThreads, 0, distance, width, height, level, d_changed);
  if (region.loop(d_changed, spawn_again_search{})) {
    level += static_cast<int>(region.trips());
  } else
    do {
      CHECK(cudaMemsetAsync(d_changed, 0, sizeof(int), stream));
      expand<<<blocks, kThreads, 0, stream>>>(distance, width, height, level, d_changed);
      ++level;
      CHECK(cudaMemcpyAsync(pinned, d_changed, sizeof(int), cudaMemcpyDeviceToHost, stream));
      CHECK(cudaStreamSynchronize(stream));
    } while (*pinned != 0);
  return level;
}

static bool measure_loop(int width, int height, int runs) {
  const int cells = width * height;
  int *distance, *d_changed, *pinned;
  CHECK(cudaMalloc(&distance, cells * sizeof(int)));
  CHECK(cudaMalloc(&d_changed, sizeof(int)));
  CHECK(cudaMallocHost(&pinned, sizeof(int)));
  std::vector<double> times;
  int levels = 0;
  const int unmeasured = runs;
  for (int run = 0; run < unmeasured + runs; ++run) {
    CHECK(cudaMemsetAsync(distance, 0x1f, cells * sizeof(int), stream));
    CHECK(cudaMemsetAsync(distance, 0, sizeof(int), stream));
    CHECK(cudaStreamSynchronize(stream));
    const auto begin = Clock::now();
    levels = search(distance, width, height, d_changed, pinned);
    if (run >= unmeasured) times.push_back(us_since(begin));
  }
  std::vector<int> host(cells);
  CHECK(cudaMemcpy(host.data(), distance, cells * sizeof(int), cudaMemcpyDeviceToHost));
  bool right = levels == width + height - 1;
  for (int v = 0; v < cells; ++v) right = right && host[v] == v % width + v / width;
  std::printf("%.3f %d", median(times) / levels, levels);
  CHECK(cudaFree(distance));
  CHECK(cudaFree(d_changed));
  CHECK(cudaFreeHost(pinned));
  return right;
}

// ---- trips

__device__ void work_one(int* n, long long cycles) {
  const long long begin = clock64();
  while (clock64() - begin < cycles) continue;
  --*n;
}
__global__ void work(int* n, long long cycles) { work_one(n, cycles); }
__global__ void work__step(const spawn::Step spawn_step, int* n, long long cycles) {
  if (spawn_step.skips()) return;
  work_one(n, cycles);
}
namespace {
struct spawn_again_left {
  __host__ __device__ bool operator()(int n, long long) const { return n > 0; }
};
}  // namespace

static int count_trips(int* d, long long cycles, int* pinned) {
  int trips = 0;
  static thread_local spawn::Region region("graphs.cu:trips");
  region.begin(stream);
  region.kernel(spawn::step(work, work__step), 1, 1, 0, d, cycles);
  if (region.loop(d, spawn_again_left{})) {
    trips += static_cast<int>(region.trips());
  } else
    do {
      work<<<1, 1, 0, stream>>>(d, cycles);
      CHECK(cudaMemcpyAsync(pinned, d, sizeof(int), cudaMemcpyDeviceToHost, stream));
      CHECK(cudaStreamSynchronize(stream));
      ++trips;
    } while (*pinned > 0);
  return trips;
}

static bool measure_trips(int count, int microseconds, int runs) {
  int *d, *pinned, khz = 0;
  CHECK(cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0));
  CHECK(cudaMalloc(&d, sizeof(int)));
  CHECK(cudaMallocHost(&pinned, sizeof(int)));
  const long long cycles = static_cast<long long>(khz) * microseconds / 1000;
  std::vector<double> times;
  bool right = true;
  for (int run = 0; run < 2 * runs; ++run) {
    *pinned = count;
    CHECK(cudaMemcpyAsync(d, pinned, sizeof(int), cudaMemcpyHostToDevice, stream));
    CHECK(cudaStreamSynchronize(stream));
    const auto begin = Clock::now();
    right = count_trips(d, cycles, pinned) == count && right;
    if (run >= runs) times.push_back(us_since(begin));
  }
  std::printf("%.3f", median(times));
  CHECK(cudaFree(d));
  CHECK(cudaFreeHost(pinned));
  return right;
}

// ---- sequence

constexpr int kKernels = 50, kItems = 4096, kMiddle = 25, kBuffers = 4;

// The first kernel gathers from a large buffer, the last one scatters to one.
__global__ void add_one(const float* in, float* out, int items, int in_stride, int out_stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < items) out[static_cast<size_t>(i) * out_stride] = in[static_cast<size_t>(i) * in_stride] + 1;
}
__global__ void add_to(const float* in, float* out, int items, int in_stride, int out_stride) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < items) out[static_cast<size_t>(i) * out_stride] += 1 + 0 * in[static_cast<size_t>(i) * in_stride];
}

// Calls `launch(kernel, blocks, in, out, items, in_stride, out_stride)` for each kernel.
template <typename Launch>
static void each_kernel(const float* x, float* y, float* tmp, int items, int stride, Launch&& launch) {
  const int blocks = (items + kThreads - 1) / kThreads;
  for (int k = 0; k < kKernels; ++k) {
    const float* const in = k == 0 || k == kMiddle ? x : tmp;
    float* const out = k == kKernels - 1 ? y : tmp;
    launch(k == kMiddle ? add_to : add_one, blocks, in, out, items, in == x ? stride : 1,
           out == y ? stride : 1);
  }
}

static void run_region(const float* x, float* y, float* tmp, int items, int stride) {
  static thread_local spawn::Region region("graphs.cu:sequence");
  region.begin_sequence(stream);
  each_kernel(x, y, tmp, items, stride, [&](auto kernel, int blocks, auto... arguments) {
    region.kernel(kernel, blocks, kThreads, 0, arguments...);
  });
  CHECK(region.end());
}

static void run_plain(const float* x, float* y, float* tmp, int items, int stride) {
  each_kernel(x, y, tmp, items, stride, [&](auto kernel, int blocks, auto... arguments) {
    kernel<<<blocks, kThreads, 0, stream>>>(arguments...);
  });
}

static cudaGraphExec_t graph_by_hand(const float* x, float* y, float* tmp, int items, int stride) {
  cudaGraph_t graph;
  cudaGraphNode_t last = nullptr;
  CHECK(cudaGraphCreate(&graph, 0));
  each_kernel(x, y, tmp, items, stride, [&](auto kernel, int blocks, auto... values) {
    void* arguments[] = {&values...};
    cudaKernelNodeParams parameters = {};
    parameters.func = (void*)kernel;
    parameters.gridDim = dim3(blocks);
    parameters.blockDim = dim3(kThreads);
    parameters.kernelParams = arguments;
    cudaGraphNode_t node;
    CHECK(cudaGraphAddKernelNode(&node, graph, last ? &last : nullptr, last ? 1 : 0, &parameters));
    last = node;
  });
  cudaGraphExec_t made;
  CHECK(cudaGraphInstantiateWithFlags(&made, graph, 0));
  CHECK(cudaGraphUpload(made, stream));
  CHECK(cudaGraphDestroy(graph));
  return made;
}

struct Buffers {
  float *x[kBuffers], *y[kBuffers], *tmp;
  int stride;

  explicit Buffers(size_t bytes) : stride(static_cast<int>(bytes / sizeof(float) / kItems)) {
    for (int b = 0; b < kBuffers; ++b) {
      CHECK(cudaMalloc(&x[b], bytes));
      CHECK(cudaMalloc(&y[b], bytes));
      CHECK(cudaMemset(x[b], 0, bytes));
    }
    CHECK(cudaMalloc(&tmp, kItems * sizeof(float)));
  }
  ~Buffers() {
    for (int b = 0; b < kBuffers; ++b) {
      CHECK(cudaFree(x[b]));
      CHECK(cudaFree(y[b]));
    }
    CHECK(cudaFree(tmp));
  }
  Buffers(const Buffers&) = delete;
  Buffers& operator=(const Buffers&) = delete;

  bool is_right(int b) const {
    std::vector<float> host(kItems);
    CHECK(cudaMemcpy2D(host.data(), sizeof(float), y[b], stride * sizeof(float), sizeof(float), kItems,
                       cudaMemcpyDeviceToHost));
    return std::all_of(host.begin(), host.end(), [](float value) { return value == kKernels; });
  }
};

static bool measure_sequence(const char* how, size_t bytes, int calls) {
  const Buffers buffers(bytes);
  float *in = nullptr, *out = nullptr;
  cudaGraphExec_t made = nullptr;
  const bool by_hand = std::strcmp(how, "placeholders") == 0, plain = std::strcmp(how, "plain") == 0;
  if (by_hand) {
    CHECK(cudaMalloc(&in, bytes));
    CHECK(cudaMalloc(&out, bytes));
    made = graph_by_hand(in, out, buffers.tmp, kItems, buffers.stride);
  }
  const auto call = [&](int b) {
    float *const x = buffers.x[b], *const y = buffers.y[b];
    if (by_hand) {
      CHECK(cudaMemcpyAsync(in, x, bytes, cudaMemcpyDeviceToDevice, stream));
      CHECK(cudaGraphLaunch(made, stream));
      CHECK(cudaMemcpyAsync(y, out, bytes, cudaMemcpyDeviceToDevice, stream));
    } else if (plain) {
      run_plain(x, y, buffers.tmp, kItems, buffers.stride);
    } else {
      run_region(x, y, buffers.tmp, kItems, buffers.stride);
    }
  };
  std::vector<double> times;
  for (int round = 0; round < 12; ++round) {
    const auto begin = Clock::now();
    for (int i = 0; i < calls; ++i) call(i % kBuffers);
    CHECK(cudaStreamSynchronize(stream));
    if (round > 1) times.push_back(us_since(begin) / calls);
  }
  std::printf("%.2f", median(times));
  bool right = true;
  for (int b = 0; b < kBuffers && b < calls; ++b) right = right && buffers.is_right(b);
  if (by_hand) {
    CHECK(cudaGraphExecDestroy(made));
    CHECK(cudaFree(in));
    CHECK(cudaFree(out));
  }
  return right;
}

// Of the host alone: nothing is in the stream when a call begins.
static bool measure_issue(const char* how, int calls) {
  const Buffers buffers(kItems * sizeof(float));
  const bool plain = std::strcmp(how, "plain") == 0, rotates = std::strcmp(how, "rotating") == 0;
  const bool grids = std::strcmp(how, "grids") == 0;
  std::vector<double> times;
  for (int i = 0; i < 50 + calls; ++i) {
    const int b = rotates ? i % kBuffers : 0, items = grids ? kItems - i % 3 * kThreads : kItems;
    CHECK(cudaStreamSynchronize(stream));
    const auto begin = Clock::now();
    if (plain)
      run_plain(buffers.x[b], buffers.y[b], buffers.tmp, items, buffers.stride);
    else
      run_region(buffers.x[b], buffers.y[b], buffers.tmp, items, buffers.stride);
    if (i >= 50) times.push_back(us_since(begin));
  }
  const cudaGraphExec_t made = graph_by_hand(buffers.x[0], buffers.y[0], buffers.tmp, kItems, buffers.stride);
  std::vector<double> bare;
  for (int i = 0; i < calls; ++i) {
    CHECK(cudaStreamSynchronize(stream));
    const auto begin = Clock::now();
    CHECK(cudaGraphLaunch(made, stream));
    bare.push_back(us_since(begin));
  }
  CHECK(cudaStreamSynchronize(stream));
  std::printf("%.3f %.3f", median(times), median(bare));
  return buffers.is_right(0);
}

// ---- shapes

static double device_mib() {
  size_t free_bytes = 0, total = 0;
  CHECK(cudaMemGetInfo(&free_bytes, &total));
  return static_cast<double>(total - free_bytes) / (1 << 20);
}
static double host_mib() {
  long all = 0, resident = 0;
  FILE* const file = std::fopen("/proc/self/statm", "r");
  if (file) {
    if (std::fscanf(file, "%ld %ld", &all, &resident) != 2) resident = 0;
    std::fclose(file);
  }
  return static_cast<double>(resident) * 4096 / (1 << 20);
}

static bool measure_shapes(int count, bool graph_for_each) {
  const Buffers buffers(kItems * sizeof(float));
  run_plain(buffers.x[0], buffers.y[0], buffers.tmp, kItems, 1);  // modules are loaded
  CHECK(cudaGraphExecDestroy(graph_by_hand(buffers.x[0], buffers.y[0], buffers.tmp, kItems, 1)));
  CHECK(cudaStreamSynchronize(stream));
  const double device = device_mib(), host = host_mib();
  const auto begin = Clock::now();
  for (int round = 0; round < (graph_for_each ? 1 : 16); ++round)
    for (int shape = 0; shape < count; ++shape) {
      if (graph_for_each)
        CHECK(cudaGraphLaunch(graph_by_hand(buffers.x[0], buffers.y[0], buffers.tmp, kItems - shape, 1),
                              stream));
      else
        run_region(buffers.x[0], buffers.y[0], buffers.tmp, kItems - shape, 1);
    }
  CHECK(cudaStreamSynchronize(stream));
  const double us = us_since(begin);
  std::printf("%.2f %.2f %.1f", device_mib() - device, host_mib() - host,
              us / count / (graph_for_each ? 1 : 16));
  return buffers.is_right(0);
}

static bool measure(int count, char** words) {
  const auto number = [&](int index) { return std::atoi(words[index]); };
  const auto is = [&](const char* what, int length) {
    return count == length && std::strcmp(words[0], what) == 0;
  };
  if (is("loop", 4)) return measure_loop(number(1), number(2), number(3));
  if (is("trips", 4)) return measure_trips(number(1), number(2), number(3));
  if (is("sequence", 4))
    return measure_sequence(words[1], static_cast<size_t>(std::atoll(words[2])), number(3));
  if (is("issue", 3)) return measure_issue(words[1], number(2));
  if (is("shapes", 2) || is("shapes-each", 2)) return measure_shapes(number(1), is("shapes-each", 2));
  std::fprintf(stderr, "see the first lines of graphs.cu\n");
  std::exit(2);
}

int main(int count, char** words) {
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  bool all_right = true;
  for (int begin = 1, end; begin < count; begin = end + 1) {
    for (end = begin; end < count && std::strcmp(words[end], "/") != 0;) ++end;
    const bool right = measure(end - begin, words + begin);
    std::printf(" %s\n", right ? "ok" : "WRONG");
    std::fflush(stdout);
    all_right = all_right && right;
  }
  return all_right ? 0 : 1;
}
