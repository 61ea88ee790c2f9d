// flags:
struct Marked {
  int* d;
  __device__ ~Marked() { d[threadIdx.x] = 1; }
};
struct Holder {
  Marked marked;
};
__global__ void child(int* d) { Holder holder{{d}}; }
__global__ void parent(int* d) { child<<<1, 32>>>(d); }
// ---- diagnostics
case.cu:10:34: warning: child kernel 'child' calls '~Marked', a member function that reads built-ins [SP035]
  case.cu:4:14: note: here
  case.cu:9:17: note: 'child' is defined here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
