// Votes, matches and reductions of a warp, with masks.
// prints: ballot 55555555, low half 00000101, any 1 0, all 0 1
// prints: match_any 24924924, match_all ffffffff 1, 00000000 0
// prints: reduce 496 31 0 and 0000ff00 or ffffff1f xor 00000000 signed -16 15
// prints: partial block: ballot 000fffff, sum 190
#include <cstdio>

__global__ void vote(unsigned* out) {
  const unsigned all = 0xffffffffu, lane = threadIdx.x;
  int same = 0, differ = 0;
  const unsigned ballot = __ballot_sync(all, lane % 2 == 0);
  unsigned half = 0;
  if (lane < 16) half = __ballot_sync(0xffff, lane % 8 == 0);
  const unsigned results[] = {ballot,
                              half,
                              __any_sync(all, lane == 3) != 0,
                              __any_sync(all, 0) != 0,
                              __all_sync(all, lane < 31) != 0,
                              __all_sync(all, 1) != 0,
                              __match_any_sync(all, lane % 3),
                              __match_all_sync(all, 42, &same),
                              __match_all_sync(all, lane, &differ),
                              __reduce_add_sync(all, lane),
                              __reduce_max_sync(all, lane),
                              __reduce_min_sync(all, lane),
                              __reduce_and_sync(all, 0xff00u | lane),
                              __reduce_or_sync(all, 0xffffff00u | lane),
                              __reduce_xor_sync(all, lane),
                              (unsigned)__reduce_min_sync(all, (int)lane - 16),
                              (unsigned)__reduce_max_sync(all, (int)lane - 16)};
  if (lane == 5)
    for (int i = 0; i < 17; ++i) out[i] = results[i];
  if (lane == 5) out[17] = same, out[18] = differ;
}

__global__ void partial(unsigned* out) {
  const unsigned lanes = 0xfffff;
  const unsigned ballot = __ballot_sync(lanes, 1), sum = __reduce_add_sync(lanes, threadIdx.x);
  if (threadIdx.x == 19) out[0] = ballot, out[1] = sum;
}

int main() {
  unsigned *out, v[21];
  cudaMalloc(&out, sizeof v);
  vote<<<1, 32>>>(out);
  partial<<<1, 20>>>(out + 19);
  cudaMemcpy(v, out, sizeof v, cudaMemcpyDeviceToHost);
  printf("ballot %08x, low half %08x, any %d %d, all %d %d\n", v[0], v[1], v[2], v[3], v[4], v[5]);
  printf("match_any %08x, match_all %08x %d, %08x %d\n", v[6], v[7], v[17], v[8], v[18]);
  printf("reduce %u %u %u and %08x or %08x xor %08x signed %d %d\n", v[9], v[10], v[11], v[12], v[13], v[14],
         (int)v[15], (int)v[16]);
  printf("partial block: ballot %08x, sum %u\n", v[19], v[20]);
}
