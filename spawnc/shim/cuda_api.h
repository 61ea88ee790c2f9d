// Types and functions of the CUDA runtime and of device code, declared for name lookup.
#pragma once
#pragma GCC system_header
typedef __SIZE_TYPE__ size_t;
typedef __PTRDIFF_TYPE__ ptrdiff_t;
#define SPAWNC_HD __attribute__((annotate("spawnc.host"))) __attribute__((annotate("spawnc.device")))
#define SPAWNC_D __attribute__((annotate("spawnc.device"))) __attribute__((annotate("spawnc.host")))
#define SPAWNC_V1(N, T) \
  struct N {            \
    T x;                \
  };                    \
  SPAWNC_HD N make_##N(T);
#define SPAWNC_V2(N, T) \
  struct N {            \
    T x, y;             \
  };                    \
  SPAWNC_HD N make_##N(T, T);
#define SPAWNC_V3(N, T) \
  struct N {            \
    T x, y, z;          \
  };                    \
  SPAWNC_HD N make_##N(T, T, T);
#define SPAWNC_V4(N, T) \
  struct N {            \
    T x, y, z, w;       \
  };                    \
  SPAWNC_HD N make_##N(T, T, T, T);
#define SPAWNC_V(B, T) SPAWNC_V1(B##1, T) SPAWNC_V2(B##2, T) SPAWNC_V3(B##3, T) SPAWNC_V4(B##4, T)
SPAWNC_V(char, signed char)
SPAWNC_V(uchar, unsigned char) SPAWNC_V(short, short) SPAWNC_V(ushort, unsigned short) SPAWNC_V(int, int)
    SPAWNC_V(uint, unsigned) SPAWNC_V(long, long) SPAWNC_V(ulong, unsigned long) SPAWNC_V(longlong, long long)
        SPAWNC_V(ulonglong, unsigned long long) SPAWNC_V(float, float) SPAWNC_V(double, double) struct dim3 {
  unsigned x, y, z;
  SPAWNC_HD constexpr dim3(unsigned a = 1, unsigned b = 1, unsigned c = 1) : x(a), y(b), z(c) {}
  SPAWNC_HD constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  SPAWNC_HD constexpr operator uint3() const { return uint3{x, y, z}; }
};
extern const __attribute__((annotate("spawnc.device"))) uint3 threadIdx;
extern const __attribute__((annotate("spawnc.device"))) uint3 blockIdx;
extern const __attribute__((annotate("spawnc.device"))) dim3 blockDim;
extern const __attribute__((annotate("spawnc.device"))) dim3 gridDim;
extern const __attribute__((annotate("spawnc.device"))) int warpSize;
long long clock64();
typedef struct CUstream_st* cudaStream_t;
typedef struct CUevent_st* cudaEvent_t;
typedef struct CUgraphExec_st* cudaGraphExec_t;
typedef unsigned long long cudaTextureObject_t, cudaSurfaceObject_t;
enum cudaError {
  cudaSuccess = 0,
  cudaErrorInvalidValue = 1,
  cudaErrorMemoryAllocation = 2,
  cudaErrorNotReady = 600,
  cudaErrorUnknown = 999
};
typedef cudaError cudaError_t;
enum cudaMemcpyKind {
  cudaMemcpyHostToHost,
  cudaMemcpyHostToDevice,
  cudaMemcpyDeviceToHost,
  cudaMemcpyDeviceToDevice,
  cudaMemcpyDefault
};
enum cudaLimit {
  cudaLimitStackSize,
  cudaLimitPrintfFifoSize,
  cudaLimitMallocHeapSize,
  cudaLimitDevRuntimeSyncDepth,
  cudaLimitDevRuntimePendingLaunchCount
};
enum {
  cudaStreamDefault = 0,
  cudaStreamNonBlocking = 1,
  cudaEventDefault = 0,
  cudaEventDisableTiming = 2,
  cudaEventBlockingSync = 1,
  cudaMemAttachGlobal = 1,
  cudaMemAttachHost = 2
};
#define cudaStreamPerThread ((cudaStream_t)0x2)
#define cudaStreamLegacy ((cudaStream_t)0x1)
#define cudaStreamTailLaunch ((cudaStream_t)0x3)
#define cudaStreamFireAndForget ((cudaStream_t)0x4)
#define cudaStreamGraphTailLaunch ((cudaStream_t)0x0100000000000000)
#define cudaStreamGraphFireAndForget ((cudaStream_t)0x0200000000000000)
extern "C" {
unsigned __cudaPushCallConfiguration(dim3, dim3, size_t = 0, void* = 0);
cudaError_t cudaConfigureCall(dim3, dim3, size_t = 0, cudaStream_t = 0);
SPAWNC_D cudaError_t cudaLaunchDevice(void*, void*, dim3, dim3, unsigned, cudaStream_t);
SPAWNC_D void* cudaGetParameterBuffer(size_t, size_t);
SPAWNC_D cudaError_t cudaDeviceSynchronize();
SPAWNC_D cudaError_t __cudaDeviceSynchronizeDeprecationAvoidance();
SPAWNC_D cudaError_t cudaGetLastError();
SPAWNC_D cudaError_t cudaPeekAtLastError();
SPAWNC_D const char* cudaGetErrorString(cudaError_t);
SPAWNC_D const char* cudaGetErrorName(cudaError_t);
SPAWNC_D cudaError_t cudaStreamCreateWithFlags(cudaStream_t*, unsigned);
cudaError_t cudaStreamCreate(cudaStream_t*);
SPAWNC_D cudaError_t cudaStreamDestroy(cudaStream_t);
cudaError_t cudaStreamSynchronize(cudaStream_t);
SPAWNC_D cudaError_t cudaStreamWaitEvent(cudaStream_t, cudaEvent_t, unsigned = 0);
SPAWNC_D cudaError_t cudaEventCreateWithFlags(cudaEvent_t*, unsigned);
cudaError_t cudaEventCreate(cudaEvent_t*);
SPAWNC_D cudaError_t cudaEventRecord(cudaEvent_t, cudaStream_t = 0);
SPAWNC_D cudaError_t cudaEventDestroy(cudaEvent_t);
cudaError_t cudaEventSynchronize(cudaEvent_t);
cudaError_t cudaEventElapsedTime(float*, cudaEvent_t, cudaEvent_t);
SPAWNC_D cudaError_t cudaGetDevice(int*);
SPAWNC_D cudaError_t cudaGetDeviceCount(int*);
cudaError_t cudaSetDevice(int);
cudaError_t cudaDeviceSetLimit(cudaLimit, size_t);
SPAWNC_D cudaError_t cudaDeviceGetLimit(size_t*, cudaLimit);
cudaError_t cudaDeviceReset();
cudaError_t cudaMemcpy(void*, const void*, size_t, cudaMemcpyKind);
SPAWNC_D cudaError_t cudaMemcpyAsync(void*, const void*, size_t, cudaMemcpyKind, cudaStream_t = 0);
cudaError_t cudaMemset(void*, int, size_t);
SPAWNC_D cudaError_t cudaMemsetAsync(void*, int, size_t, cudaStream_t = 0);
#if !__has_include(<stdlib.h>)
int printf(const char*, ...);
void* malloc(size_t);
void free(void*);
void* memcpy(void*, const void*, size_t);
void* memset(void*, int, size_t);
#endif
}
template <class T>
SPAWNC_D cudaError_t cudaMalloc(T**, size_t);
SPAWNC_D cudaError_t cudaFree(void*);
template <class T>
cudaError_t cudaMallocManaged(T**, size_t, unsigned = 1);
template <class T>
cudaError_t cudaMallocHost(T**, size_t, unsigned = 0);
cudaError_t cudaFreeHost(void*);
template <class T>
cudaError_t cudaMemcpyToSymbol(const T&, const void*, size_t, size_t = 0,
                               cudaMemcpyKind = cudaMemcpyHostToDevice);
template <class T>
cudaError_t cudaMemcpyFromSymbol(void*, const T&, size_t, size_t = 0,
                                 cudaMemcpyKind = cudaMemcpyDeviceToHost);
template <class T>
cudaError_t cudaFuncSetAttribute(T*, int, int);
#define SPAWNC_ID(T) typename spawnc_identity<T>::type
template <class T>
struct spawnc_identity {
  typedef T type;
};
#define SPAWNC_ATOMIC(N)                  \
  template <class T>                      \
  SPAWNC_D T N(T*, SPAWNC_ID(T));         \
  template <class T>                      \
  SPAWNC_D T N##_block(T*, SPAWNC_ID(T)); \
  template <class T>                      \
  SPAWNC_D T N##_system(T*, SPAWNC_ID(T));
SPAWNC_ATOMIC(atomicAdd)
SPAWNC_ATOMIC(atomicSub) SPAWNC_ATOMIC(atomicExch) SPAWNC_ATOMIC(atomicMin) SPAWNC_ATOMIC(atomicMax)
    SPAWNC_ATOMIC(atomicInc) SPAWNC_ATOMIC(atomicDec) SPAWNC_ATOMIC(atomicAnd) SPAWNC_ATOMIC(atomicOr)
        SPAWNC_ATOMIC(atomicXor) template <class T>
        SPAWNC_D T atomicCAS(T*, SPAWNC_ID(T), SPAWNC_ID(T));
template <class T>
SPAWNC_D T atomicCAS_block(T*, SPAWNC_ID(T), SPAWNC_ID(T));
template <class T>
SPAWNC_D T atomicCAS_system(T*, SPAWNC_ID(T), SPAWNC_ID(T));
__device__ void __syncthreads();
SPAWNC_D int __syncthreads_count(int);
SPAWNC_D int __syncthreads_and(int);
SPAWNC_D int __syncthreads_or(int);
SPAWNC_D void __syncwarp(unsigned = 0xffffffff);
SPAWNC_D void __threadfence();
SPAWNC_D void __threadfence_block();
SPAWNC_D void __threadfence_system();
SPAWNC_D void __trap();
SPAWNC_D void __brkpt();
SPAWNC_D void __nanosleep(unsigned);
#define SPAWNC_SHUFFLE(N, U) \
  template <class T>         \
  SPAWNC_D T N(unsigned, T, U, int = 32);
SPAWNC_SHUFFLE(__shfl_sync, int)
SPAWNC_SHUFFLE(__shfl_up_sync, unsigned) SPAWNC_SHUFFLE(__shfl_down_sync, unsigned)
    SPAWNC_SHUFFLE(__shfl_xor_sync, int) SPAWNC_D unsigned __ballot_sync(unsigned, int);
SPAWNC_D int __any_sync(unsigned, int);
SPAWNC_D int __all_sync(unsigned, int);
SPAWNC_D unsigned __activemask();
template <class T>
SPAWNC_D unsigned __match_any_sync(unsigned, T);
template <class T>
SPAWNC_D unsigned __match_all_sync(unsigned, T, int*);
template <class T>
SPAWNC_D T __ldg(const T*);
template <class T>
SPAWNC_D T __ldcg(const T*);
template <class T>
SPAWNC_D T __ldcs(const T*);
template <class T>
SPAWNC_D T __ldca(const T*);
template <class T>
SPAWNC_D void __stcg(T*, SPAWNC_ID(T));
template <class T>
SPAWNC_D void __stcs(T*, SPAWNC_ID(T));
SPAWNC_D int __popc(unsigned);
SPAWNC_D int __popcll(unsigned long long);
SPAWNC_D int __clz(int);
SPAWNC_D int __clzll(long long);
SPAWNC_D int __ffs(int);
SPAWNC_D int __ffsll(long long);
SPAWNC_D unsigned __brev(unsigned);
SPAWNC_D int __mul24(int, int);
SPAWNC_D unsigned __umul24(unsigned, unsigned);
SPAWNC_D int __mulhi(int, int);
SPAWNC_D unsigned __umulhi(unsigned, unsigned);
SPAWNC_D float __fdividef(float, float);
SPAWNC_D float __expf(float);
SPAWNC_D float __logf(float);
SPAWNC_D float __sinf(float);
SPAWNC_D float __cosf(float);
SPAWNC_D float __powf(float, float);
SPAWNC_D float __saturatef(float);
SPAWNC_D float __fmaf_rn(float, float, float);
SPAWNC_D float __fadd_rn(float, float);
SPAWNC_D float __fmul_rn(float, float);
SPAWNC_D float rsqrtf(float);
SPAWNC_D double rsqrt(double);
SPAWNC_D int __float_as_int(float);
SPAWNC_D float __int_as_float(int);
SPAWNC_D unsigned __float_as_uint(float);
SPAWNC_D float __uint_as_float(unsigned);
SPAWNC_D long long __double_as_longlong(double);
SPAWNC_D double __longlong_as_double(long long);
SPAWNC_D int __float2int_rn(float);
SPAWNC_D float __int2float_rn(int);

template <class T, class U>
SPAWNC_HD auto min(T a, U b) -> decltype(a < b ? a : b);
template <class T, class U>
SPAWNC_HD auto max(T a, U b) -> decltype(a < b ? a : b);
struct cudaDeviceProp {
  char name[256];
  size_t totalGlobalMem, sharedMemPerBlock;
  int major, minor, multiProcessorCount, maxThreadsPerBlock, warpSize, maxThreadsDim[3], maxGridSize[3],
      clockRate, concurrentKernels, managedMemory, regsPerBlock, maxThreadsPerMultiProcessor;
};
extern "C" cudaError_t cudaGetDeviceProperties(cudaDeviceProp*, int);
cudaError_t cudaThreadSynchronize();
unsigned __ballot(int);
int __any(int);
int __all(int);
template <class T>
T __shfl(T, int, int = 32);
template <class T>
T __shfl_down(T, unsigned, int = 32);
