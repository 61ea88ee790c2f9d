// flags:
__global__ void child(int* d) { d[threadIdx.x] = 1; }
#ifdef __CUDA_ARCH__
__device__ void start(int* d) { d[0] = 1; }
#else
void start(int* d) { child<<<1, 32>>>(d); }
#endif
__global__ void parent(int* d) {
  start(d);
  child<<<1, 64>>>(d);
}
// ---- diagnostics
case.cu:10:3: warning: launch into the NULL stream from 'start', which may run more than once in a thread [SP064]
  case.cu:9:3: note: 'start' is called here
2 launches: 1 host, 0 guarded, 0 kept, 1 refused
