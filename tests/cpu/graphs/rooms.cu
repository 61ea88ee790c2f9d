// Two threads whose graphs have room for one.
// prints: 44 33
#include <cstdio>
#include <future>
#include <spawn/graph.cuh>
#include <thread>

__global__ void add(int* to, int by) { *to += by; }

static void first_calls(spawn::Region& region, int* d, cudaStream_t stream) {
  region.begin_sequence(stream);
  region.kernel(add, 1, 1, 0, d, 1);
  region.kernel(add, 1, 1, 0, d, 5);
}
static void last_calls(spawn::Region& region, int* d) {
  region.kernel(add, 1, 1, 0, d, 5);
  region.end();
}

int main() {
  int *d, host[2];
  cudaMalloc(&d, sizeof host);
  cudaMemset(d, 0, sizeof host);
  cudaStream_t streams[2];
  for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaDeviceSynchronize();
  std::promise<void> is_in, is_over;
  static thread_local spawn::Region first("rooms.cu:first");
  for (int i = 0; i < 2; ++i) {
    first_calls(first, d, streams[0]);
    last_calls(first, d);
  }
  first_calls(first, d, streams[0]);  // at work
  std::thread thread([&] {
    static thread_local spawn::Region second("rooms.cu:second");
    first_calls(second, d + 1, streams[1]);
    last_calls(second, d + 1);
    is_in.set_value();
    is_over.get_future().wait();
    for (int i = 0; i < 2; ++i) {
      first_calls(second, d + 1, streams[1]);
      last_calls(second, d + 1);
    }
  });
  is_in.get_future().wait();
  last_calls(first, d);
  is_over.set_value();
  thread.join();
  first_calls(first, d, streams[0]);
  last_calls(first, d);
  cudaDeviceSynchronize();
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d %d\n", host[0], host[1]);
  return cudaGetLastError() != cudaSuccess;
}
