// A template with barriers whose specialisation has none: their serial bodies are not of one kind, so the one of the
// specialisation had no template to be a specialisation of.
#include <cstdio>

static __device__ unsigned cells[8];

template <int N>
__global__ void child(unsigned n) {
  __shared__ unsigned tile[4];
  tile[threadIdx.x] = n + threadIdx.x;
  __syncthreads();
  cells[threadIdx.x] += tile[3 - threadIdx.x] * N;
}

template <>
__global__ void child<11>(unsigned n) {
  cells[4 + threadIdx.x] += n * blockDim.x;
}

__global__ void parent(unsigned n) {
  child<2><<<1, 4, 0, cudaStreamFireAndForget>>>(n);
  child<11><<<1, 4, 0, cudaStreamFireAndForget>>>(n);
}

int main() {
  parent<<<1, 1>>>(7);
  cudaDeviceSynchronize();
  unsigned host[8];
  cudaMemcpyFromSymbol(host, cells, sizeof host);
  for (unsigned cell : host) printf("%u\n", cell);
}
