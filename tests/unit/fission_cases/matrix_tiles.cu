// run: 2x2 4x4, 1 4x4
__global__ void child(int* out, const int* in, int n) {
  const int width = gridDim.x * 4;
  int row = blockIdx.y * 4 + threadIdx.y, col = blockIdx.x * 4 + threadIdx.x;
  int acc = 0;
#pragma unroll
  for (int t = 0; t < width / 4; ++t) {
    __shared__ int a[4][4], b[4][4];
    a[threadIdx.y][threadIdx.x] = in[row * width + t * 4 + threadIdx.x];
    b[threadIdx.y][threadIdx.x] = in[(t * 4 + threadIdx.y) * width + col];
    __syncthreads();
    for (int k = 0; k < 4; ++k) acc += a[threadIdx.y][k] * b[k][threadIdx.x];
    __syncthreads();
  }
  out[row * width + col] = acc + n;
}
