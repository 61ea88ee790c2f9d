// run: 1 30, 2 9, 1 1, 1 4x3x2
__global__ void child(int* out, const int* in, int n) {
  __shared__ int s[64]; __shared__ int total;
  int tid = threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z), size = blockDim.x * blockDim.y * blockDim.z;
  short x = in[tid], unused;
  const short y(x + 1);
  if (tid == 0) total = 0;
  s[tid] = x;
  __syncthreads();
  if (size > 1) {
    short next = s[(tid + 1) % size];
    __syncthreads();
    s[tid] = next * y;
  } else
    __syncthreads();
  for (int i = 0; i < 2; ++i) __syncthreads();
  if (tid == 0)
    for (int i = 0; i < size; ++i) total += s[i];
  __syncthreads();
  out[blockIdx.x * size + tid] = total + n;
}
