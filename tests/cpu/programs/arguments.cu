// Arguments: by value for every thread, evaluated once and at the launch, converted, defaulted, deduced.
// prints: 9 8 7 6 | 21 | 5 | 3.5 | 12 | 100 200
// prints: template 6, pack 6, lambda 11, pointer 77, api 88, evaluated 1 1
#include <cstdio>

struct Three {
  int values[3];
  __host__ __device__ Three(int first) : values{first, first + 1, first + 2} {}
};

__global__ void changes_its_own(int* out, int n) {
  n -= threadIdx.x;
  out += threadIdx.x;
  *out = n;
}
__global__ void by_value(int* out, Three three) {
  *out = three.values[0] + three.values[1] + three.values[2];
  three.values[0] = 1000;
}
__global__ void with_default(int* out, int value = 5);
__global__ void with_default(int* out, int value) { *out = value; }
__global__ void overloaded(float* out) { *out = 3.5f; }
__global__ void overloaded(int* out) { *out = 12; }
template <class T, int kFactor>
__global__ void scaled(T* out, T value) {
  *out = value * kFactor;
}
template <class... T>
__global__ void summed(int* out, T... values) {
  *out = (0 + ... + values);
}
template <class F>
__global__ void apply(int* out, F function) {
  *out = function(10);
}
__global__ void store(int* out, int value) { *out = value; }

__global__ void launch_all(int* out, float* real, int* evaluated) {
  int value = 100;
  store<<<1, 1>>>(out + 7, value);
  value = 200;
  store<<<1, (atomicAdd(&evaluated[0], 1), 1)>>>(out + 8, (atomicAdd(&evaluated[1], 1), value));
  changes_its_own<<<1, 4>>>(out, 9);
  by_value<<<1, 32>>>(out + 4, 6);
  with_default<<<1, 1>>>(out + 5);
  overloaded<<<1, 1>>>(real);
  overloaded<<<1, 1>>>(out + 6);
  scaled<int, 3><<<1, 1>>>(out + 9, 2);
  summed<<<1, 1>>>(out + 10, 1, 2, 3);
  const int captured = 1;
  apply<<<1, 1>>>(out + 11, [=] __device__(int x) { return x + captured; });
  void (*pointer)(int*, int) = store;
  pointer<<<1, 1>>>(out + 12, 77);
}

int main() {
  int *out, host[14], *evaluated, times[2];
  float *real, r;
  cudaMalloc(&out, sizeof host);
  cudaMalloc(&real, sizeof r);
  cudaMalloc(&evaluated, sizeof times);
  cudaMemset(evaluated, 0, sizeof times);
  launch_all<<<1, 1>>>(out, real, evaluated);
  int *target = out + 13, value = 88;
  void* arguments[] = {&target, &value};
  cudaLaunchKernel((void*)store, dim3(1), dim3(1), arguments, 0, 0);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  cudaMemcpy(times, evaluated, sizeof times, cudaMemcpyDeviceToHost);
  cudaMemcpy(&r, real, sizeof r, cudaMemcpyDeviceToHost);
  printf("%d %d %d %d | %d | %d | %g | %d | %d %d\n", host[0], host[1], host[2], host[3], host[4], host[5], r,
         host[6], host[7], host[8]);
  printf("template %d, pack %d, lambda %d, pointer %d, api %d, evaluated %d %d\n", host[9], host[10],
         host[11], host[12], host[13], times[0], times[1]);
}
