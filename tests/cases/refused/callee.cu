// flags:
// nvcc: incomplete type
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void elsewhere(int* d);
typedef void (*Kernel)(int*);
__device__ Kernel table[1] = {child};
template <class K, class... A>
__device__ void run(K k, A... a) {
  k<<<1, 1>>>(a...);
}
template <void (*K)(int*)>
__device__ void run_constant(int* d) {
  K<<<1, 1>>>(d);
}
__global__ void parent(int* d) {
  Kernel f = child;
  f<<<1, 1>>>(d);
  table[0]<<<1, 2>>>(d);
  (*f)<<<1, 3>>>(d);
  (child)<<<1, 4>>>(d);
  elsewhere<<<1, 5>>>(d);
  run(child, d);
  run_constant<child>(d);
}
struct Undefined;
__global__ void broken(int* d) {
  Undefined u;
  child<<<1, 6>>>(d);
}
__global__ void calls_broken(int* d) { broken<<<1, 7>>>(d); }
__global__ void unknown_name(int* d) { no_such_kernel<<<1, 8>>>(d); }
// ---- diagnostics
case.cu:9:3: warning: the launched kernel is not named here: it is a pointer or a template parameter [SP013]
case.cu:13:3: warning: the launched kernel is not named here: it is a pointer or a template parameter [SP013]
case.cu:17:3: warning: the launched kernel is not named here: it is a pointer or a template parameter [SP013]
case.cu:18:11: warning: the launched kernel is not named here: it is an expression [SP013]
case.cu:19:7: warning: the launched kernel is not named here: it is an expression [SP013]
case.cu:20:10: warning: the launched kernel is not named here: it stands in parentheses [SP013]
case.cu:21:3: warning: child kernel 'elsewhere' has no body in this translation unit [SP015]
  case.cu:4:17: note: here
case.cu:27:13: warning: parse error in 'broken': variable has incomplete type 'Undefined' [SP018]
case.cu:30:40: warning: parse error in 'broken': variable has incomplete type 'Undefined' [SP018]
  case.cu:27:13: note: here
case.cu:31:40: warning: parse error in 'unknown_name': use of undeclared identifier 'no_such_kernel' [SP018]
10 launches: 0 host, 0 guarded, 0 kept, 10 refused
