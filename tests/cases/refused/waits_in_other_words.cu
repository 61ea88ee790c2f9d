// flags:
__device__ int get(int* d) { return *(volatile int*)d; }
__device__ void wait_for(int* d) {
  if (atomicAdd(d, 0) == 0) wait_for(d);
}
__global__ void in_a_function(int* d) {
  if (threadIdx.x) *d = 1;
  else while (get(d) == 0) {}
}
__global__ void by_recursion(int* d) {
  if (threadIdx.x) *d = 1;
  else wait_for(d);
}
__global__ void through_a_variable(int* d) {
  int seen = 0;
  if (threadIdx.x) *d = 1;
  else do seen = atomicAdd(d, 0); while (seen == 0);
}
__global__ void by_return(int* d) {
  if (threadIdx.x) *d = 1;
  else for (;;) if (*(volatile int*)d) return;
}
__global__ void by_goto(int* d) {
  if (threadIdx.x) *d = 1;
  else {
  again:
    if (atomicAdd(d, 0) == 0) goto again;
  }
}
// a compare-and-swap makes progress alone, and a `for` that counts ends
__global__ void alone(int* d, volatile int* from) {
  int old = *d, assumed;
  do old = atomicCAS(d, assumed = old, old + 1); while (old != assumed);
  for (int i = 0; i < 4; ++i) d[i] = from[i];
}
__global__ void parent(int* d, int n) {
  switch (n) {
    case 0: in_a_function<<<1, 32>>>(d); break;
    case 1: by_recursion<<<1, 32>>>(d); break;
    case 2: through_a_variable<<<1, 32>>>(d); break;
    case 3: by_return<<<1, 32>>>(d); break;
    case 4: by_goto<<<1, 32>>>(d); break;
    case 5: alone<<<1, 32>>>(d, d); break;
  }
}
// ---- diagnostics
case.cu:38:13: warning: child kernel 'in_a_function' waits in a loop for another thread [SP036]
  case.cu:8:8: note: here
  case.cu:6:17: note: 'in_a_function' is defined here
case.cu:39:13: warning: child kernel 'by_recursion' waits in a loop for another thread [SP036]
  case.cu:3:17: note: here
  case.cu:10:17: note: 'by_recursion' is defined here
case.cu:40:13: warning: child kernel 'through_a_variable' waits in a loop for another thread [SP036]
  case.cu:17:8: note: here
  case.cu:14:17: note: 'through_a_variable' is defined here
case.cu:41:13: warning: child kernel 'by_return' waits in a loop for another thread [SP036]
  case.cu:21:8: note: here
  case.cu:19:17: note: 'by_return' is defined here
case.cu:42:13: warning: child kernel 'by_goto' waits in a loop for another thread [SP036]
  case.cu:27:31: note: here
  case.cu:23:17: note: 'by_goto' is defined here
case.cu:43:13: warning: the order of this launch depends on another one of the same stream, which stays as written [SP066]
  case.cu:38:13: note: this launch stays as written
6 launches: 0 host, 0 guarded, 0 kept, 6 refused
