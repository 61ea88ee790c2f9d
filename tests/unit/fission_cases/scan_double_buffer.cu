// run: 1 33, 2 7, 1 1, 1 64
__global__ void child(int* out, const int* in, int n) {
  __shared__ int temp[2][64];
  unsigned tid = threadIdx.x;
  int from = 1, to = 0;
  int at = blockIdx.x * blockDim.x + threadIdx.x;
  temp[to][tid] = at < n ? in[at] : 0;
  __syncthreads();
  for (unsigned offset = 1; offset < blockDim.x; offset *= 2) {
    to = 1 - to;  // swap
    from = 1 - to;
    if (tid >= offset)
      temp[to][tid] = temp[from][tid] + temp[from][tid - offset];
    else
      temp[to][tid] = temp[from][tid];
    __syncthreads();
  }
  if (at < n) out[at] = temp[to][tid];
}
