// Errors of launches and of the API, on the host and on the device.
// prints: host: 1 1 then 0, too many threads 1; nothing ran: 1
// prints: device: 9 9 then 0, good launch 0, ran 1
// prints: invalid configuration argument; cudaErrorInvalidConfiguration; out of memory 2; bad free 1; bad device 101
#include <cstdio>

__global__ void count(int* out) { atomicAdd(out, 1); }

__global__ void wrong(int* out, int* codes, int too_many) {
  count<<<1, too_many>>>(out);
  codes[0] = cudaPeekAtLastError();
  codes[1] = cudaGetLastError();
  codes[2] = cudaGetLastError();
  count<<<1, 1>>>(out);
  codes[3] = cudaGetLastError();
}

int main() {
  int *out, *codes, host[4], ran;
  cudaMalloc(&out, sizeof(int));
  cudaMalloc(&codes, sizeof host);
  cudaMemset(out, 0, sizeof(int));
  count<<<0, 32>>>(out);
  const int first = cudaPeekAtLastError(), second = cudaGetLastError(), third = cudaGetLastError();
  count<<<1, 1025>>>(out);
  const int too_many = cudaGetLastError();
  cudaMemcpy(&ran, out, sizeof ran, cudaMemcpyDeviceToHost);
  printf("host: %d %d then %d, too many threads %d; nothing ran: %d\n", first, second, third, too_many,
         ran == 0);
  wrong<<<1, 1>>>(out, codes, 2000);
  cudaMemcpy(host, codes, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(&ran, out, sizeof ran, cudaMemcpyDeviceToHost);
  printf("device: %d %d then %d, good launch %d, ran %d\n", host[0], host[1], host[2], host[3], ran);
  void* huge = nullptr;
  const int too_big = cudaMalloc(&huge, size_t{1} << 50);
  const int bad_free = cudaFree(&huge), bad_device = cudaSetDevice(4321);
  cudaGetLastError();
  printf("%s; %s; %s %d; bad free %d; bad device %d\n", cudaGetErrorString(cudaErrorInvalidConfiguration),
         cudaGetErrorName(cudaErrorInvalidConfiguration), cudaGetErrorString(cudaErrorMemoryAllocation),
         too_big, bad_free, bad_device);
}
