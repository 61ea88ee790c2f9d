// flags:
// Atomic functions and other operations on shared variables that no name in the kernel's own text can replace.
__device__ void count(unsigned* bins, int value) { atomicAdd(&bins[value % 16], 1u); }
__device__ void count_below(unsigned* bins, int value) { count(bins, value + 1); }
__device__ void bump(unsigned& counter) { atomicInc(&counter, 99u); }
__device__ unsigned atomicMax(unsigned char* address, unsigned value) { return *address = value; }

struct Bins {
  unsigned* first;
  __device__ void add(int value) { atomicAdd(first + value % 16, 1u); }
};

__global__ void by_helper(unsigned* out, const int* in) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  count_below(bins, in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void by_reference(unsigned* out, const int* in) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  bump(bins[in[threadIdx.x] % 16]);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void by_object(unsigned* out, const int* in) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  Bins all{bins};
  all.add(in[threadIdx.x]);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void by_pointer(unsigned* out, const int* in) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  unsigned* half = threadIdx.x < 8 ? bins : bins + 8;
  count(half, 0);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void qualified(unsigned* out, const int* in) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  ::atomicAdd(&bins[in[threadIdx.x] % 16], 1u);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void own_function(unsigned* out, const int* in) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  atomicMax(&bins[in[threadIdx.x] % 16], 1u);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void asks_where(unsigned* out, const int* in) {
  __shared__ unsigned bins[16];
  bins[threadIdx.x] = 0;
  __syncthreads();
  if (__isShared(bins)) atomicAdd(out, 1u);
  __syncthreads();
  out[threadIdx.x] = bins[threadIdx.x];
}
__global__ void of_pairs(unsigned* out, const int* in) {
  __shared__ uint2 pairs[16];
  pairs[threadIdx.x] = make_uint2(0, 0);
  __syncthreads();
  atomicAdd(&pairs[in[threadIdx.x] % 16].x, 1u);
  __syncthreads();
  out[threadIdx.x] = pairs[threadIdx.x].x;
}

__global__ void parent(unsigned* out, const int* in, int n) {
  if (n == 0) by_helper<<<1, 16>>>(out, in);
  if (n == 1) by_reference<<<1, 16>>>(out, in);
  if (n == 2) by_object<<<1, 16>>>(out, in);
  if (n == 3) by_pointer<<<1, 16>>>(out, in);
  if (n == 4) qualified<<<1, 16>>>(out, in);
  if (n == 5) own_function<<<1, 16>>>(out, in);
  if (n == 6) asks_where<<<1, 16>>>(out, in);
  if (n == 7) of_pairs<<<1, 16>>>(out, in);
}
// ---- diagnostics
case.cu:81:15: warning: child kernel 'by_helper' needs real shared memory: 'count' gets a pointer to it and uses `atomicAdd` [SP053]
  case.cu:17:3: note: here
case.cu:82:15: warning: child kernel 'by_reference' needs real shared memory: 'bump' gets a pointer to it and uses `atomicInc` [SP053]
  case.cu:25:3: note: here
case.cu:83:15: warning: child kernel 'by_object' needs real shared memory: 'add' gets a pointer to it and uses `atomicAdd` [SP053]
  case.cu:34:3: note: here
case.cu:84:15: warning: child kernel 'by_pointer' needs real shared memory: 'count' gets a pointer to it and uses `atomicAdd` [SP053]
  case.cu:43:3: note: here
case.cu:85:15: warning: child kernel 'qualified' needs real shared memory: `::atomicAdd` can mean CUDA's function only [SP053]
  case.cu:51:5: note: here
case.cu:86:15: warning: child kernel 'own_function' needs real shared memory: 'atomicMax' is a function of this program [SP053]
  case.cu:55:60: note: here
case.cu:87:15: warning: child kernel 'asks_where' needs real shared memory: `__isShared` is used on it [SP053]
  case.cu:67:7: note: here
case.cu:88:15: warning: child kernel 'of_pairs' needs real shared memory: atomic functions, and 'pairs' of type 'uint2[16]' [SP053]
  case.cu:72:3: note: here
8 launches: 0 host, 0 guarded, 0 kept, 8 refused
