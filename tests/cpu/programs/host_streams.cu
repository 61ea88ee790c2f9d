// Streams of the host: order within one, events across two, the default stream between, copies and callbacks.
// prints: in order 1, across 1, default 1, callbacks 2
// prints: events done 1, time >= 0: 1, handles 1
#include <cstdio>

__global__ void add_then_double(int* value, int add) { *value = (*value + add) * 2; }

void CUDART_CB note(void* data) { ++*static_cast<int*>(data); }

int main() {
  int *a, *host, notes = 0;
  cudaMalloc(&a, 4 * sizeof(int));
  cudaMallocHost(&host, 4 * sizeof(int));
  cudaMemset(a, 0, 4 * sizeof(int));
  cudaStream_t one, two;
  cudaEvent_t start, between, stop;
  cudaStreamCreate(&one);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  cudaEventCreate(&start);
  cudaEventCreate(&stop);
  cudaEventCreateWithFlags(&between, cudaEventDisableTiming);
  cudaDeviceSynchronize();
  cudaEventRecord(start, one);
  for (int i = 1; i <= 3; ++i) add_then_double<<<1, 1, 0, one>>>(a, i);  // ((0+1)*2+2)*2+3)*2 = 22
  cudaLaunchHostFunc(one, note, &notes);
  cudaEventRecord(between, one);
  cudaStreamWaitEvent(two, between, 0);
  cudaMemcpyAsync(a + 1, a, sizeof(int), cudaMemcpyDeviceToDevice, two);
  add_then_double<<<1, 1, 0, two>>>(a + 1, 1);  // 46
  cudaMemcpyAsync(host, a, 2 * sizeof(int), cudaMemcpyDeviceToHost, two);
  cudaLaunchHostFunc(two, note, &notes);
  cudaEventRecord(stop, one);
  cudaStreamSynchronize(two);
  cudaStreamSynchronize(one);
  const int in_order = host[0] == 22, across = host[1] == 46;
  add_then_double<<<1, 1, 0, one>>>(a + 2, 1);   // 2
  add_then_double<<<1, 1>>>(a + 2, 2);           // 8: after stream one
  add_then_double<<<1, 1, 0, one>>>(a + 2, -3);  // 10: after the default stream
  int last;
  cudaMemcpy(&last, a + 2, sizeof last, cudaMemcpyDeviceToHost);
  printf("in order %d, across %d, default %d, callbacks %d\n", in_order, across, last == 10, notes);
  float elapsed_ms = -1;
  cudaEventElapsedTime(&elapsed_ms, start, stop);
  const int bad = cudaStreamDestroy(one) == cudaSuccess && cudaEventDestroy(between) == cudaSuccess;
  printf("events done %d, time >= 0: %d, handles %d\n", cudaEventQuery(stop) == cudaSuccess, elapsed_ms >= 0,
         bad);
}
