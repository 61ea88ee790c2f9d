// flags:
#include <thrust/execution_policy.h>
#include <thrust/sort.h>
__global__ void sorts(int* d, int n) {
  if (threadIdx.x == 0) thrust::sort(thrust::device, d, d + n);
}
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__global__ void by_hand(int* d) {
  void* buffer = cudaGetParameterBuffer(8, 8);
  *(int**)buffer = d;
  cudaLaunchDevice((void*)child, buffer, dim3(1), dim3(32), 0, 0);
}
// ---- diagnostics
case.cu:5:25: note: 'thrust::sort' in device code may launch kernels inside the library [SP072]
case.cu:11:3: note: hand-written cudaLaunchDevice is left as written [SP073]
0 launches: 0 host, 0 guarded, 0 kept, 0 refused
