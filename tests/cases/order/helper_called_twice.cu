// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
static __device__ void start(int* d) { child<<<1, 32>>>(d); }
__global__ void parent(int* d) {
  start(d);
  start(d + 1);
}
// ---- diagnostics
case.cu:3:40: warning: launch into the NULL stream from 'start', which may run more than once in a thread [SP064]
  case.cu:3:24: note: 'start' is called more than once
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
