#include "part.cuh"
__global__ void step(float* x, int* changed, int n) { x[threadIdx.x % n] += 1, *changed = 0; }
int unknown();

void loops(float* x, int* changed, int n) {
  int again = 1;
#pragma spawn loop(often)
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn graph
  while (again) {
    step<<<1, 128>>>(x, changed, unknown());
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
#pragma spawn graph
  ++again;
#pragma spawn graph keep
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
#pragma spawn loop
#pragma spawn loop(while)
  step<<<1, 128>>>(x, changed, n);
  step<<<1, 128>>>(x, changed, n);
  step<<<1, 128>>>(x, changed, n);
#pragma spawn graph nograph
  for (int i = 0; i < n; i++) step<<<1, 128>>>(x, changed, n);
  cudaDeviceSynchronize();
#pragma spawn loop(while) loop(host)
  while (again) {
    step<<<1, 128>>>(x, changed, n);
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
  }
}
// ---- file part.cuh
#pragma once
#include <cuda_runtime.h>
__global__ void part(float* x) { *x = 1; }
inline void parts(float* x, int n) {
#pragma spawn graph
  for (int i = 0; i < n; i++) part<<<1, 1>>>(x);
}
// ---- diagnostics
case.cu:7:15: error: unknown `#pragma spawn loop(often)`: modes are auto, host, block:K, while, while:K, and graphs with +turns, as in `loop(while:16)` [SP080]
case.cu:14:34: warning: no graph: the region calls 'unknown', of which it is not known here what it does [SP104]
case.cu:17:1: error: no loop or sequence of host launches follows this `#pragma spawn` [SP121]
case.cu:19:21: error: unknown `#pragma spawn keep`: it is about a launch, not about a region of host code as `graph` [SP080]
case.cu:20:3: note: sequence becomes a CUDA graph: 5 launches, copies or fills, in a loop [SP100]
case.cu:21:15: error: unknown `#pragma spawn loop`: write `loop(while:16)` [SP080]
case.cu:22:1: error: no loop or sequence of host launches follows this `#pragma spawn` [SP121]
case.cu:26:1: error: no loop or sequence of host launches follows this `#pragma spawn` [SP121]
case.cu:26:21: error: unknown `#pragma spawn nograph`: it contradicts `graph` [SP080]
case.cu:29:27: error: unknown `#pragma spawn loop(host)`: it contradicts `loop(while)` [SP080]
case.cu:30:3: note: loop becomes a CUDA graph: it ends by `again`, 1 launch in its body, mode while [SP100]
part.cuh:5:1: error: no loop or sequence of host launches follows this `#pragma spawn` [SP121]
9 launches: 9 host, 0 guarded, 0 kept, 0 refused
