// flags:
__global__ void parent(int* d, int n) {
  __global__ void child(int* d, int n);
  child<<<1, 32>>>(d, n);
}
__global__ void child(int* d, int n) { d[threadIdx.x] = n; }
// ---- diagnostics
case.cu:4:3: warning: the launched kernel is not named here: it is declared inside a function [SP013]
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
