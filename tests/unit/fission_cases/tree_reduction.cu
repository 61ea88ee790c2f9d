// run: 1 64, 3 32, 2 1
__global__ void child(int* out, const int* in, int n) {
  __shared__ int s[64];
  int tid = threadIdx.x;
  int i = blockIdx.x * blockDim.x + tid;
  s[tid] = i < n ? in[i] : 0;
  __syncthreads();
  for (int half = blockDim.x / 2; half > 0; half >>= 1) {
    if (tid < half) s[tid] += s[tid + half];
    __syncthreads();
  }
  if (tid == 0) out[blockIdx.x] = s[0];
}
