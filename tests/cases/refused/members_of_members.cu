// flags:
struct Counted {
  int x;
  __device__ Counted() : x(0) {}
  __device__ Counted(const Counted& other) : x(other.x + threadIdx.x) {}
};
struct Holder {
  Counted counted;
};
__device__ int value(Holder h) { return h.counted.x; }
__global__ void child(int* d) {
  Holder h;
  d[threadIdx.x] = value(h);
}
__global__ void parent(int* d) { child<<<1, 32>>>(d); }
// ---- diagnostics
case.cu:15:34: warning: child kernel 'child' calls 'Counted', a member function that reads built-ins [SP035]
  case.cu:12:10: note: here
  case.cu:11:17: note: 'child' is defined here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
