// flags:
// an aggregate has no constructor that could be seen to read the built-in
struct Index {
  int x = threadIdx.x;
};
__global__ void child(int* d, int n) {
  Index index{};
  d[index.x] = n;
}
__global__ void parent(int* d, int n) { child<<<1, 32>>>(d, n); }
// ---- diagnostics
case.cu:10:41: warning: child kernel 'child' has no plain definition: an initialiser outside functions reads built-ins or calls __ldg ('threadIdx') [SP048]
  case.cu:6:17: note: here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
