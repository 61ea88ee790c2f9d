// flags:
// __ldg() where no plain load can stand in for it
struct Row {
  const int* p;
  __device__ int operator[](int i) const { return __ldg(p + i); }
};
struct Both {
  const int* p;
  __device__ int mine() const { return __ldg(p + threadIdx.x); }
};
__device__ int get(const int* p) { return __ldg(p); }
__device__ auto last(const int* p, int n) -> int { return __ldg(p + n); }
template <class F> __device__ int call(F f, const int* p) { return f(p); }
__device__ int defaulted(const int* p, int first = get(nullptr)) { return __ldg(p) + first; }
__device__ int elsewhere(const int* p);
#define GET(p) get(p)

__global__ void by_operator(Row row, int* d) { d[threadIdx.x] = row[threadIdx.x]; }
__global__ void by_index(Both both, int* d) { d[threadIdx.x] = both.mine(); }
__global__ void by_address(const int* p, int* d) { d[threadIdx.x] = call(get, p); }
__global__ void by_macro(const int* p, int* d) { d[threadIdx.x] = GET(p); }
__global__ void by_name(const int* p, int* d) {
  using ::__ldg;
  d[threadIdx.x] = __ldg(p);
}
__global__ void returned_after(const int* p, int* d) { d[threadIdx.x] = last(p, 3); }
__global__ void by_default(const int* p, int* d) { d[threadIdx.x] = defaulted(p); }
__global__ void unseen(const int* p, int* d) { d[threadIdx.x] = elsewhere(p); }

__global__ void parent(const int* p, int* d, int n) {
  switch (n) {
    case 0: by_operator<<<1, 32>>>({p}, d); break;
    case 1: by_index<<<1, 32>>>({p}, d); break;
    case 2: by_address<<<1, 32>>>(p, d); break;
    case 3: by_macro<<<1, 32>>>(p, d); break;
    case 4: by_name<<<1, 32>>>(p, d); break;
    case 5: returned_after<<<1, 32>>>(p, d); break;
    case 6: by_default<<<1, 32>>>(p, d); break;
    case 7: unseen<<<1, 32>>>(p, d); break;
  }
}
// ---- diagnostics
case.cu:32:13: warning: child kernel 'by_operator' reads with __ldg(), and a plain load can't stand in: 'operator[]' is a member function [SP056]
  case.cu:18:65: note: here
  case.cu:18:17: note: 'by_operator' is defined here
case.cu:33:13: warning: child kernel 'by_index' calls 'mine', a member function that reads built-ins [SP035]
  case.cu:19:64: note: here
  case.cu:19:17: note: 'by_index' is defined here
case.cu:34:13: warning: child kernel 'by_address' reads with __ldg(), and a plain load can't stand in: 'operator[]' is a member function [SP056]
  case.cu:13:35: note: here
  case.cu:20:17: note: 'by_address' is defined here
case.cu:35:13: warning: child kernel 'by_macro' reads with __ldg(), and a plain load can't stand in: a macro writes the call of 'get' [SP056]
  case.cu:21:67: note: here
  case.cu:21:17: note: 'by_macro' is defined here
case.cu:36:13: warning: child kernel 'by_name' reads with __ldg(), and a plain load can't stand in: its address is taken [SP056]
  case.cu:23:11: note: here
  case.cu:22:17: note: 'by_name' is defined here
case.cu:37:13: warning: child kernel 'returned_after' reads with __ldg(), and a plain load can't stand in: 'last' can't be cloned: its return type follows its parameters [SP056]
  case.cu:12:17: note: here
case.cu:38:13: warning: child kernel 'by_default' reads with __ldg(), and a plain load can't stand in: 'defaulted' can't be cloned: a default argument reads built-ins or calls __ldg, or may do so [SP056]
  case.cu:14:16: note: here
case.cu:39:13: warning: child kernel 'unseen' calls 'elsewhere', which can't be cloned: it has no body in this unit [SP049]
  case.cu:28:65: note: here
  case.cu:28:17: note: 'unseen' is defined here
8 launches: 0 host, 0 guarded, 0 kept, 8 refused
