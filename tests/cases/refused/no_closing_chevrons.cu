// flags:
// nvcc: expected
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
__global__ void parent(int* d, int n) { child<<<1, n> > >(d, n); }
// ---- diagnostics
case.cu:4:41: warning: '<<<' without the rest of a launch: there is no closing '>>>' [SP010]
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
