// flags:
template <class T>
__device__ T* at(T* p) {
  return p + threadIdx.x;
}
template <int N>
__device__ int shifted() {
  return threadIdx.x + N;
}
__device__ int pick(int a) { return a + threadIdx.x; }
__device__ float pick(float a) { return a; }

template <class T>
__global__ void child(T* d) {
  *at(d) = pick(T(1));
  d[shifted<3>()] = 0;
}

__global__ void parent(int* d) { child<<<1, 32>>>(d); }
template __global__ void child<float>(float*);
// ---- diagnostics
case.cu:19:34: warning: child kernel 'child' takes the address of 'at', which reads built-ins [SP037]
  case.cu:15:4: note: here
  case.cu:14:17: note: 'child' is defined here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
