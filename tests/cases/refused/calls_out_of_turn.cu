// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__device__ void call(cudaError_t (*destroy)(cudaStream_t), cudaStream_t stream) { destroy(stream); }
__global__ void parent(int* d) {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  call(cudaStreamDestroy, stream);
}
__global__ void another(int* d) {
  if (threadIdx.x < 4) child<<<1, 32>>>(d);
}
void run(int* d) { parent<<<1, 32>>>(d); }
// ---- diagnostics
case.cu:7:3: warning: 'parent' uses cudaStreamDestroy(), which can't take turns there with launches of its warp: its address is taken [SP027]
  case.cu:8:8: note: here
case.cu:11:24: warning: 'parent' uses cudaStreamDestroy(), which can't take turns there with launches of its warp: its address is taken [SP027]
  case.cu:8:8: note: here
3 launches: 1 host, 0 guarded, 0 kept, 2 refused
