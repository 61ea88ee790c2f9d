// Plain loads in the place of __ldg(), in a body that runs in its launching thread's grid.
//
// __ldg() reads through a cache that does not see what its own grid writes (PTX ISA, "ld.global.nc"). A child grid may
// read so what its parent wrote before the launch; its serial body is in the parent's grid, and may not.
#pragma once

#include <cuda_runtime.h>

namespace spawn {
namespace plain {

struct Load {
  template <typename T>
  __device__ __forceinline__ T operator()(const T* address) const {
    return *address;
  }
};

// An object, which `using spawn::plain::__ldg;` brings into a body. Beside a function of that name, a pointer to a
// type of CUDA's (float4) would find CUDA's own one as well, and that is the better match.
__device__ constexpr Load __ldg{};

}  // namespace plain
}  // namespace spawn
