// flags: -std=c++20
struct Holder {
  friend __global__ void in_class(int* d) { d[threadIdx.x] = 1; }
};
__global__ void in_class(int* d);
template <class T>
  requires(sizeof(T) > 2)
__global__ void constrained(T* d) {
  d[threadIdx.x] = 1;
}
__global__ void odd(int* d, int (*)(int)) { d[threadIdx.x] = 1; }
__global__ void parent(int* d, int n) {
  if (n == 1) in_class<<<1, 32>>>(d);
  else if (n == 2) constrained<<<1, 32>>>(d);
  else odd<<<1, 32>>>(d, nullptr);
}
// ---- diagnostics
case.cu:13:15: warning: child kernel 'in_class' has no plain definition: it is declared in a class [SP048]
  case.cu:3:26: note: here
case.cu:14:20: warning: child kernel 'constrained' has no plain definition: it has a requires clause [SP048]
  case.cu:8:17: note: here
case.cu:15:8: warning: parameter of type 'int (*)(int)' of 'odd' can't be passed on [SP046]
  case.cu:11:17: note: here
3 launches: 0 host, 0 guarded, 0 kept, 3 refused
