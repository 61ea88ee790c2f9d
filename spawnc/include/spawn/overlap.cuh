// Kernels that begin while the kernel before them ends (CUDA Programming Guide, "Programmatic Dependent Launch"): launch
// latency is hidden, and what the kernel before it wrote is there after wait_for_kernel_before().
#pragma once

#include <cuda_runtime.h>

namespace spawn::detail {

// By all threads, before all else; nothing where the kernel before has ended.
__device__ __forceinline__ void wait_for_kernel_before() {
#if __CUDA_ARCH__ >= 900
  asm volatile("griddepcontrol.wait;" ::: "memory");
#endif
}

// Whether that waits in a kernel as it was compiled: on other devices, and in code for them, it does nothing.
inline bool can_overlap(const cudaFuncAttributes& kernel, int device) {
  int major = 0;
  return kernel.ptxVersion >= 90 &&
         cudaDeviceGetAttribute(&major, cudaDevAttrComputeCapabilityMajor, device) == cudaSuccess &&
         major >= 9;
}

}  // namespace spawn::detail
