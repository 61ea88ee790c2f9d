// Lanes of one warp that launch at different times: CUDA's own hang, no line of spawnc in it.
//
//     nvcc -O3 -arch=native -rdc=true paces.cu -o paces -lcudadevrt
//     timeout -s KILL 5 ./paces 1500 && timeout -s KILL 5 ./paces 1500 --in-turn
//
// 16 warps; their odd and even lanes launch 100 children each, in loops of different pace, while fewer than the given
// number of children are unfinished, and do the child's work themselves otherwise. A program of this shape, measured
// (H200, CUDA 13.0, driver 580.159): hangs with 1500, below the pending-launch limit of 2048; with 30 and 200 it does
// not; --in-turn, where one lane of a warp launches at a time, it does not with any of them.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#define CHECK(call)                                                                       \
  do {                                                                                    \
    const cudaError_t error = (call);                                                     \
    if (error != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error)); \
      std::exit(1);                                                                       \
    }                                                                                     \
  } while (0)

constexpr int kWarps = 16, kTimes = 100, kItems = 33, kBlocks = 2;

__device__ int unfinished;
__device__ int turn[kWarps];
__device__ int blocks_done[kWarps * 32 * kTimes];
__device__ unsigned long long launches;

__global__ void child(unsigned long long* total, int* done) {
  if (blockIdx.x * blockDim.x + threadIdx.x < kItems) atomicAdd(total, 1ull);
  __syncthreads();
  if (threadIdx.x == 0 && atomicAdd(done, 1) == kBlocks - 1) atomicSub(&unfinished, 1);
}

__device__ bool launch(unsigned long long* total, int* done) {
  child<<<kBlocks, 32>>>(total, done);
  const bool started = cudaGetLastError() == cudaSuccess;
  if (started)
    atomicAdd(&launches, 1ull);
  else
    atomicSub(&unfinished, 1);
  return started;
}

__device__ void offer(int most, bool in_turn, unsigned long long* total, int* done) {
  bool goes = atomicAdd(&unfinished, 1) < most;
  if (!goes) atomicSub(&unfinished, 1);
  if (goes && !in_turn) goes = launch(total, done);
  for (bool tries = goes && in_turn; tries;)
    if (atomicCAS(&turn[blockIdx.x], 0, 1) == 0) {
      goes = launch(total, done);
      atomicExch(&turn[blockIdx.x], 0);
      tries = false;
    }
  if (!goes)
    for (int item = 0; item < kItems; ++item) atomicAdd(total, 1ull);
}

__global__ void parent(int most, bool in_turn, unsigned long long* total) {
  int* const done = &blocks_done[(blockIdx.x * 32 + threadIdx.x) * kTimes];
  if (threadIdx.x % 2)
    for (int i = 0; i < kTimes; ++i, __nanosleep(300)) offer(most, in_turn, total, done + i);
  else
    for (int i = 0; i < kTimes; ++i, __nanosleep(500)) offer(most, in_turn, total, done + i);
}

int main(int argc, char** argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 1500;
  const bool in_turn = argc > 2 && !std::strcmp(argv[2], "--in-turn");
  unsigned long long *total, sum, launched;
  CHECK(cudaMalloc(&total, sizeof *total));
  CHECK(cudaMemset(total, 0, sizeof *total));
  parent<<<kWarps, 32>>>(most, in_turn, total);
  CHECK(cudaGetLastError());
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(&sum, total, sizeof sum, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpyFromSymbol(&launched, launches, sizeof launched));
  const bool right = sum == 1ull * kWarps * 32 * kTimes * kItems;
  std::printf("paces: %s, %llu launches\n", right ? "ok" : "WRONG", launched);
  return right ? 0 : 1;
}
