// flags:
#define launch(x) x
__global__ void child(int* d, int n) { d[threadIdx.x] = launch(n); }
__global__ void parent(int* d, int n) { child<<<1, 32>>>(d, n); }
// ---- diagnostics
case.cu:4:41: warning: 'launch' has a name that the guarded branch of 'child' needs [SP026]
  case.cu:2:9: note: here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
