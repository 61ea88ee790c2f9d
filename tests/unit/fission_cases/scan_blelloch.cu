// run: 1 8, 2 16, 1 1
__global__ void child(int* out, const int* in, int n) {
  __shared__ int temp[64];
  int thid = threadIdx.x;
  int offset = 1;
  int m = 2 * blockDim.x;
  temp[2 * thid] = in[2 * thid];
  temp[2 * thid + 1] = in[2 * thid + 1];
  for (int d = m >> 1; d > 0; d >>= 1) {
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      temp[bi] += temp[ai];
    }
    offset *= 2;
  }
  if (thid == 0) temp[m - 1] = 0;
  for (int d = 1; d < m; d *= 2) {
    offset >>= 1;
    __syncthreads();
    if (thid < d) {
      int ai = offset * (2 * thid + 1) - 1;
      int bi = offset * (2 * thid + 2) - 1;
      int t = temp[ai];
      temp[ai] = temp[bi];
      temp[bi] += t;
    }
  }
  __syncthreads();
  out[2 * thid] = temp[2 * thid] + n * 0;
  out[2 * thid + 1] = temp[2 * thid + 1];
}
