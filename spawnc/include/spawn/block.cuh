// Whole blocks that a serial body runs, for children with barriers.
#pragma once

#include "atomics.cuh"
#include "shape.cuh"

namespace spawn {

constexpr unsigned kMaxBlockThreads = 1024;  // CUDA's limit; larger blocks never come to a serial body

namespace {  // see run_serial

// One block of a child. Its parts between barriers each run for all threads in turn:
//     spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { ... });
struct Block : Caller {
  uint3 blockIdx;
  dim3 blockDim, gridDim;

  __device__ __forceinline__ Block(const Caller& caller, uint3 block, dim3 block_dim, dim3 grid_dim)
      : Caller(caller), blockIdx(block), blockDim(block_dim), gridDim(grid_dim) {}

  // Calls `body` once for each thread of the block, in x, y, z order.
  template <typename Body>
  __device__ __forceinline__ void each_thread(Body&& body) const {
    for (unsigned z = 0; z < blockDim.z; ++z)
      for (unsigned y = 0; y < blockDim.y; ++y)
        for (unsigned x = 0; x < blockDim.x; ++x)
          body(Thread(*this, make_uint3(x, y, z), blockIdx, blockDim, gridDim));
  }

  // Number of a thread in its block, x running fastest.
  __device__ __forceinline__ unsigned index(const Thread& thread) const {
    return (thread.threadIdx.z * blockDim.y + thread.threadIdx.y) * blockDim.x + thread.threadIdx.x;
  }
};

}  // namespace

// The built-ins of a block that do not depend on the thread, as locals that shadow the real ones.
#define SPAWN_BLOCK_BUILTINS(spawn_block)                         \
  [[maybe_unused]] const uint3 blockIdx = (spawn_block).blockIdx; \
  [[maybe_unused]] const dim3 blockDim = (spawn_block).blockDim;  \
  [[maybe_unused]] const dim3 gridDim = (spawn_block).gridDim

// Threads of one block, by number: those that have returned. 128 bytes.
class ThreadSet {
 public:
  __device__ __forceinline__ explicit ThreadSet(const Block& block) {
    const unsigned threads = block.blockDim.x * block.blockDim.y * block.blockDim.z;
    for (unsigned word = 0; word * 32 < threads; ++word) bits_[word] = 0;
  }
  __device__ __forceinline__ bool contains(unsigned index) const {
    return bits_[index / 32] >> (index % 32) & 1u;
  }
  __device__ __forceinline__ void insert(unsigned index) { bits_[index / 32] |= 1u << (index % 32); }

 private:
  unsigned bits_[kMaxBlockThreads / 32];
};

}  // namespace spawn
