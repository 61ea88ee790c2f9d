// Regions that look for errors themselves, with launches that are refused in each fifth round.
#include <cstdio>

__global__ void scale(float* x, float by, int n) {
  if (static_cast<int>(threadIdx.x) < n) x[threadIdx.x] = x[threadIdx.x] * by + 1;
}

__global__ void step(float* x, int* changed) { *changed = (x[0] -= 1) > 0; }

int asked(float* x, int n, int threads) {
  scale<<<1, 256>>>(x, 2, n);
  if (cudaGetLastError() != cudaSuccess) {
    std::printf("asked\n");
    return 1;
  }
  scale<<<1, threads>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if (cudaGetLastError() != cudaSuccess) {
    std::printf("asked\n");
    return 1;
  }
  return 0;
}

int looped(float* x, int n, int threads) {
  for (int k = 0; k < 3; ++k) {
    scale<<<1, threads>>>(x, 3, n);
    cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
      std::printf("looped: %s\n", cudaGetErrorString(err));
      return 1;
    }
  }
  return 0;
}

cudaError_t kept(float* x, int n, int threads) {
  scale<<<1, 256>>>(x, 2, n);
  cudaError_t err = cudaGetLastError();
  if (err != cudaSuccess) return err;
  scale<<<1, threads>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  err = cudaGetLastError();
  if (err != cudaSuccess) return err;
  return err;
}

cudaError_t set(float* x, int n, int threads) {
  cudaError_t err;
  scale<<<1, threads>>>(x, 2, n);
  if ((err = cudaGetLastError()) != cudaSuccess) return err;
  scale<<<1, 256>>>(x, 3, n);
  scale<<<1, 256>>>(x, 4, n);
  if ((err = cudaGetLastError()) != cudaSuccess) return err;
  return cudaSuccess;
}

cudaError_t declared(float* x, int n, int threads) {
  for (int k = 0; k < 3; ++k) {
    scale<<<1, threads>>>(x, 3, n);
    if (cudaError_t err = cudaGetLastError()) return err;
  }
  return cudaSuccess;
}

#define LAUNCH(call)                                      \
  do {                                                    \
    call;                                                 \
    const cudaError_t err = cudaGetLastError();           \
    if (err != cudaSuccess) return static_cast<int>(err); \
  } while (0)
int launched(float* x, int n, int threads) {
  LAUNCH((scale<<<1, 256>>>(x, 2, n)));
  for (int k = 0; k < 3; ++k) LAUNCH((scale<<<1, threads>>>(x, 3, n)));
  return 0;
}

int until(float* x, int* changed, int threads) {
  int again = 1, trips = 0;
  while (again) {
    step<<<1, threads>>>(x, changed);
    const cudaError_t err = cudaGetLastError();
    if (err != cudaSuccess) {
      std::printf("until: %s\n", cudaGetErrorString(err));
      return -1;
    }
    cudaMemcpy(&again, changed, sizeof(int), cudaMemcpyDeviceToHost);
    ++trips;
  }
  return trips;
}

int main() {
  float* x;
  int* changed;
  if (cudaMalloc(&x, 32 * sizeof(float)) != cudaSuccess || cudaMalloc(&changed, sizeof(int)) != cudaSuccess)
    return 1;
  if (cudaMemset(x, 0, 32 * sizeof(float)) != cudaSuccess) return 1;
  for (int round = 0; round < 20; ++round) {
    const bool is_bad = round % 5 == 4;
    const int threads = is_bad ? 4096 : 32;
    const float start = 7;
    std::printf("%d ", asked(x, 32, threads));
    std::printf("%d ", looped(x, 32, threads));
    std::printf("%d ", static_cast<int>(kept(x, 32, threads)));
    std::printf("%d ", static_cast<int>(set(x, 32, threads)));
    std::printf("%d ", static_cast<int>(declared(x, 32, threads)));
    std::printf("%d ", launched(x, 32, threads));
    if (cudaMemcpy(x, &start, sizeof(float), cudaMemcpyHostToDevice) != cudaSuccess) return 1;
    std::printf("%d ", until(x, changed, is_bad ? 4096 : 1));
    std::printf("%d\n", static_cast<int>(cudaGetLastError()));
  }
  return 0;
}
