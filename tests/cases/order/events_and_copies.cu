// flags:
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void parent(int* d) {
  child<<<1, 32>>>(d);
  cudaMemsetAsync(d, 0, 4, 0);
}
// ---- diagnostics
case.cu:4:3: warning: 'parent' uses cudaMemsetAsync(): other work may wait for this launch [SP065]
1 launch: 0 host, 0 guarded, 0 kept, 1 refused
