// flags:
namespace mine {
namespace spawn {
__device__ int twice(int i) { return 2 * i; }
}  // namespace spawn
__global__ void child(int* d) { d[threadIdx.x] = spawn::twice(threadIdx.x); }
__global__ void parent(int* d) { child<<<1, 32>>>(d); }
}  // namespace mine
// ---- diagnostics
case.cu:7:34: warning: the source has a namespace 'spawn' of its own [SP025]
  case.cu:3:1: note: here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
