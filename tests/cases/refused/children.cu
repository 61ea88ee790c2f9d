// flags:
#include <cooperative_groups.h>
#include <cstdio>
namespace cg = cooperative_groups;

__global__ void warp(int* d) { d[threadIdx.x] = __shfl_down_sync(~0u, d[threadIdx.x], 1); }
__global__ void group(int* d) {
  auto tile = cg::tiled_partition<16>(cg::this_thread_block());
  d[threadIdx.x] = tile.shfl(d[threadIdx.x], 0);
}
__global__ void assembly(int* d) {
  unsigned lane;
  asm("mov.u32 %0, %%laneid;" : "=r"(lane));
  d[threadIdx.x] = lane;
}
__global__ void qualified(int* d) { d[::threadIdx.x] = 1; }
__global__ void keeps_a_static(int* d) {
  static int once;
  d[threadIdx.x] = once++;
}
struct Walker {
  __device__ int index() const { return threadIdx.x; }
};
__global__ void method(int* d) { d[Walker().index()] = 1; }
__global__ void spins(volatile int* d) {
  while (!d[threadIdx.x]) {
  }
}
__device__ int lane(int k) { return threadIdx.x + k; }
template <class F>
__device__ int call(F f) {
  return f(1);
}
__global__ void address(int* d) { d[call(lane)] = 1; }
__global__ void dynamic(int* d) {
  extern __shared__ int memory[];
  memory[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = memory[31 - threadIdx.x];
}
__shared__ int block_wide[32];
__global__ void file_scope(int* d) {
  block_wide[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = block_wide[31 - threadIdx.x];
}
__global__ void captures_nothing(int* d) {
  auto index = [] { return threadIdx.x; };
  d[index()] = 1;
}
template <class T>
__global__ void dependent(T t, int* d) {
  d[T::place()] = 1;
}
struct Place {
  static __device__ int place() { return threadIdx.x; }
};
__global__ void pointer(int* d, int (*f)(int)) { d[threadIdx.x] = f(1); }
#define INDEX lane(2)
__global__ void by_macro(int* d) { d[INDEX] = 1; }
extern __device__ int elsewhere(int);
__global__ void no_body(int* d) { d[elsewhere(1)] = 1; }

__global__ void parent(int* d, int n) {
  if (n == 1) warp<<<1, 32>>>(d);
  else if (n == 2) group<<<1, 32>>>(d);
  else if (n == 3) assembly<<<1, 32>>>(d);
  else if (n == 4) qualified<<<1, 32>>>(d);
  else if (n == 5) keeps_a_static<<<1, 32>>>(d);
  else if (n == 6) method<<<1, 32>>>(d);
  else if (n == 7) spins<<<1, 32>>>(d);
  else if (n == 8) address<<<1, 32>>>(d);
  else if (n == 9) dynamic<<<1, 32, 128>>>(d);
  else if (n == 10) file_scope<<<1, 32>>>(d);
  else if (n == 11) captures_nothing<<<1, 32>>>(d);
  else if (n == 12) dependent<<<1, 32>>>(Place(), d);
  else if (n == 13) pointer<<<1, 32>>>(d, lane);
  else if (n == 14) by_macro<<<1, 32>>>(d);
  else no_body<<<1, 32>>>(d);
}
// ---- diagnostics
case.cu:65:15: warning: child kernel 'warp' uses the warp operation __shfl_down_sync, which one thread cannot run in its place [SP030]
  case.cu:6:49: note: here
  case.cu:6:17: note: 'warp' is defined here
case.cu:66:20: warning: child kernel 'group' uses cooperative_groups::tiled_partition, whose threads cooperate [SP031]
  case.cu:8:15: note: here
  case.cu:7:17: note: 'group' is defined here
case.cu:67:20: warning: child kernel 'assembly' has inline assembly [SP032]
  case.cu:13:3: note: here
  case.cu:11:17: note: 'assembly' is defined here
case.cu:68:20: warning: child kernel 'qualified' names the built-in as '::threadIdx' [SP033]
  case.cu:16:39: note: here
  case.cu:16:17: note: 'qualified' is defined here
case.cu:69:20: warning: child kernel 'keeps_a_static' has the static local variable 'once' [SP034]
  case.cu:18:3: note: here
  case.cu:17:17: note: 'keeps_a_static' is defined here
case.cu:70:20: warning: child kernel 'method' calls 'index', a member function that reads built-ins [SP035]
  case.cu:24:36: note: here
  case.cu:24:17: note: 'method' is defined here
case.cu:71:20: warning: child kernel 'spins' waits in a loop for another thread [SP036]
  case.cu:26:3: note: here
  case.cu:25:17: note: 'spins' is defined here
case.cu:72:20: warning: child kernel 'address' takes the address of 'lane', which reads built-ins [SP037]
  case.cu:34:42: note: here
  case.cu:34:17: note: 'address' is defined here
case.cu:73:20: warning: child kernel 'dynamic' uses dynamic shared memory ('memory') [SP038]
  case.cu:36:3: note: here
  case.cu:35:17: note: 'dynamic' is defined here
case.cu:74:21: warning: child kernel 'file_scope' uses the file-scope shared variable 'block_wide' [SP039]
  case.cu:43:3: note: here
  case.cu:42:17: note: 'file_scope' is defined here
case.cu:75:21: warning: child kernel 'captures_nothing' reads threadIdx inside a lambda or local class that does not capture it [SP042]
  case.cu:48:28: note: here
  case.cu:47:17: note: 'captures_nothing' is defined here
case.cu:76:21: warning: child kernel 'dependent' calls 'place', which depends on a template parameter [SP043]
  case.cu:53:5: note: here
  case.cu:52:17: note: 'dependent' is defined here
case.cu:77:21: warning: child kernel 'pointer' calls through a pointer [SP045]
  case.cu:58:67: note: here
  case.cu:58:17: note: 'pointer' is defined here
case.cu:78:21: warning: 'lane' is called in text that a macro writes [SP047]
  case.cu:60:38: note: here
  case.cu:60:17: note: 'by_macro' is defined here
case.cu:79:8: warning: child kernel 'no_body' calls 'elsewhere', which can't be cloned: it has no body in this unit [SP049]
  case.cu:62:37: note: here
  case.cu:62:17: note: 'no_body' is defined here
15 launches: 0 host, 0 guarded, 0 kept, 15 refused
