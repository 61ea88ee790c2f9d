// Order of launches: NULL stream of a block, a named stream, events between two, fire-and-forget, tail.
// prints: null 4321, named 4321, events 21, null over threads 1
// prints: tail sees 65 of 65, second tail after it 1
#include <cstdio>

__global__ void digit(int* number, int value, int place) { *number = *number + value * place; }
__global__ void append(int* number, int value) { *number = *number * 10 + value; }
__global__ void count(int* out) { atomicAdd(out, 1); }
__global__ void copy(const int* from, int* to) { *to = *from; }
__global__ void late(int* out) { count<<<1, 1>>>(out); }

__global__ void ordered(int* out) {
  for (int i = 4; i > 0; --i) append<<<1, 1>>>(out, i);
  cudaStream_t one, two;
  cudaStreamCreateWithFlags(&one, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&two, cudaStreamNonBlocking);
  for (int i = 4; i > 0; --i) append<<<1, 1, 0, one>>>(out + 1, i);
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  append<<<1, 1, 0, one>>>(out + 2, 2);
  cudaEventRecord(done, one);
  cudaStreamWaitEvent(two, done, 0);
  append<<<1, 1, 0, two>>>(out + 2, 1);
  cudaStreamDestroy(one);
  cudaStreamDestroy(two);
  cudaEventDestroy(done);
}

// The block's NULL stream holds the launches of all its threads.
__global__ void over_threads(int* out) {
  for (int turn = 0; turn < 2; ++turn) {
    if (threadIdx.x == 32 * turn) append<<<1, 1>>>(out, turn + 1);
    __syncthreads();
  }
}

__global__ void with_tail(int* out) {
  if (threadIdx.x == 0) {
    copy<<<1, 1, 0, cudaStreamTailLaunch>>>(out, out + 1);
    copy<<<1, 1, 0, cudaStreamTailLaunch>>>(out + 1, out + 2);
  }
  count<<<1, 2, 0, cudaStreamFireAndForget>>>(out);
  if (threadIdx.x == 31) late<<<1, 1>>>(out);
}

int main() {
  int *out, host[8];
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  ordered<<<1, 1>>>(out);
  over_threads<<<1, 64>>>(out + 3);
  with_tail<<<1, 32>>>(out + 4);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("null %d, named %d, events %d, null over threads %d\n", host[0], host[1], host[2], host[3] == 12);
  printf("tail sees %d of %d, second tail after it %d\n", host[5], host[4], host[6] == host[5]);
}
