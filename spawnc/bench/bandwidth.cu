// How fast the device copies within its memory: bandwidth [BYTES]
#include <cuda_runtime.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(2);                                                                       \
    }                                                                                     \
  } while (0)

int main(int argc, char** argv) {
  constexpr int kCopies = 20;
  const size_t bytes =
      argc > 1 ? std::strtoull(argv[1], nullptr, 10) : size_t{1} << 30;  // far more than caches hold
  size_t free_bytes = 0, all_bytes = 0;
  CHECK(cudaMemGetInfo(&free_bytes, &all_bytes));
  void *from, *to;
  CHECK(cudaMalloc(&from, bytes));
  CHECK(cudaMalloc(&to, bytes));
  CHECK(cudaMemset(from, 1, bytes));
  CHECK(cudaMemset(to, 2, bytes));
  cudaEvent_t start, stop;
  CHECK(cudaEventCreate(&start));
  CHECK(cudaEventCreate(&stop));
  float best_ms = 1e9f;
  for (int i = 0; i < kCopies; ++i) {
    CHECK(cudaEventRecord(start));
    CHECK(cudaMemcpyAsync(to, from, bytes, cudaMemcpyDeviceToDevice));
    CHECK(cudaEventRecord(stop));
    CHECK(cudaEventSynchronize(stop));
    float ms = 0;
    CHECK(cudaEventElapsedTime(&ms, start, stop));
    best_ms = std::min(best_ms, ms);
  }
  // each byte is read and written
  std::printf("copies %.1f GB/s, %.3f GB free\n", 2.0 * static_cast<double>(bytes) / best_ms * 1e-6,
              static_cast<double>(free_bytes) * 1e-9);
  CHECK(cudaEventDestroy(start));
  CHECK(cudaEventDestroy(stop));
  CHECK(cudaFree(from));
  CHECK(cudaFree(to));
  return 0;
}
