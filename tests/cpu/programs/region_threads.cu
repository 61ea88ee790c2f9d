// Threads with regions of their own, each with two streams, and loops in them inside a loop of the host.
// prints: 0 wrong of 4 threads
#include <cstdio>
#include <spawn/graph.cuh>
#include <thread>
#include <vector>

__global__ void add(int* to, int by) { *to += by; }
__global__ void twice(int* to) { *to *= 2; }
__global__ void lower(int* n, int* sum) { *sum += (*n)--; }
__global__ void lower__step(const spawn::Step spawn_step, int* n, int* sum) {
  if (spawn_step.skips()) return;
  *sum += (*n)--;
}
namespace {
struct spawn_again_positive {
  __host__ __device__ bool operator()(int n, long long) const { return n > 0; }
};
}  // namespace

static void prepare(int* d, int n, cudaStream_t stream) {
  static thread_local spawn::Region region("region_threads.cu:prepare");
  region.begin_sequence(stream);
  region.store(d, 0);
  region.kernel(add, 1, 1, 0, d, n / 2);
  region.kernel(twice, 1, 1, 0, d);
  region.kernel(add, 1, 1, 0, d, n % 2);
  region.end();
}

static long long count_down(int* d, cudaStream_t stream) {
  static thread_local spawn::Region region("region_threads.cu:count");
  region.begin(stream);
  region.kernel(spawn::step(lower, lower__step), 1, 1, 0, d, d + 1);
  if (region.loop(d, spawn_again_positive{})) return region.trips();
  int n = 0;
  long long trips = 0;
  do {
    lower<<<1, 1, 0, stream>>>(d, d + 1);
    cudaMemcpyAsync(&n, d, sizeof n, cudaMemcpyDeviceToHost, stream);
    cudaStreamSynchronize(stream);
    ++trips;
  } while (n > 0);
  return trips;
}

static int run(int thread) {
  cudaStream_t streams[2];
  int* d[2];
  for (int i = 0; i < 2; ++i) {
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
    cudaMalloc(&d[i], 2 * sizeof(int));
  }
  int wrong = 0;
  for (int round = 0; round < 6; ++round) {
    const int n[] = {3 + thread + round, 2 + 5 * thread};
    for (int i = 0; i < 2; ++i) {
      cudaMemsetAsync(d[i], 0, 2 * sizeof(int), streams[i]);
      prepare(d[i], n[i], streams[i]);
    }
    for (int i = 0; i < 2; ++i) {
      wrong += count_down(d[i], streams[i]) != n[i];
      int host[2];
      cudaMemcpyAsync(host, d[i], sizeof host, cudaMemcpyDeviceToHost, streams[i]);
      cudaStreamSynchronize(streams[i]);
      wrong += host[0] != 0 || host[1] != n[i] * (n[i] + 1) / 2;
    }
  }
  return wrong + (cudaGetLastError() != cudaSuccess);
}

int main() {
  std::vector<int> wrong(4);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) threads.emplace_back([&wrong, i] { wrong[i] = run(i); });
  for (std::thread& thread : threads) thread.join();
  int all = 0;
  for (const int each : wrong) all += each;
  printf("%d wrong of 4 threads\n", all);
  return 0;
}
