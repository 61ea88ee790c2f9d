// CUDA's keywords as annotations that libclang shows in the AST. Parsed by libclang only, never compiled.
//
// Clang's own attributes are not used: in plain C++ they are dropped, and in CUDA mode they bring clang's
// overload rules, which reject device-side launches.
#pragma once
#pragma GCC system_header
#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_RDC__ 1
#define __host__ __attribute__((annotate("spawnc.host")))
#define __device__ __attribute__((annotate("spawnc.device")))
#define __global__ __attribute__((annotate("spawnc.global")))
#define __shared__ __attribute__((annotate("spawnc.shared")))
#define __constant__ __attribute__((annotate("spawnc.constant")))
#define __managed__ __attribute__((annotate("spawnc.device")))
#define __launch_bounds__(...) __attribute__((annotate("spawnc.launch_bounds")))
#define __maxnreg__(n) __attribute__((annotate("spawnc.launch_bounds")))
#define __cluster_dims__(...)
#define __block_size__(...) __attribute__((annotate("spawnc.launch_bounds")))
#define __grid_constant__ __attribute__((annotate("spawnc.grid_constant")))
#define __forceinline__ __inline__ __attribute__((always_inline))
#define __noinline__ __attribute__((noinline))
#define __align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define CUDARTAPI
#define CUDART_CB
#define __nv_pure__ __attribute__((pure))
#define __tile_global__ __attribute__((annotate("spawnc.global")))
#define __nv_is_extended_device_lambda_closure_type(T) false
