// Dynamic shared memory: declared in a function and at file scope, split by hand, one copy a block.
// prints: reversed 0: 1, 1: 1, 2: 1, 3: 1
// prints: split 6128
#include <cstdio>

extern __shared__ int at_file_scope[];

__global__ void reverse(int* data, int n) {
  data += blockIdx.x * n;
  at_file_scope[threadIdx.x] = data[threadIdx.x];
  __syncthreads();
  data[threadIdx.x] = at_file_scope[n - 1 - threadIdx.x];
}

__global__ void split(float* out) {
  extern __shared__ __align__(8) unsigned char raw[];
  double* wide = reinterpret_cast<double*>(raw);
  float* narrow = reinterpret_cast<float*>(raw + 64 * sizeof(double));
  wide[threadIdx.x] = threadIdx.x;
  narrow[threadIdx.x] = 2 * threadIdx.x;
  __syncthreads();
  if (threadIdx.x > 0) return;
  float sum = 0;
  for (int i = 0; i < 64; ++i) sum += wide[i] + narrow[i] + 1.25f;
  *out = sum;
}

int main() {
  int *data, host[400];
  for (int i = 0; i < 400; ++i) host[i] = i;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  reverse<<<4, 100, 100 * sizeof(int)>>>(data, 100);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  printf("reversed");
  for (int block = 0; block < 4; ++block) {
    int right = 1;
    for (int i = 0; i < 100; ++i) right &= host[100 * block + i] == 100 * block + 99 - i;
    printf("%s %d: %d", block ? "," : "", block, right);
  }
  float *out, sum;
  cudaMalloc(&out, sizeof sum);
  split<<<1, 64, 64 * (sizeof(double) + sizeof(float))>>>(out);
  cudaMemcpy(&sum, out, sizeof sum, cudaMemcpyDeviceToHost);
  printf("\nsplit %g\n", sum);
}
