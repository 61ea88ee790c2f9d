// CUDA's device runtime API, one lane of a warp at a time: the program's own calls of it, beside guarded launches.
//
// Measured (H200, CUDA 13.0, driver 580.159): while one lane of a warp launches in its turn (see turn_of_warp()), others
// that are in cudaStreamCreateWithFlags() or cudaStreamDestroy() keep the program from ending. One block of 17 threads,
// each of which makes a stream, launches into it and destroys it: 6 hangs in 6 runs, and none in 6 when those calls
// take the turn as well. A guard is what parts the lanes: as written, they come to their calls together.
// Not here: what reads the state of the thread (cudaGetLastError), or only text (cudaGetErrorString).
//
// Objects, which `using spawn::in_turn::cudaStreamDestroy;` brings into a body, for calls that macros write, too. Beside
// a function of that name, the type of a stream would find CUDA's own one as well. Unused ones leave nothing behind, and
// no need for cudadevrt. In a __host__ __device__ function, the host calls CUDA as it did.
#pragma once

#include "warp.cuh"

namespace spawn {
namespace in_turn {
namespace detail {

template <typename Call>
__host__ __device__ __forceinline__ cudaError_t take(const Call& call) {
#ifdef SPAWN_CPU  // one pass for host and device
  if (!spawn_cpu::in_device_code()) return call();
#endif
#ifdef __CUDA_ARCH__
  cudaError_t error = cudaSuccess;
  for (bool done = false; !done;)
    if (const spawn::detail::Lock lock{spawn::detail::turn_of_warp()}) error = call(), done = true;
  return error;
#else
  return call();
#endif
}

}  // namespace detail

// `call` is a launch that stays as written.
template <typename Call>
__device__ __forceinline__ void launch(const Call& call) {
  for (bool done = false; !done;)
    if (const spawn::detail::Lock lock{spawn::detail::turn_of_warp()}) call(), done = true;
}

// A macro: the name is what CUDA's headers make of it (cudaMemcpyAsync_ptsz for -default-stream per-thread).
#define SPAWN_IN_TURN(name, parameters, arguments)                                \
  struct name##_call {                                                            \
    __host__ __device__ __forceinline__ cudaError_t operator() parameters const { \
      return detail::take([&] { return ::name arguments; });                      \
    }                                                                             \
  };                                                                              \
  __device__ constexpr name##_call name {}
#define SPAWN_IN_TURN_OF(name, parameters, arguments)                             \
  struct name##_call {                                                            \
    template <typename T>                                                         \
    __host__ __device__ __forceinline__ cudaError_t operator() parameters const { \
      return detail::take([&] { return ::name arguments; });                      \
    }                                                                             \
  };                                                                              \
  __device__ constexpr name##_call name {}

// streams and events
SPAWN_IN_TURN(cudaStreamCreateWithFlags, (cudaStream_t * stream, unsigned flags), (stream, flags));
SPAWN_IN_TURN(cudaStreamDestroy, (cudaStream_t stream), (stream));
SPAWN_IN_TURN(cudaStreamWaitEvent, (cudaStream_t stream, cudaEvent_t event, unsigned flags = 0),
              (stream, event, flags));
SPAWN_IN_TURN(cudaEventCreateWithFlags, (cudaEvent_t * event, unsigned flags), (event, flags));
SPAWN_IN_TURN(cudaEventRecord, (cudaEvent_t event, cudaStream_t stream = nullptr), (event, stream));
SPAWN_IN_TURN(cudaEventRecordWithFlags,
              (cudaEvent_t event, cudaStream_t stream = nullptr, unsigned flags = 0), (event, stream, flags));
SPAWN_IN_TURN(cudaEventDestroy, (cudaEvent_t event), (event));

// memory
SPAWN_IN_TURN_OF(cudaMalloc, (T * *pointer, size_t bytes), (pointer, bytes));
SPAWN_IN_TURN(cudaFree, (void* pointer), (pointer));
SPAWN_IN_TURN(cudaMemcpyAsync,
              (void* to, const void* from, size_t bytes, cudaMemcpyKind kind, cudaStream_t stream = nullptr),
              (to, from, bytes, kind, stream));
SPAWN_IN_TURN(cudaMemcpy2DAsync,
              (void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
               cudaMemcpyKind kind, cudaStream_t stream = nullptr),
              (to, to_pitch, from, from_pitch, width, height, kind, stream));
SPAWN_IN_TURN(cudaMemsetAsync, (void* pointer, int value, size_t bytes, cudaStream_t stream = nullptr),
              (pointer, value, bytes, stream));

// the device, kernels
SPAWN_IN_TURN(cudaGetDevice, (int* device), (device));
SPAWN_IN_TURN(cudaGetDeviceCount, (int* count), (count));
SPAWN_IN_TURN(cudaDeviceGetAttribute, (int* value, cudaDeviceAttr attribute, int device),
              (value, attribute, device));
SPAWN_IN_TURN(cudaDeviceGetLimit, (size_t* value, cudaLimit limit), (value, limit));
SPAWN_IN_TURN(cudaRuntimeGetVersion, (int* version), (version));
SPAWN_IN_TURN_OF(cudaFuncGetAttributes, (cudaFuncAttributes * attributes, T* kernel), (attributes, kernel));
SPAWN_IN_TURN_OF(cudaOccupancyMaxActiveBlocksPerMultiprocessor,
                 (int* blocks, T kernel, int block_size, size_t shared_bytes),
                 (blocks, kernel, block_size, shared_bytes));

#ifndef SPAWN_CPU  // which does without
SPAWN_IN_TURN(cudaMemcpy3DAsync, (const cudaMemcpy3DParms* copy, cudaStream_t stream = nullptr),
              (copy, stream));
SPAWN_IN_TURN(cudaMemset2DAsync,
              (void* pointer, size_t pitch, int value, size_t width, size_t height,
               cudaStream_t stream = nullptr),
              (pointer, pitch, value, width, height, stream));
SPAWN_IN_TURN(cudaMemset3DAsync,
              (cudaPitchedPtr pointer, int value, cudaExtent extent, cudaStream_t stream = nullptr),
              (pointer, value, extent, stream));
SPAWN_IN_TURN(cudaDeviceGetCacheConfig, (cudaFuncCache * config), (config));
SPAWN_IN_TURN_OF(cudaOccupancyMaxActiveBlocksPerMultiprocessorWithFlags,
                 (int* blocks, T kernel, int block_size, size_t shared_bytes, unsigned flags),
                 (blocks, kernel, block_size, shared_bytes, flags));
#endif

#undef SPAWN_IN_TURN
#undef SPAWN_IN_TURN_OF

}  // namespace in_turn
}  // namespace spawn
