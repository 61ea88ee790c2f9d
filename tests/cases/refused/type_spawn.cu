// flags:
struct spawn {
  int value;
};
__global__ void child(int* d, spawn n) { d[threadIdx.x] = n.value; }
__global__ void parent(int* d, int n) { child<<<1, 32>>>(d, spawn{n}); }
// ---- diagnostics
case.cu:6:41: warning: 'spawn' has a name that the guarded branch of 'child' needs [SP026]
  case.cu:2:8: note: here
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
