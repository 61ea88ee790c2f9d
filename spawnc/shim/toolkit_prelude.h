// The prelude for parsing with a real toolkit's headers: our keywords stand in for its host_defines.h.
#pragma once
#pragma GCC system_header
#include "qualifiers.h"
#define __HOST_DEFINES_H__ 1
#define __location__(a) __attribute__((annotate("spawnc." #a)))
#define __annotate__(a) __attribute__((annotate("spawnc." #a)))
#define __no_return__ __attribute__((noreturn))
#define __noalias__ __attribute__((noalias))
#define CUDARTAPI_CDECL
#define __optimize__(a)
#define __specialization_static static
#define __specialization__
#define __device_builtin_texture_type__
#define __device_builtin_surface_type__
#define __CUDACC_DEVICE_ATOMIC_BUILTINS__ 1
#define __CUDA_API_VER_MAJOR__ 13
#define __CUDA_API_VER_MINOR__ 0
#define __CUDA_ARCH_LIST__ 900
#define __builtin_align__(a) __align__(a)
#define __thread__ __thread
#define __import__
#define __export__
#define __inline_hint__
#define __local_maxnreg__(a)
#define __tile__
#define __tile_builtin__
#define __CUDA_ARCH_HAS_FEATURE__(f) 0
#define __CUDA_HAS_ARCH_FAMILY_SPECIFIC(N) 0
#define __CUDA_HAS_ARCH_SPECIFIC(N) 0
#if __has_include(<stdlib.h>)
#include <limits.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#endif
#if __has_include(<new>)
#include <initializer_list>
#include <new>
#include <utility>
#endif

#include <cuda_runtime.h>

void __syncthreads();
