// A limit that programs of the first device runtime (CDP1) set, and that no longer exists.
#pragma once

#include <cuda_runtime.h>

namespace spawn {

namespace detail {
inline size_t sync_depth = 2;  // CDP1's default (CUDA C++ Programming Guide 11)
}

// cudaDeviceSetLimit() and cudaDeviceGetLimit(), for which cudaLimitDevRuntimeSyncDepth is an error since CUDA 12 on
// sm_90. Nothing waits for its children any more, so any depth is granted.
inline cudaError_t set_limit(cudaLimit limit, size_t value) {
  if (limit != cudaLimitDevRuntimeSyncDepth) return cudaDeviceSetLimit(limit, value);
  detail::sync_depth = value;
  return cudaSuccess;
}

inline cudaError_t get_limit(size_t* value, cudaLimit limit) {
  if (limit != cudaLimitDevRuntimeSyncDepth) return cudaDeviceGetLimit(value, limit);
  *value = detail::sync_depth;
  return cudaSuccess;
}

}  // namespace spawn
