// A child sees what its launching thread wrote before; a parent is complete only when all that it launched is.
// prints: children 496, grandchildren 992
// prints: from every thread of every block: 4096
#include <cstdio>

__global__ void grandchild(const int* in, int* out) { atomicAdd(out, 2 * *in); }

__global__ void child(int* in, int* out) {
  atomicAdd(out, *in);
  if (threadIdx.x == 0) grandchild<<<1, 1>>>(in, out + 1);
}

__global__ void parent(int* data, int* out) {
  data[threadIdx.x] = threadIdx.x;
  child<<<1, 1>>>(data + threadIdx.x, out);
}

__global__ void count(int* out) { atomicAdd(out, 1); }
__global__ void many(int* out) { count<<<2, 16>>>(out); }

int main() {
  int *data, *out, host[3];
  cudaMalloc(&data, 32 * sizeof(int));
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  parent<<<1, 32>>>(data, out);
  many<<<4, 32>>>(out + 2);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("children %d, grandchildren %d\n", host[0], host[1]);
  printf("from every thread of every block: %d\n", host[2]);
}
