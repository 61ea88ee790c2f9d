// flags:
class Holder {
  int secret = 3;
  friend __global__ void child(Holder h, int* d);
  template <class T>
  friend __global__ void templated(Holder h, T* d);
};
__global__ void child(Holder h, int* d) { d[threadIdx.x] = h.secret; }
template <class T>
__global__ void templated(Holder h, T* d) {
  d[threadIdx.x] = h.secret;
}
__global__ void parent(Holder h, int* d, int n) {
  if (n) child<<<1, 32>>>(h, d);
  else templated<<<1, 32>>>(h, d);
}
// ---- diagnostics
case.cu:14:10: warning: child kernel 'child' has no plain definition: it is declared in a class [SP048]
  case.cu:8:17: note: here
case.cu:15:8: warning: child kernel 'templated' has no plain definition: it is declared in a class [SP048]
  case.cu:10:17: note: here
2 launches: 0 host, 0 guarded, 0 kept, 2 refused
