// Threads that wait for each other without barriers: a lock, a flag across warps, a flag across blocks.
// prints: lock 128, flag 42, blocks 7, volatile 9
#include <cstdio>

__device__ int lock, guarded, ready, value, arrived;

__global__ void locked() {
  for (bool done = false; !done;) {
    if (atomicCAS(&lock, 0, 1) == 0) {
      __threadfence();
      *(volatile int*)&guarded = *(volatile int*)&guarded + 1;
      __threadfence();
      atomicExch(&lock, 0);
      done = true;
    }
  }
}

__global__ void across_warps(int* out) {
  if (threadIdx.x == 0) {
    while (atomicAdd(&ready, 0) == 0) continue;
    __threadfence();
    *out = *(volatile int*)&value;
  } else if (threadIdx.x == 63) {
    *(volatile int*)&value = 42;
    __threadfence();
    atomicExch(&ready, 1);
  }
}

__global__ void across_blocks(int* out) {
  if (blockIdx.x == 0) {
    while (atomicAdd(&arrived, 0) < 7) __nanosleep(100);
    *out = arrived;
  } else {
    atomicAdd(&arrived, 1);
  }
}

// Nothing but loads in the loop.
__global__ void spin(volatile int* flag) {
  if (threadIdx.x == 0)
    while (*flag == 0) continue;
  else
    *flag = 9;
}

int main() {
  int *out, host[3], count;
  cudaMalloc(&out, sizeof host);
  locked<<<2, 64>>>();
  across_warps<<<1, 64>>>(out);
  across_blocks<<<8, 1>>>(out + 1);
  cudaMemset(out + 2, 0, sizeof(int));
  spin<<<1, 64>>>(out + 2);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpyFromSymbol(&count, guarded, sizeof count);
  printf("lock %d, flag %d, blocks %d, volatile %d\n", count, host[0], host[1], host[2]);
}
