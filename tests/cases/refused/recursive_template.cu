// flags:
template <int kDepth>
__global__ void tree(int* d) {
  atomicAdd(d, kDepth);
  tree<kDepth - 1><<<1, 4>>>(d);
}
template <>
__global__ void tree<0>(int* d) {
  atomicAdd(d, 1);
}
extern "C" __global__ void again(int* d, int n) {
  atomicAdd(d, n);
  if (n > 0) again<<<1, 4>>>(d, n - 1);
}

__global__ void parent(int* d, int n) {
  tree<3><<<1, 4>>>(d);
}
// ---- diagnostics
case.cu:5:3: warning: child kernel 'tree' can launch itself again, and 'tree' has explicit specialisations [SP054]
  case.cu:3:17: note: here
case.cu:13:14: warning: child kernel 'again' can launch itself again, and 'again' has C linkage [SP054]
  case.cu:11:28: note: here
case.cu:17:3: warning: child kernel 'tree' can launch itself again, and 'tree' has explicit specialisations [SP054]
  case.cu:3:17: note: here
3 launches: 0 host, 0 guarded, 0 kept, 3 refused
