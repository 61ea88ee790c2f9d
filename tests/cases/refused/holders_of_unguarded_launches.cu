// flags:
__global__ void warp(int* d) { d[threadIdx.x] = __activemask(); }
__global__ void child(int* d) {
  if (threadIdx.x == 0) warp<<<1, 32>>>(d);
}
__global__ void parent(int* d) {
  if (threadIdx.x == 0) child<<<1, 32>>>(d);
}
__global__ void grandparent(int* d) {
  if (threadIdx.x == 0) parent<<<1, 32>>>(d);
}
// ---- diagnostics
case.cu:4:25: warning: child kernel 'warp' uses the warp operation __activemask, which one thread cannot run in its place [SP030]
  case.cu:2:49: note: here
  case.cu:2:17: note: 'warp' is defined here
case.cu:7:25: warning: child kernel 'child' holds a launch that stays as written [SP051]
  case.cu:4:25: note: here
case.cu:10:25: warning: child kernel 'parent' holds a launch that stays as written [SP051]
  case.cu:7:25: note: here
3 launches: 0 host, 0 guarded, 0 kept, 3 refused
