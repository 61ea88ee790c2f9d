// run: 2x2 8x8, 1 8x8, 3x1 5x5
#define TILE 8
__global__ void child(int* out, const int* in, int n) {
  __shared__ int tile[TILE][TILE + 1];
  const int width = gridDim.x * blockDim.x;
  const int height = gridDim.y * blockDim.y;
  int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  tile[threadIdx.y][threadIdx.x] = in[y * width + x] + n;
  __syncthreads();
  x = blockIdx.y * blockDim.y + threadIdx.x;
  y = blockIdx.x * blockDim.x + threadIdx.y;
  out[y * height + x] = tile[threadIdx.x][threadIdx.y];
}
