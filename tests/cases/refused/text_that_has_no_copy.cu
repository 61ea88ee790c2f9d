// flags:
// a copy under another name, or in another place, would be another program
namespace inner {
__global__ void used(int* d, int n) { d[threadIdx.x] = n; }
}  // namespace inner
using inner::used;
__global__ void names_itself(int* d, int n) { d[threadIdx.x] = n + sizeof(__func__); }
__global__ void counts(int* d, int n) { d[threadIdx.x] = n + __COUNTER__; }
__global__ auto returns_after(int* d, int n) -> void { d[threadIdx.x] = n; }
__global__ void shadows(int* d, dim3 blockDim) { d[threadIdx.x] = blockDim.x; }
__global__ void with_default(int* d, int n = threadIdx.x) { d[threadIdx.x] = n; }
template <class T, class = decltype(T() + 1)>
__global__ void unnamed(T* d, int n) {
  d[threadIdx.x] = n;
}
template <int N>
struct Nothing {
  using type = void;
};
template <int N>
__global__ typename Nothing<N>::type computed(int* d, int n) {
  d[threadIdx.x] = n;
}
__global__ void signature(int* d,
#ifdef LONG
                          long n
#else
                          int n
#endif
) {
  d[threadIdx.x] = n;
}
__global__ void body(int* d, int n) {
#ifdef LONG
  d[0] = n;
}
#else
  d[threadIdx.x] = n;
}
#endif
__global__ void declares(int* d, int n) {
  __device__ int later(int a);
  d[threadIdx.x] = later(n);
}
__device__ int later(int a) { return a + threadIdx.x; }

__global__ void parent(int* d, int n) {
  switch (n) {
    case 0: used<<<1, 32>>>(d, n); break;
    case 1: names_itself<<<1, 32>>>(d, n); break;
    case 2: counts<<<1, 32>>>(d, n); break;
    case 3: returns_after<<<1, 32>>>(d, n); break;
    case 4: shadows<<<1, 32>>>(d, 3); break;
    case 5: with_default<<<1, 32>>>(d); break;
    case 6: unnamed<<<1, 32>>>(d, n); break;
    case 7: computed<3><<<1, 32>>>(d, n); break;
    case 8: signature<<<1, 32>>>(d, n); break;
    case 9: body<<<1, 32>>>(d, n); break;
    case 10: declares<<<1, 32>>>(d, n); break;
  }
}
// ---- diagnostics
case.cu:49:13: warning: child kernel 'used' has no plain definition: a using-declaration names it, and not what would stand beside it [SP048]
  case.cu:4:17: note: here
case.cu:50:13: warning: child kernel 'names_itself' has no plain definition: __func__ is not the same in a copy [SP048]
  case.cu:7:17: note: here
case.cu:51:13: warning: child kernel 'counts' has no plain definition: __COUNTER__ is not the same in a copy [SP048]
  case.cu:8:17: note: here
case.cu:52:13: warning: child kernel 'returns_after' has no plain definition: its return type follows its parameters [SP048]
  case.cu:9:17: note: here
case.cu:53:13: warning: child kernel 'shadows' has no plain definition: a parameter has the name of a built-in [SP048]
  case.cu:10:17: note: here
case.cu:54:13: warning: child kernel 'with_default' has no plain definition: a default argument reads built-ins or calls __ldg, or may do so [SP048]
  case.cu:11:17: note: here
case.cu:55:13: warning: child kernel 'unnamed' has no plain definition: a template parameter has no name [SP048]
  case.cu:13:17: note: here
case.cu:56:13: warning: child kernel 'computed' has no plain definition: its return type, which takes part in overload resolution, is more than `void` [SP048]
  case.cu:21:38: note: here
case.cu:57:13: warning: child kernel 'signature' has no plain definition: an #if stands in its signature [SP048]
  case.cu:24:17: note: here
case.cu:58:13: warning: child kernel 'body' has no plain definition: an #if begins or ends in its body [SP048]
  case.cu:33:17: note: here
case.cu:59:14: warning: child kernel 'declares' has no plain definition: it declares a function in its body [SP048]
  case.cu:41:17: note: here
11 launches: 0 host, 0 guarded, 0 kept, 11 refused
