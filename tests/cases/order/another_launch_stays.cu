// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void voting(int* d) { d[threadIdx.x] = __ballot_sync(~0u, d[threadIdx.x]); }
__global__ void parent(int* d) {
  child<<<1, 32>>>(d);
  voting<<<1, 32>>>(d);
}
// ---- diagnostics
case.cu:5:3: warning: the order of this launch depends on another one of the same stream, which stays as written [SP066]
  case.cu:6:3: note: this launch stays as written
case.cu:6:3: warning: child kernel 'voting' uses the warp operation __ballot_sync, which one thread cannot run in its place [SP030]
  case.cu:3:51: note: here
  case.cu:3:17: note: 'voting' is defined here
2 launches: 0 host, 0 guarded, 0 kept, 2 refused
