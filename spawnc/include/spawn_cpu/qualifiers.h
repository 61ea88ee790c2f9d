// CUDA's keywords, as far as a plain C++ compiler can do without them.
//
// `__global__`, `__shared__` and `__noinline__` survive preprocessing: the translator (spawnc/cpu) reads them in
// the preprocessed text. The last one also is an attribute's name in the standard library's headers, so it can't
// be a macro at all.
#pragma once

#define __CUDACC__ 1
#define __NVCC__ 1
#define __CUDACC_VER_MAJOR__ 13
#define __CUDACC_VER_MINOR__ 0
#define __CUDACC_RDC__ 1
#define __CUDA_ARCH_LIST__ 900
// There is one pass for host and device. Device code is what is to be run, so it is the device's view.
#define __CUDA_ARCH__ 900
#define CUDART_VERSION 13000
#define CUDA_VERSION 13000
#define SPAWN_CPU 1
// include guards by which programs and their helpers recognise the toolkit's headers
#define __CUDA_RUNTIME_H__
#define __CUDA_RUNTIME_API_H__
#define __DRIVER_TYPES_H__
#define __VECTOR_TYPES_H__

#define __global__ __global__
#define __shared__ __shared__
#define __host__
#define __device__
#define __constant__
#define __managed__
#define __launch_bounds__(...)
#define __maxnreg__(...)
#define __cluster_dims__(...)
#define __block_size__(...)
#define __grid_constant__
#define __forceinline__ inline
#define __inline_hint__
#define __align__(n) __attribute__((aligned(n)))
#define __builtin_align__(n) __attribute__((aligned(n)))
#define __device_builtin__
#define __cudart_builtin__
#define __nv_pure__
#define CUDARTAPI
#define CUDART_CB
#define __builtin_assume(condition) ((void)0)
#define __builtin_assume_aligned(pointer, ...) (pointer)
