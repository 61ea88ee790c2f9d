// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void parent(int* d, int n) {
#pragma spawn serail
  if (n == 1) child<<<1, 32>>>(d);
#pragma spawn threshold(n)
  else child<<<2, 32>>>(d);
#pragma spawn keep
  d[0] = 1;
}
void run(int* d) {
#pragma spawn serial
  parent<<<1, 1>>>(d, 3);
}
// ---- diagnostics
case.cu:4:15: error: unknown `#pragma spawn serail`: did you mean `serial` [SP080]
case.cu:5:15: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:6:15: error: unknown `#pragma spawn threshold(n)`: N is a whole number, as in `threshold(64)` [SP080]
case.cu:7:8: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:8:1: error: no launch follows this `#pragma spawn` [SP081]
case.cu:13:3: error: `#pragma spawn` before a host launch [SP082]
3 launches: 1 host, 2 guarded, 0 kept, 0 refused
