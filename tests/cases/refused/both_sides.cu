// flags: --extended-lambda
__global__ void child(int* d) { d[threadIdx.x] += 1; }
__host__ __device__ void start(int* d) { child<<<1, 1>>>(d); }
template <class F>
__global__ void apply(F f) {
  f(threadIdx.x);
}
void host(int* d) {
  apply<<<1, 32>>>([=] __device__(int i) {
    if (i == 0) child<<<1, 2>>>(d);
  });
}
__global__ void from_device(int* d) { start(d); }
// ---- diagnostics
case.cu:3:42: warning: launch in 'start', which is compiled for the host too [SP019]
case.cu:10:17: warning: launch in a __device__ lambda of a host function [SP024]
3 launches: 1 host, 0 guarded, 0 kept, 2 refused
