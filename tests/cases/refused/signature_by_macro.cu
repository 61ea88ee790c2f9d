// flags:
#define KERNEL(name) __global__ void name(int* d, int n)
KERNEL(child) { d[threadIdx.x] = n; }
__global__ void parent(int* d, int n) { child<<<1, n>>>(d, n); }
// ---- diagnostics
case.cu:4:41: warning: the signature of 'child' is written by a macro [SP020]
  case.cu:3:8: note: here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
