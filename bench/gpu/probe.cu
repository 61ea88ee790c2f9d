// What the CUDA device runtime really does where the guide leaves room: each line printed is a fact that the header
// rests on. `probe`, and `probe recycle STREAMS TIMES FIRE` (under a timeout).
#include <cuda_runtime.h>

#include <cstdio>
#include <cstdlib>
#define CK(x)                                                              \
  do {                                                                     \
    cudaError_t e = (x);                                                   \
    if (e != cudaSuccess) {                                                \
      printf("ERR %s:%d %s\n", __FILE__, __LINE__, cudaGetErrorString(e)); \
      exit(1);                                                             \
    }                                                                      \
  } while (0)
inline __device__ int shared_word;
int* other_unit_address();
__device__ int accepted, refused, first_error, started;
__device__ __forceinline__ unsigned long long now() {
  unsigned long long t;
  asm volatile("mov.u64 %0, %globaltimer;" : "=l"(t));
  return t;
}
__global__ void sleeper(int us) {
  auto t = now();
  if (threadIdx.x == 0) atomicAdd(&started, 1);
  while (now() - t < us * 1000ull) __nanosleep(1000);
}
__device__ void offer(int k, int us) {
  for (int i = 0; i < k; i++) {
    sleeper<<<1, 32>>>(us);
    cudaError_t e = cudaGetLastError();
    if (e == cudaSuccess)
      atomicAdd(&accepted, 1);
    else {
      atomicAdd(&refused, 1);
      first_error = e;
    }
  }
}
__global__ void flat(int k, int us) { offer(k, us); }
__global__ void nest(int us) { sleeper<<<1, 32>>>(us); }
__global__ void nested_root(int grids, int k,
                            int us) {  // block 0: `grids` parents of one sleeper each, then offers
  if (blockIdx.x < grids) {
    nest<<<1, 1>>>(us);
    return;
  }
  auto t = now();
  while (now() - t < 3000000) __nanosleep(1000);
  offer(k, us);
}
__device__ __noinline__ int rec(int d, int* out) {
  volatile int a[8];
  a[0] = d;
  unsigned long long p;
  asm("cvta.to.local.u64 %0, %1;" : "=l"(p) : "l"((unsigned long long)(void*)a));
  out[d] = (int)p;
  if (d == 3) return a[0];
  return rec(d + 1, out) + a[0];
}
__global__ void stack(int* out) {
  out[10] = rec(0, out);
  size_t v = 0;
  out[4] = cudaDeviceGetLimit(&v, cudaLimitStackSize);
  out[5] = (int)v;
  v = 0;
  out[6] = cudaDeviceGetLimit(&v, cudaLimitDevRuntimePendingLaunchCount);
  out[7] = (int)v;
}
__global__ void errors(int* out) {
  out[0] = cudaPeekAtLastError();
  sleeper<<<0, 32>>>(1);
  out[1] = cudaPeekAtLastError();
  sleeper<<<1, 32>>>(1);
  out[2] = cudaPeekAtLastError();
  sleeper<<<1, 2048>>>(1);
  out[3] = cudaPeekAtLastError();
  out[4] = cudaGetLastError();
  out[5] = cudaGetLastError();
  sleeper<<<1, 32, 300000>>>(1);
  out[6] = cudaGetLastError();
  sleeper<<<1, dim3(1, 1, 65)>>>(1);
  out[7] = cudaGetLastError();
  sleeper<<<dim3(1, 65536), 32>>>(1);
  out[8] = cudaGetLastError();
  sleeper<<<1, 32, 60000>>>(1);
  out[9] = cudaGetLastError();
  long long c = clock64();
  for (int i = 0; i < 16; i++) out[11] += cudaPeekAtLastError();
  out[10] = (int)(clock64() - c) / 16;
}
__global__ void tick(int* out) {
  unsigned long long a = now(), b;
  int n = 0;
  unsigned long long first = a;
  long long c = clock64();
  while (n < 1000) {
    b = now();
    if (b != a) {
      n++;
      a = b;
    }
  }
  out[0] = (int)((a - first) / 1000);
  out[1] = (int)((clock64() - c) * 1000 / (a - first));
}
__global__ void leaf() {}
__global__ void issue(int k, int fire, int* out) {
  long long c = clock64();
  for (int i = 0; i < k; i++) {
    if (fire)
      leaf<<<1, 32, 0, cudaStreamFireAndForget>>>();
    else
      leaf<<<1, 32>>>();
  }
  if (threadIdx.x == 0 && blockIdx.x == 0) *out = (int)((clock64() - c) / k);
}
// One child at a time, each awaited: does CUDA have room for it again while the launching grid still runs?
__device__ volatile int arrived[8];
__global__ void arrive(int who) { arrived[who] = arrived[who] + 1; }
__global__ void one_by_one(int who, int times, int fire) {
  for (int i = 0; i < times; i++) {
    const int before = arrived[who];
    if (fire)
      arrive<<<1, 1, 0, cudaStreamFireAndForget>>>(who);
    else
      arrive<<<1, 1>>>(who);
    const cudaError_t e = cudaGetLastError();
    if (e != cudaSuccess) {
      atomicAdd(&refused, 1);
      first_error = e;
      continue;
    }
    atomicAdd(&accepted, 1);
    auto t = now();
    while (arrived[who] == before && now() - t < 1000000) __nanosleep(200);
  }
}
void reset() {
  int z = 0;
  CK(cudaMemcpyToSymbol(accepted, &z, 4));
  CK(cudaMemcpyToSymbol(refused, &z, 4));
  CK(cudaMemcpyToSymbol(started, &z, 4));
}
void show(const char* what) {
  CK(cudaDeviceSynchronize());
  int a, r, e, s;
  cudaMemcpyFromSymbol(&a, accepted, 4);
  cudaMemcpyFromSymbol(&r, refused, 4);
  cudaMemcpyFromSymbol(&e, first_error, 4);
  cudaMemcpyFromSymbol(&s, started, 4);
  printf("%-34s accepted %d refused %d error %d started %d\n", what, a, r, e, s);
  fflush(stdout);
}
int main(int argc, char** argv) {
  if (argc > 1) {  // `probe recycle STREAMS TIMES FIRE`; may hang: run it under a timeout
    const int streams = atoi(argv[2]), times = atoi(argv[3]), fire = atoi(argv[4]);
    reset();
    for (int i = 0; i < streams; i++) {
      cudaStream_t s;
      CK(cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking));
      one_by_one<<<1, 1, 0, s>>>(i, times, fire);
    }
    char what[64];
    snprintf(what, sizeof what, "%d streams x %d awaited, fire %d", streams, times, fire);
    show(what);
    return 0;
  }
  int *out, h[16];
  CK(cudaMalloc(&out, 64 * 4));
  CK(cudaMemset(out, 0, 256));
  void* p;
  CK(cudaGetSymbolAddress(&p, shared_word));
  printf("inline __device__ in two units: %s\n", p == other_unit_address() ? "one" : "two");
  for (int rep = 0; rep < 2; rep++) {
    reset();
    flat<<<256, 1>>>(16, 10000);
    show("256 blocks x 16 sleepers");
    reset();
    flat<<<3000, 1>>>(1, 10000);
    show("3000 blocks x 1 sleeper");
    reset();
    nested_root<<<60 + 256, 1>>>(60, 16, 20000);
    show("60 nested, then 256 x 16");
    reset();
    nested_root<<<0 + 256, 1>>>(0, 16, 20000);
    show("0 nested, then 256 x 16");
  }
  for (int s : {1024, 4096}) {
    CK(cudaDeviceSetLimit(cudaLimitStackSize, s));
    stack<<<1, 1>>>(out);
    CK(cudaDeviceSynchronize());
    CK(cudaMemcpy(h, out, 64, cudaMemcpyDeviceToHost));
    printf("stack limit %d: locals at %x %x %x %x; device limit rc %d %d, pending rc %d %d\n", s, h[0], h[1],
           h[2], h[3], h[4], h[5], h[6], h[7]);
  }
  CK(cudaMemset(out, 0, 256));
  errors<<<1, 1>>>(out);
  cudaError_t e = cudaDeviceSynchronize();
  printf("errors: host %d;", e);
  CK(cudaMemcpy(h, out, 64, cudaMemcpyDeviceToHost));
  for (int i = 0; i < 11; i++) printf(" %d", h[i]);
  printf("\n");
  tick<<<1, 1>>>(out);
  CK(cudaDeviceSynchronize());
  CK(cudaMemcpy(h, out, 64, cudaMemcpyDeviceToHost));
  int khz;
  cudaDeviceGetAttribute(&khz, cudaDevAttrClockRate, 0);
  printf("globaltimer tick %d ns, %d cycles a us (attribute %d kHz)\n", h[0], h[1], khz);
  for (int rep = 0; rep < 2; rep++)
    for (int fire = 0; fire < 2; fire++)
      for (int blocks : {1, 32, 256}) {
        cudaEvent_t a, b;
        cudaEventCreate(&a);
        cudaEventCreate(&b);
        int k = 1024 / blocks;
        cudaEventRecord(a);
        issue<<<blocks, 1>>>(k, fire, out);
        cudaEventRecord(b);
        CK(cudaDeviceSynchronize());
        float ms;
        cudaEventElapsedTime(&ms, a, b);
        CK(cudaMemcpy(h, out, 4, cudaMemcpyDeviceToHost));
        if (rep)
          printf("%s %3d blocks x %4d launches: %.2f us a launch, %d cycles in the thread\n",
                 fire ? "fire" : "null", blocks, k, ms * 1000 / (blocks * k), h[0]);
      }
}
