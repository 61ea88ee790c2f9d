// flags: -std=c++20
template <class T>
  requires(sizeof(T) > 2)
__global__ void constrained(T* d) {
  d[threadIdx.x] = 1;
}
__global__ void odd(int* d, int (*)(int)) { d[threadIdx.x] = 1; }
__global__ void parent(int* d, int n) {
  if (n == 1) constrained<<<1, 32>>>(d);
  else odd<<<1, 32>>>(d, nullptr);
}
// ---- diagnostics
case.cu:9:15: warning: child kernel 'constrained' has no plain definition: it has a requires clause [SP048]
  case.cu:4:17: note: here
case.cu:10:8: warning: parameter of type 'int (*)(int)' of 'odd' can't be passed on [SP046]
  case.cu:7:17: note: here
2 launches: 0 host, 0 guarded, 0 kept, 2 refused
