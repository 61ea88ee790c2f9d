// flags:
struct Together {
  __device__ ~Together() { __syncthreads(); }
};
__global__ void child(int* d) {
  Together together;
  d[threadIdx.x] = 1;
}
__global__ void parent(int* d) { child<<<1, 32>>>(d); }
// ---- diagnostics
case.cu:9:34: warning: child kernel 'child' has a barrier that a serial body can't keep: it stands in the function '~Together' [SP040]
  case.cu:3:28: note: here
  case.cu:5:17: note: 'child' is defined here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
