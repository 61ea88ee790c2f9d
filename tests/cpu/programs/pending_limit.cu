// The limit of pending launches: what goes past it is dropped, the launching thread sees the error.
// prints: some went out 1, some failed 1, none lost 1, error 69 cudaErrorLaunchPendingCountExceeded, after it 0
#include <cstdio>

__device__ int failed, last_error, after;

// The first one waits for the end of the launching thread, and so all are pending until then.
__global__ void wait(int* state) {
  if (state[0] == 0)
    while (atomicAdd(&state[1], 0) == 0) __nanosleep(1000);
  atomicAdd(&state[0], 1);
}

__global__ void launch_many(int* state, int launches) {
  for (int i = 0; i < launches; ++i) {
    wait<<<1, 1>>>(state);
    const cudaError_t error = cudaGetLastError();
    if (error == cudaSuccess) continue;
    ++failed;
    last_error = error;
  }
  after = cudaGetLastError();
  __threadfence();
  atomicExch(&state[1], 1);
}

int main() {
  const int launches = 6000;
  cudaDeviceSetLimit(cudaLimitDevRuntimePendingLaunchCount, 2048);
  int *state, host[2], failures, error, then;
  cudaMalloc(&state, sizeof host);
  cudaMemset(state, 0, sizeof host);
  launch_many<<<1, 1>>>(state, launches);
  cudaDeviceSynchronize();
  cudaMemcpy(host, state, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&failures, failed, sizeof failures);
  cudaMemcpyFromSymbol(&error, last_error, sizeof error);
  cudaMemcpyFromSymbol(&then, after, sizeof then);
  printf("some went out %d, some failed %d, none lost %d, error %d %s, after it %d\n", host[0] > 0,
         failures > 0, host[0] + failures == launches, error, cudaGetErrorName((cudaError_t)error), then);
}
