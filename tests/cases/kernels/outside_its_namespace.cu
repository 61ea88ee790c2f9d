namespace space {
typedef int number;
__global__ void child(number* d);
__global__ void parent(number* d);
}
__global__ void space::child(number* d) { d[threadIdx.x] = 1; }
__global__ void space::parent(number* d) { child<<<1, 32>>>(d); }
// ---- diagnostics
case.cu:7:44: warning: child kernel 'child' has no plain definition: it is defined outside its namespace [SP048]
  case.cu:6:24: note: here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
