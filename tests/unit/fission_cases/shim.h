// A block of a kernel on the CPU: real threads with a real barrier, and the serial body beside them.
#include <condition_variable>
#include <cstdio>
#include <mutex>
#include <thread>
#include <vector>

struct uint3 {
  unsigned x, y, z;
};
struct dim3 {
  unsigned x = 1, y = 1, z = 1;
};
thread_local uint3 threadIdx, blockIdx;
thread_local dim3 blockDim, gridDim;
#define __global__ static
#define __device__
#define __shared__ static

class Barrier {
 public:
  explicit Barrier(unsigned threads) : expected_(threads) {}
  void wait() {
    std::unique_lock<std::mutex> lock(mutex_);
    const unsigned round = round_;
    ++arrived_;
    if (!open()) changed_.wait(lock, [&] { return round != round_; });
  }
  void leave() {
    std::unique_lock<std::mutex> lock(mutex_);
    --expected_;
    open();
  }

 private:
  bool open() {
    if (arrived_ < expected_) return false;
    arrived_ = 0;
    ++round_;
    changed_.notify_all();
    return true;
  }
  std::mutex mutex_;
  std::condition_variable changed_;
  unsigned expected_, arrived_ = 0, round_ = 0;
};
static Barrier* barrier;
static void __syncthreads() { barrier->wait(); }

namespace spawn {
constexpr unsigned kMaxBlockThreads = 1024;
struct Thread {
  uint3 threadIdx, blockIdx;
  dim3 blockDim, gridDim;
};
struct Block {
  uint3 blockIdx;
  dim3 blockDim, gridDim;
  unsigned index(const Thread& t) const {
    return (t.threadIdx.z * blockDim.y + t.threadIdx.y) * blockDim.x + t.threadIdx.x;
  }
  template <typename Body>
  void each_thread(Body&& body) const {
    for (unsigned z = 0; z < blockDim.z; ++z)
      for (unsigned y = 0; y < blockDim.y; ++y)
        for (unsigned x = 0; x < blockDim.x; ++x) body(Thread{{x, y, z}, blockIdx, blockDim, gridDim});
  }
};
class ThreadSet {
 public:
  explicit ThreadSet(const Block&) {}
  bool contains(unsigned index) const { return words_[index / 32] >> index % 32 & 1; }
  void insert(unsigned index) { words_[index / 32] |= 1u << index % 32; }

 private:
  unsigned words_[kMaxBlockThreads / 32] = {};
};
}  // namespace spawn

#define SPAWN_BLOCK_BUILTINS(block)                           \
  [[maybe_unused]] const uint3 blockIdx = (block).blockIdx;   \
  [[maybe_unused]] const dim3 blockDim = (block).blockDim;    \
  [[maybe_unused]] const dim3 gridDim = (block).gridDim
#define SPAWN_BUILTINS(thread)                                 \
  [[maybe_unused]] const uint3 threadIdx = (thread).threadIdx; \
  [[maybe_unused]] const uint3 blockIdx = (thread).blockIdx;   \
  [[maybe_unused]] const dim3 blockDim = (thread).blockDim;    \
  [[maybe_unused]] const dim3 gridDim = (thread).gridDim

using Kernel = void (*)(int*, const int*, int);
using BlockBody = void (*)(const spawn::Block&, int*, const int*, int);
constexpr int kItems = 1024, kN = 64;

static std::vector<int> some_input() {
  std::vector<int> in(kItems);
  for (int i = 0; i < kItems; ++i) in[i] = (i * 37 + 11) % 101 - 20;
  return in;
}

// Runs a kernel and its serial body on the same input; the number of results that differ.
static int compare(const char* name, Kernel kernel, BlockBody serial, dim3 grid, dim3 block, int n) {
  const std::vector<int> in = some_input();
  std::vector<int> expected(kItems, -7), found(kItems, -7);
  for (unsigned y = 0; y < grid.y; ++y)
    for (unsigned x = 0; x < grid.x; ++x) {
      Barrier one(block.x * block.y * block.z);
      barrier = &one;
      std::vector<std::thread> threads;
      const auto run = [&](uint3 at) {
        threadIdx = at, blockIdx = {x, y, 0}, blockDim = block, gridDim = grid;
        kernel(expected.data(), in.data(), n);
        one.leave();
      };
      for (unsigned tz = 0; tz < block.z; ++tz)
        for (unsigned ty = 0; ty < block.y; ++ty)
          for (unsigned tx = 0; tx < block.x; ++tx) threads.emplace_back(run, uint3{tx, ty, tz});
      for (auto& thread : threads) thread.join();
      serial(spawn::Block{{x, y, 0}, block, grid}, found.data(), in.data(), n);
    }
  int different = 0, changed = 0;
  for (int i = 0; i < kItems; ++i) different += expected[i] != found[i], changed += found[i] != -7;
  const bool idle = n == kN && !changed;
  if (different || idle)
    std::printf("%s <<<%ux%u, %ux%ux%u>>> n=%d: %d differ, %d written\n", name, grid.x, grid.y, block.x, block.y,
                block.z, n, different, changed);
  return different + idle;
}
