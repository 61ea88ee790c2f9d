// flags:
// what an open type's constructors, conversions and operators read is seen in no call; numbers run nothing
struct Here {
  int i;
  __device__ Here(int n) : i(n + threadIdx.x) {}
  __device__ operator int() const { return i; }
};
template <class T> __global__ void declared(int* out, int n) { T x(n); out[threadIdx.x] = x; }
template <class T> __global__ void made(int* out, int n) { out[threadIdx.x] = T(n); }
template <class T> __global__ void copied(int* out, int n) { T x = n; out[threadIdx.x] = x; }
template <class T> __global__ void number(int* out, int n) { out[threadIdx.x] = T(n); }

__global__ void parent(int* out, int n) {
  switch (n) {
    case 0: declared<Here><<<1, 4>>>(out, n); break;
    case 1: made<Here><<<1, 4>>>(out, n); break;
    case 2: copied<Here><<<1, 4>>>(out, n); break;
    case 3: number<unsigned><<<1, 4>>>(out, n); break;
  }
}
// ---- diagnostics
case.cu:15:13: warning: child kernel 'declared' calls 'Here', a member function that reads built-ins [SP035]
  case.cu:8:36: note: here
  case.cu:8:36: note: 'declared' is defined here
case.cu:16:13: warning: child kernel 'made' calls 'Here', a member function that reads built-ins [SP035]
  case.cu:9:36: note: here
  case.cu:9:36: note: 'made' is defined here
case.cu:17:13: warning: child kernel 'copied' calls 'Here', a member function that reads built-ins [SP035]
  case.cu:10:36: note: here
  case.cu:10:36: note: 'copied' is defined here
case.cu:18:13: warning: the order of this launch depends on another one of the same stream, which stays as written [SP066]
  case.cu:15:13: note: this launch stays as written
4 launches: 0 host, 0 guarded, 0 kept, 4 refused
