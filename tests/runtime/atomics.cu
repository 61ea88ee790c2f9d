// A block's body with atomic functions of every kind: on its shared variables, which are locals here, and on
// global memory; in lambdas that capture nothing, local classes and templates.
#include <cuda_fp16.h>

#include <spawn/spawn.cuh>

template <typename T>
static __device__ __forceinline__ void body(const spawn::Block& spawn_block, T* out, const int* in,
                                            __half* half) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
  SPAWN_BLOCK_ATOMICS;
  {
    unsigned bins[64];
    int number;
    float real;
    double wide;
    unsigned long long big;
    long long big_signed;
    unsigned short half_word;
    spawn_block.each_thread([&](const spawn::Thread& spawn_thread) {
      SPAWN_BUILTINS(spawn_thread);
      bins[threadIdx.x % 64] = number = in[0], real = in[1], wide = in[2],
                         big = big_signed = half_word = in[3];
    });
    spawn_block.each_thread([&](const spawn::Thread& spawn_thread) {
      SPAWN_BUILTINS(spawn_thread);
      const int i = in[threadIdx.x];
      atomicAdd(&bins[i % 64], 1);
      atomicAdd_block(&number, i);
      atomicAdd_system(&real, i);
      atomicAdd(&wide, 1);
      atomicSub(&number, 3);
      atomicExch(&real, 2.f);
      atomicMin(&big_signed, i);
      atomicMax_block(&number, i);
      atomicInc(&bins[1], 5);
      atomicDec_system(&bins[i % 32], 5u);
      atomicCAS(&half_word, static_cast<unsigned short>(3), static_cast<unsigned short>(4));
      atomicCAS_block(&big, 3ull, 4ull);
      atomicAnd(&big, 7);
      atomicOr(&number, i);
      atomicXor(&bins[2], i);
      atomicAdd(half, __half(1.f));
      atomicAdd(out, T(1));
      const auto no_capture = [](int* address) { return atomicAdd(address, 2); };
      struct Local {
        __device__ int add(int* address) const { return atomicAdd(address, 2); }
      };
      out[i] = no_capture(&number) + Local{}.add(&number);
    });
    out[0] = bins[in[4]] + number + static_cast<T>(real + wide + big + big_signed + half_word);
  }
}

__global__ void run(int* out, const int* in, __half* half) {
  const spawn::Block block(spawn::Caller{}, blockIdx, blockDim, gridDim);
  body(block, out, in, half);
}
