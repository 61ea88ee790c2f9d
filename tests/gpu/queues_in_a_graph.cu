// A parent whose children need blocks of two sizes, in a stream that is captured: its drains are nodes of the graph, and
// run again with it. The mode of capture that allows least.
// prints: narrow 31744, wide 24576
// prints: success
#include <cstdio>

__global__ void wide(int* counts, int n) {
  __shared__ int sum;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  atomicAdd(&sum, n);
  __syncthreads();
  if (threadIdx.x == 0) atomicAdd(&counts[1], sum);
}

__global__ void narrow(int* counts) {
  int x = threadIdx.x;
  for (int lanes = 16; lanes > 0; lanes /= 2) x += __shfl_down_sync(~0u, x, lanes);
  if (threadIdx.x > 0) return;
  atomicAdd(&counts[0], x);
  wide<<<1, 96>>>(counts, 2);
}

__global__ void parent(int* counts) {
  narrow<<<1, 32, 0, cudaStreamFireAndForget>>>(counts);
  wide<<<2, 96, 0, cudaStreamFireAndForget>>>(counts, 1);
}

int main() {
  int *counts, host[2];
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t made;
  cudaMalloc(&counts, sizeof host);
  cudaMemset(counts, 0, sizeof host);
  cudaStreamCreate(&stream);
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  for (int i = 0; i < 2; ++i) parent<<<1, 4, 0, stream>>>(counts);
  cudaStreamEndCapture(stream, &graph);
  cudaGraphInstantiate(&made, graph, 0);
  for (int i = 0; i < 8; ++i) cudaGraphLaunch(made, stream);
  cudaDeviceSynchronize();
  cudaMemcpy(host, counts, sizeof host, cudaMemcpyDeviceToHost);
  printf("narrow %d, wide %d\n", host[0], host[1]);
  printf("%s\n", cudaGetLastError() == cudaSuccess ? "success" : "failure");
}
