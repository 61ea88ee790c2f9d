// Regions while the program captures a stream: what they do goes into the capture as it is written, and is built no graph of.
// prints: captured: 1 node more than the kernels; 33 33
// prints: after it: 44
// prints: another stream is captured: 55
#include <cstdio>
#include <spawn/graph.cuh>

__global__ void add(int* to, int by) { *to += by; }

static void call(int* d, cudaStream_t stream) {
  static thread_local spawn::Region region("region_in_a_capture.cu");
  region.begin_sequence(stream);
  region.kernel(add, 1, 1, 0, d, 1);
  region.kernel(add, 1, 1, 0, d, 10);
  region.store(d + 1, 33);
  region.end();
}

int main() {
  int *d, host[2];
  cudaStream_t stream, other;
  cudaMalloc(&d, sizeof host);
  cudaMemset(d, 0, sizeof host);
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  cudaStreamCreateWithFlags(&other, cudaStreamNonBlocking);
  for (int i = 0; i < 2; ++i) call(d, stream);  // its graph is there already
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  call(d, stream);
  cudaGraph_t graph;
  cudaGraphExec_t made;
  size_t nodes = 0;
  cudaStreamEndCapture(stream, &graph);
  cudaGraphGetNodes(graph, nullptr, &nodes);
  cudaGraphInstantiateWithFlags(&made, graph, 0);
  cudaGraphLaunch(made, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  printf("captured: %d node more than the kernels; %d %d\n", static_cast<int>(nodes) - 2, host[0], host[1]);
  call(d, stream);
  cudaStreamSynchronize(stream);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  printf("after it: %d\n", host[0]);
  // a topology of a stream that has none yet: what building it calls is forbidden to the thread otherwise
  cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal);
  call(d, other);
  cudaStreamEndCapture(stream, &graph);
  cudaStreamSynchronize(other);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  printf("another stream is captured: %d\n", host[0]);
  return cudaGetLastError() != cudaSuccess;
}
