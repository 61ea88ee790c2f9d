// flags:
// calls that the tree of a body does not show, or shows without a name
__device__ int index(int i = threadIdx.x) { return i; }
__device__ auto halved(int a) -> float { return (a + threadIdx.x) / 2; }
struct Range {
  int* d;
};
__device__ int* begin(Range range) { return range.d + threadIdx.x; }
__device__ int* end(Range range) { return range.d + threadIdx.x + 1; }
struct Sum {
  int value;
};
__device__ Sum operator+(Sum a, int b) { return {a.value + b + int(threadIdx.x)}; }
struct Method {
  __device__ int of() { return 1; }
};
__device__ int (*table[2])(int);

__global__ void by_default(int* d, int n) { d[index()] = n; }
__global__ void by_range(int* d, int n) {
  for (int& element : Range{d}) element = n;
}
__global__ void by_operator(int* d, int n) { d[operator+(Sum{0}, 0).value] = n; }
__global__ void by_member_pointer(int* d, int n) {
  Method method;
  int (Method::*pointer)() = &Method::of;
  d[threadIdx.x] = (method.*pointer)();
}
__global__ void by_table(int* d, int n) { d[threadIdx.x] = table[n](n); }
__global__ void converted(float* d, int n) { d[threadIdx.x] = halved(n); }

__global__ void parent(int* d, float* f, int n) {
  switch (n) {
    case 0: by_default<<<1, 32>>>(d, n); break;
    case 1: by_range<<<1, 32>>>(d, n); break;
    case 2: by_operator<<<1, 32>>>(d, n); break;
    case 3: by_member_pointer<<<1, 32>>>(d, n); break;
    case 4: by_table<<<1, 32>>>(d, n); break;
    case 5: converted<<<1, 32>>>(f, n); break;
  }
}
// ---- diagnostics
case.cu:34:13: warning: child kernel 'by_default' calls 'index', which can't be cloned: a default argument reads built-ins or calls __ldg, or may do so [SP049]
  case.cu:3:16: note: here
case.cu:35:13: warning: child kernel 'by_range' calls 'begin', a member function that reads built-ins [SP035]
  case.cu:21:3: note: here
  case.cu:20:17: note: 'by_range' is defined here
case.cu:36:13: warning: child kernel 'by_operator' calls 'operator+', which can't be cloned: an operator has no name to which more can be added [SP049]
  case.cu:13:16: note: here
case.cu:37:13: warning: child kernel 'by_member_pointer' calls through a pointer [SP045]
  case.cu:27:20: note: here
  case.cu:24:17: note: 'by_member_pointer' is defined here
case.cu:38:13: warning: child kernel 'by_table' calls through a pointer [SP045]
  case.cu:29:60: note: here
  case.cu:29:17: note: 'by_table' is defined here
case.cu:39:13: warning: child kernel 'converted' calls 'halved', which can't be cloned: its return type follows its parameters [SP049]
  case.cu:4:17: note: here
6 launches: 0 host, 0 guarded, 0 kept, 6 refused
