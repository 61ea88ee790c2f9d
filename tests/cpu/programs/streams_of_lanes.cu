// Each lane makes a stream, launches into it and destroys it: calls of the device runtime beside launches.
// prints: devices 1, sum 578, events 17, errors 0
#include <cstdio>

#define CHECK(call)                                   \
  do {                                                \
    if ((call) != cudaSuccess) atomicAdd(&errors, 1); \
  } while (0)
#define NEW_STREAM(stream) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)

__device__ int errors;

// Host code may call it, too.
__host__ __device__ int devices() {
  int count = 0;
  return cudaGetDeviceCount(&count) == cudaSuccess ? count : -1;
}
__global__ void add(int* sum, int value) {
  if (threadIdx.x < 2) atomicAdd(sum, value * devices());
}
template <class Stream>
__device__ void destroy(Stream stream) {
  CHECK(::cudaStreamDestroy(stream));
}
__global__ void lanes(int* sum) {
  cudaStream_t stream;
  CHECK(NEW_STREAM(stream));
  if (threadIdx.x % 2) __nanosleep(1000);
  add<<<1, 32, 0, stream>>>(sum, threadIdx.x + 1);
  add<<<1, 32, 0, stream>>>(sum, threadIdx.x);
  destroy(stream);
}
__global__ void events(int* count) {
  cudaEvent_t event;
  CHECK(cudaEventCreateWithFlags(&event, cudaEventDisableTiming));
  CHECK(cudaEventDestroy(event));
  if (threadIdx.x < 17) atomicAdd(count, 1);
}
__global__ void waits(int* count) { events<<<1, 32, 0, cudaStreamFireAndForget>>>(count); }

int main() {
  int *out, host[2], failed;
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  lanes<<<1, 17>>>(out);
  waits<<<1, 1>>>(out + 1);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&failed, errors, sizeof failed);
  printf("devices %d, sum %d, events %d, errors %d\n", devices(), host[0], host[1], failed);
}
