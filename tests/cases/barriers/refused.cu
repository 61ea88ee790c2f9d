// flags:
__global__ void divergent(int* d) {
  if (threadIdx.x < 32) {
    d[0] = 1;
    __syncthreads();
  }
}
__global__ void counted(int* d) { d[threadIdx.x] = __syncthreads_count(d[threadIdx.x]); }
__global__ void no_barrier(int* d) {
  __shared__ int s[32];
  s[threadIdx.x] = d[threadIdx.x];
  d[threadIdx.x] = s[(threadIdx.x + 1) % 32];
}
__global__ void too_large(int* d) {
  __shared__ int s[10000];
  s[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = s[31 - threadIdx.x];
}
__device__ void meet(int* d) {
  d[threadIdx.x] = 1;
  __syncthreads();
}
__global__ void in_helper(int* d) { meet(d); }

__global__ void parent(int* d, int n) {
  if (n == 1) divergent<<<1, 64>>>(d);
  else if (n == 2) counted<<<1, 64>>>(d);
  else if (n == 3) no_barrier<<<1, 32>>>(d);
  else if (n == 4) too_large<<<1, 32>>>(d);
  else in_helper<<<1, 32>>>(d);
}
// ---- diagnostics
case.cu:27:15: warning: child kernel 'divergent' has a barrier that a serial body can't keep: it stands under `if (threadIdx.x < 32)`, which threads may decide differently [SP040]
  case.cu:3:7: note: here
case.cu:28:20: warning: child kernel 'counted' has a barrier that a serial body can't keep: __syncthreads_count() gives every thread the same value [SP040]
  case.cu:8:52: note: here
  case.cu:8:17: note: 'counted' is defined here
case.cu:29:20: warning: child kernel 'no_barrier' shares 's' between threads without a barrier [SP041]
  case.cu:11:3: note: here
case.cu:30:20: warning: the block of child kernel 'too_large' does not fit in one thread: 40000 bytes of shared memory and 0 bytes of its threads' variables, more than 8192 [SP050]
  case.cu:14:35: note: here
case.cu:31:8: warning: child kernel 'in_helper' has a barrier that a serial body can't keep: it stands in the function 'meet' [SP040]
  case.cu:22:3: note: here
  case.cu:24:17: note: 'in_helper' is defined here
5 launches: 0 host, 0 guarded, 0 kept, 5 refused
