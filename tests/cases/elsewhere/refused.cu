// units: kernels.cu others.cu
// Children of other sources whose text may not mean the same here, or can't stand in another place.
#define STEP 2
#include "kernels.cuh"

__device__ float shift(int value);

__global__ void drive(float* v, int n) {
  own_variable<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
  own_overload<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
  own_macro<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
  reads_its_thread<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
  launches<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
  defined_twice<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
  votes<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
  nowhere<<<1, 32, 0, cudaStreamFireAndForget>>>(v);
}
// ---- file kernels.cuh
#pragma once
__device__ inline float shift(float value) { return value + 1; }
__device__ inline float spread(float value) { return value * threadIdx.x; }
__global__ void own_variable(float* v);
__global__ void own_overload(float* v);
__global__ void own_macro(float* v);
__global__ void reads_its_thread(float* v);
__global__ void launches(float* v);
__global__ void defined_twice(float* v);
__global__ void votes(float* v);
__global__ void nowhere(float* v);
// ---- file kernels.cu
#include "kernels.cuh"

static __device__ float total;

__global__ void own_variable(float* v) { v[threadIdx.x] += total; }
__global__ void own_overload(float* v) { v[threadIdx.x] += shift(1); }
__global__ void own_macro(float* v) {
#ifdef STEP
  v[threadIdx.x] += STEP;
#endif
}
__global__ void reads_its_thread(float* v) { v[threadIdx.x] = spread(v[threadIdx.x]); }
__global__ void launches(float* v) { votes<<<1, 32, 0, cudaStreamTailLaunch>>>(v); }
__global__ void defined_twice(float* v) { v[threadIdx.x] = 1; }
__global__ void votes(float* v) { v[threadIdx.x] = __any_sync(~0u, v[threadIdx.x] > 0); }
// ---- file others.cu
#include "kernels.cuh"

__global__ void defined_twice(float* v) { v[threadIdx.x] = 2; }
// ---- diagnostics
case.cu:9:3: warning: child kernel 'own_variable' is defined in 'kernels.cu', whose text can't be borrowed: 'total' does not mean the same here [SP028]
  kernels.cuh:4:17: note: here
case.cu:10:3: warning: child kernel 'own_overload' is defined in 'kernels.cu', whose text can't be borrowed: 'shift' does not mean the same here [SP028]
  kernels.cuh:5:17: note: here
case.cu:11:3: warning: child kernel 'own_macro' is defined in 'kernels.cu', whose text can't be borrowed: the macro 'STEP' of 'case.cu' may be in it [SP028]
  kernels.cuh:6:17: note: here
case.cu:12:3: warning: child kernel 'reads_its_thread' is defined in 'kernels.cu', whose text can't be borrowed: it calls 'spread', which needs to know its thread [SP028]
  kernels.cuh:7:17: note: here
case.cu:13:3: warning: child kernel 'launches' is defined in 'kernels.cu', whose text can't be borrowed: it launches kernels itself [SP028]
  kernels.cuh:8:17: note: here
case.cu:14:3: warning: child kernel 'defined_twice' is defined in 'kernels.cu', whose text can't be borrowed: 2 sources of this run define it [SP028]
  kernels.cuh:9:17: note: here
case.cu:15:3: warning: child kernel 'votes' uses the warp operation __any_sync, which one thread cannot run in its place [SP030]
  kernels.cu:15:52: note: here
  kernels.cu:15:17: note: 'votes' is defined here
case.cu:16:3: warning: child kernel 'nowhere' has no body in this translation unit [SP015]
  kernels.cuh:11:17: note: here
8 launches: 0 host, 0 guarded, 0 kept, 8 refused
