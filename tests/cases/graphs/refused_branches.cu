// flags: --graphs
#include <cstdlib>
#define CHECK(call)                       \
  do {                                    \
    if ((call) != cudaSuccess) exit(1);   \
  } while (0)
__global__ void absmax(const float* x, float* most) { *most = x[threadIdx.x]; }
__global__ void damp(float* x, float by) { x[threadIdx.x] *= by; }

// The pragma is before the first call, and what is in the way stands in the branch.
void decides_twice(float* x, float* d_most, float limit, int n, cudaStream_t s) {
  float most;
#pragma spawn graph
  CHECK(cudaMemsetAsync(d_most, 0, sizeof(float), s));
  absmax<<<1, 256, 0, s>>>(x, d_most);
  CHECK(cudaMemcpyAsync(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost, s));
  CHECK(cudaStreamSynchronize(s));
  if (most > limit)
    damp<<<1, 256, 0, s>>>(x, 0.5f);
  else if (n > 4)
    damp<<<1, 256, 0, s>>>(x, 2.0f);
}

void counts(float* x, float* d_most, float limit, int& n, cudaStream_t s) {
  float most;
#pragma spawn graph
  absmax<<<1, 256, 0, s>>>(x, d_most);
  CHECK(cudaMemcpyAsync(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost, s));
  CHECK(cudaStreamSynchronize(s));
  if (most > limit) {
    damp<<<1, 256, 0, s>>>(x, 0.5f);
    n++;
  }
}
// ---- diagnostics
case.cu:20:8: warning: no graph: 'if (n > 4) damp<<<1, 256, 0, s>>>(x, 2.0f);' is not understood [SP118]
case.cu:32:5: warning: no graph: 'n++;' is not understood [SP118]
5 launches: 5 host, 0 guarded, 0 kept, 0 refused
