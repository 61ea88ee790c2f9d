// flags:
// nvcc: cudaDeviceSynchronize
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
__global__ void child(int* d) {
  leaf<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  d[0] += 1;
}
__global__ void parent(int* d) { child<<<1, 1>>>(d); }
// ---- diagnostics
case.cu:5:3: warning: 'child' waits for its children with cudaDeviceSynchronize() [SP044]
  case.cu:6:3: note: here
case.cu:9:34: warning: 'child' waits for its children with cudaDeviceSynchronize() [SP044]
  case.cu:6:3: note: here
  case.cu:4:17: note: 'child' is defined here
2 launches: 0 host, 0 guarded, 0 kept, 2 refused
