// flags: --launch-free
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void votes(int* d) { d[threadIdx.x] = __any_sync(~0u, d[0]); }
__global__ void again(int* d, int n) {
  d[n] = n;
  if (n) again<<<1, 1, 0, cudaStreamFireAndForget>>>(d, n - 1);
}
__global__ void parent(int* d, int n) {
  if (n == 0) child<<<1, 32>>>(d);
  if (n == 1) {
#pragma spawn keep
    child<<<1, 32>>>(d);
  }
  if (n == 2) {
#pragma spawn launch
    child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  }
  if (n == 3) votes<<<1, 32>>>(d);
  if (n == 4) again<<<1, 1, 0, cudaStreamFireAndForget>>>(d, n);
}
__global__ void streams() {
  cudaStream_t stream;
  cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
}
void run(int* d) { parent<<<1, 1>>>(d, 3); }
// ---- diagnostics
case.cu:6:10: note: launch of 'again' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:6:10: error: not without device launches: 'again' can launch itself again, and a serial body is only so deep [SP090]
case.cu:9:15: warning: the order of this launch depends on another one of the same stream, which stays as written [SP066]
  case.cu:12:5: note: this launch stays as written
case.cu:9:15: error: not without device launches: the launch is refused [SP066] [SP090]
case.cu:12:5: note: launch of 'child' kept as written: `#pragma spawn keep` [SP002]
case.cu:12:5: error: not without device launches: the launch is kept: `#pragma spawn keep` [SP090]
case.cu:16:5: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:16:5: error: not without device launches: `#pragma spawn launch` [SP090]
case.cu:18:15: warning: child kernel 'votes' uses the warp operation __any_sync, which one thread cannot run in its place [SP030]
  case.cu:3:50: note: here
  case.cu:3:17: note: 'votes' is defined here
case.cu:18:15: error: not without device launches: the launch is refused [SP030] [SP090]
case.cu:19:15: note: launch of 'again' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:19:15: error: not without device launches: 'again' can launch itself again, and a serial body is only so deep [SP090]
case.cu:23:3: error: not without device launches: 'streams' calls 'cudaStreamCreateWithFlags' [SP090]
7 launches: 1 host, 3 guarded, 1 kept, 2 refused
