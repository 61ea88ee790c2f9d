// What recording allocates once a region knows its calls.
// prints: 0 allocations in 100 calls, 0 in 100 other calls
#include <cstdio>
#include <cstdlib>
#include <new>
#include <spawn/graph.cuh>

static bool is_counting = false;
static long long allocations = 0;
void* operator new(size_t bytes) {
  allocations += is_counting;
  return std::malloc(bytes);
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, size_t) noexcept { std::free(memory); }

__global__ void add(int* to, int by, double4 unused) { *to += by; }

static void call(int* d, int by, int count) {
  static thread_local spawn::Region region("steady.cu");
  is_counting = true;
  region.begin_sequence();
  for (int k = 0; k < count; ++k) region.kernel(add, 1, 1, 0, d, by + k, double4{});
  region.store(d + 1, by);
  region.set(d + 2, by, 5 * sizeof(int));
  is_counting = false;
  region.end();
}

int main() {
  int* d;
  cudaMalloc(&d, 8 * sizeof(int));
  for (int i = 0; i < 40; ++i) call(d, i, i % 2 ? 20 : 40);
  allocations = 0;
  for (int i = 0; i < 100; ++i) call(d, i, 20);
  printf("%lld allocations in 100 calls", allocations);
  allocations = 0;
  for (int i = 0; i < 100; ++i) call(d, i, i % 2 ? 20 : 40);
  printf(", %lld in 100 other calls\n", allocations);
  return cudaDeviceSynchronize() != cudaSuccess;
}
