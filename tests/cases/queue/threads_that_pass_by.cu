// flags: --carrier queue
// in a drain, threads that have come to the end of a child wait for the others: these must not wait for them
__global__ void sums(int* out, int n) {
  for (int i = threadIdx.x; i < n; i += 64) atomicAdd(out, __shfl_sync(0xffffffffu, i, 0));
}
__global__ void some(int* out, int n) {
  if (threadIdx.x < n) {
    out[threadIdx.x] = 1;
    __syncthreads();
    out[threadIdx.x] += out[n - 1 - threadIdx.x];
  }
}
__global__ void by_number(int* out) {
  out[threadIdx.x] = 1;
  __barrier_sync(0);
  out[threadIdx.x] += out[63 - threadIdx.x];
}

__global__ void parent(int* out, int n) {
  sums<<<1, 64, 0, cudaStreamFireAndForget>>>(out, n);
  some<<<1, 64, 0, cudaStreamFireAndForget>>>(out + 1, n);
  by_number<<<1, 64, 0, cudaStreamFireAndForget>>>(out + n);
}

void run(int* out, int n) { parent<<<1, 1>>>(out, n); }
// ---- diagnostics
case.cu:20:3: warning: child kernel 'sums' uses the warp operation __shfl_sync, which one thread cannot run in its place [SP030]
  case.cu:4:60: note: here
  case.cu:3:17: note: 'sums' is defined here
case.cu:21:3: warning: child kernel 'some' has a barrier that a serial body can't keep: it stands under `if (threadIdx.x < n)`, which threads may decide differently [SP040]
  case.cu:7:7: note: here
case.cu:22:3: warning: child kernel 'by_number' has a barrier that a serial body can't keep: __barrier_sync() names it by its number [SP040]
  case.cu:15:3: note: here
  case.cu:13:17: note: 'by_number' is defined here
4 launches: 1 host, 0 guarded, 0 kept, 3 refused
