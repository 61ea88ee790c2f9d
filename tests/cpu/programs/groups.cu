// Cooperative groups of a block and of a warp, device printf and malloc.
// prints: ranks 1, tiles 28 92 156 220, coalesced 16 of 16
// prints: from the device: 3 x 1.5 = 4.5
// prints: heap 10
#include <cooperative_groups.h>

#include <cstdio>
namespace cg = cooperative_groups;

__global__ void grouped(int* out) {
  const cg::thread_block block = cg::this_thread_block();
  const cg::thread_block_tile<8> tile = cg::tiled_partition<8>(block);
  int sum = block.thread_rank();
  for (int delta = tile.size() / 2; delta > 0; delta /= 2) sum += tile.shfl_down(sum, delta);
  if (tile.thread_rank() == 0) out[tile.meta_group_rank()] = sum;
  block.sync();
  if (threadIdx.x % 2 == 0) {
    const cg::coalesced_group even = cg::coalesced_threads();
    const int first = even.shfl(threadIdx.x, 0), last = even.shfl(threadIdx.x, even.size() - 1);
    // how many lanes are together is the machine's choice; that they agree is not
    if (even.all(first <= last)) atomicAdd(&out[4], 1);
  }
  atomicAdd(&out[5], block.thread_rank() == threadIdx.x && block.size() == 32);
}

__global__ void print() { printf("from the device: %d x %g = %g\n", 3, 1.5, 4.5); }

__global__ void heap(int* out) {
  int* memory = static_cast<int*>(malloc(5 * sizeof(int)));
  for (int i = 0; i < 5; ++i) memory[i] = i;
  int sum = 0;
  for (int i = 0; i < 5; ++i) sum += memory[i];
  free(memory);
  *out = sum;
}

int main() {
  int *out, host[7];
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  grouped<<<1, 32>>>(out);
  heap<<<1, 1>>>(out + 6);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("ranks %d, tiles %d %d %d %d, coalesced %d of 16\n", host[5] == 32, host[0], host[1], host[2],
         host[3], host[4]);
  print<<<1, 1>>>();
  cudaDeviceSynchronize();
  printf("heap %d\n", host[6]);
}
