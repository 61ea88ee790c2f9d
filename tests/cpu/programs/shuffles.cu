// The four shuffles, whole and in segments.
// prints: idx 5 wrapped 5 up 31 -> 29, 1 -> 1; down 30 -> 30, 0 -> 2; xor 6 -> 7
// prints: width 8: idx 19 -> 17, up 8 -> 8, down 15 -> 15, xor 9 -> 13
// prints: double 2.5, sum 496, long long 30000000000
#include <cstdio>

__global__ void shuffle(int* out, double* real, long long* big) {
  const unsigned all = 0xffffffffu;
  const int lane = threadIdx.x;
  const int results[] = {
      __shfl_sync(all, lane, 5),       __shfl_sync(all, lane, 37),        __shfl_up_sync(all, lane, 2),
      __shfl_down_sync(all, lane, 2),  __shfl_xor_sync(all, lane, 1),     __shfl_sync(all, lane, 1, 8),
      __shfl_up_sync(all, lane, 3, 8), __shfl_down_sync(all, lane, 3, 8), __shfl_xor_sync(all, lane, 4, 8)};
  for (int i = 0; i < 9; ++i) out[32 * i + lane] = results[i];
  int sum = lane;
  for (int delta = 16; delta > 0; delta /= 2) sum += __shfl_down_sync(all, sum, delta);
  if (lane == 0) out[288] = sum;
  const double x = __shfl_sync(all, lane / 2.0, 5);
  const long long y = __shfl_sync(all, lane * 10000000000ll, 3);
  if (lane == 9) *real = x, *big = y;
}

int main() {
  int *out, host[289];
  double* real;
  long long* big;
  cudaMalloc(&out, sizeof host);
  cudaMallocManaged(&real, sizeof *real);
  cudaMallocManaged(&big, sizeof *big);
  shuffle<<<1, 32>>>(out, real, big);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  const auto at = [&](int test, int lane) { return host[32 * test + lane]; };
  printf("idx %d wrapped %d up 31 -> %d, 1 -> %d; down 30 -> %d, 0 -> %d; xor 6 -> %d\n", at(0, 9), at(1, 0),
         at(2, 31), at(2, 1), at(3, 30), at(3, 0), at(4, 6));
  printf("width 8: idx 19 -> %d, up 8 -> %d, down 15 -> %d, xor 9 -> %d\n", at(5, 19), at(6, 8), at(7, 15),
         at(8, 9));
  printf("double %g, sum %d, long long %lld\n", *real, host[288], *big);
}
