// Barriers: a reduction in shared memory, counts and votes of a block, threads that left before.
// prints: sum 32640 32640 32640
// prints: count 86, all 0 1, any 1 0
// prints: early 100
#include <cstdio>

__global__ void sum(int* out) {
  __shared__ int values[256], twice;
  values[threadIdx.x] = threadIdx.x;
  if (threadIdx.x == 0) twice = 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) values[threadIdx.x] += values[threadIdx.x + half];
    __syncthreads();
  }
  if (threadIdx.x == 255) twice = values[0];
  __syncthreads();
  if (threadIdx.x == 7) out[blockIdx.x] = twice;
}

__global__ void vote(int* out) {
  const int count = __syncthreads_count(threadIdx.x % 3 == 0);
  const int not_all = __syncthreads_and(threadIdx.x < 255), all = __syncthreads_and(1);
  const int any = __syncthreads_or(threadIdx.x == 200), none = __syncthreads_or(0);
  if (threadIdx.x == 99) out[3] = count, out[4] = not_all, out[5] = all, out[6] = any, out[7] = none;
}

__global__ void leave_early(int* out, int n) {
  __shared__ int total;
  if (threadIdx.x == 0) total = 0;
  __syncthreads();
  if (threadIdx.x >= n) return;
  atomicAdd(&total, 1);
  __syncthreads();
  if (threadIdx.x == 0) out[8] = total;
}

int main() {
  int *out, host[9];
  cudaMalloc(&out, sizeof host);
  sum<<<3, 256>>>(out);
  vote<<<1, 256>>>(out);
  leave_early<<<1, 256>>>(out, 100);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("sum %d %d %d\n", host[0], host[1], host[2]);
  printf("count %d, all %d %d, any %d %d\n", host[3], host[4] != 0, host[5] != 0, host[6] != 0, host[7] != 0);
  printf("early %d\n", host[8]);
}
