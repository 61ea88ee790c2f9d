// A wait that nothing follows: the recursion of a reduction, and a parent of small children.
// prints: reduced 523776
// prints: counted 4096
#include <cstdio>

__global__ void reduce(int* in, int* out, unsigned n) {
  unsigned t = threadIdx.x;
  int* own = in + blockIdx.x * blockDim.x;
  int* result = &out[blockIdx.x];
  if (n == 2 && t == 0) {
    result[0] = own[0] + own[1];
    return;
  }
  unsigned stride = n >> 1;
  if (stride > 1 && t < stride) own[t] += own[t + stride];
  __syncthreads();
  if (t == 0) {
    reduce<<<1, stride>>>(own, result, stride);
    cudaDeviceSynchronize();
  }
  __syncthreads();
}

__global__ void count(int* d, int n) {
  if (threadIdx.x < n) atomicAdd(d, 1);
}
__global__ void count_all(int* d) {
  count<<<1, 128>>>(d, 64);
  if (cudaDeviceSynchronize() != cudaSuccess) printf("error\n");
}

int main() {
  const int n = 1024, block = 256, blocks = n / block;
  int *in, *out;
  cudaMallocManaged(&in, n * sizeof(int));
  cudaMallocManaged(&out, blocks * sizeof(int));
  for (int i = 0; i < n; ++i) in[i] = i;
  reduce<<<blocks, block>>>(in, out, block);
  cudaDeviceSynchronize();
  int sum = 0;
  for (int i = 0; i < blocks; ++i) sum += out[i];
  printf("reduced %d\n", sum);

  *out = 0;
  count_all<<<2, 32>>>(out);
  cudaDeviceSynchronize();
  printf("counted %d\n", *out);
}
