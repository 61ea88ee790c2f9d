// Bits, conversions and math functions with exact results.
// prints: 16 24 31 0 5 0x80000000 33 4 0x04030201
// prints: 0x3f800000 1 -2 3 -3 4294967294 1 0xdeadbeef 0xbeefcafe
// prints: 0.5 2 0.25 7 3 -4 1 0 1.5
#include <cstdio>

__global__ void bits(unsigned* out) {
  unsigned n = 0;
  out[n++] = __popc(0xff00ffu);
  out[n++] = __clz(255);
  out[n++] = __clz(1);
  out[n++] = __ffs(0);
  out[n++] = __ffs(48);
  out[n++] = __brev(1);
  out[n++] = __popcll(0x1ffffffffull);
  out[n++] = __ffsll(8);
  out[n++] = __byte_perm(0x01020304, 0, 0x0123);
  out[n++] = __float_as_uint(1.0f);
  out[n++] = (unsigned)__int_as_float(0x3f800000);
  out[n++] = (unsigned)__mulhi(-3, 0x7fffffff);
  out[n++] = (unsigned)__float2int_rn(2.5f + 0.25f);
  out[n++] = (unsigned)__float2int_rd(-2.5f);
  out[n++] = __umulhi(0xffffffffu, 0xffffffffu);
  out[n++] = (unsigned)__mul24(1, 1);
  out[n++] = __funnelshift_l(0xcafebabe, 0xdeadbeef, 0);
  out[n++] = __funnelshift_r(0xcafebabe, 0xdeadbeef, 16);
}

__global__ void reals(float* out) {
  unsigned n = 0;
  out[n++] = rsqrtf(4.0f);
  out[n++] = fmaf(0.5f, 2.0f, 1.0f);
  out[n++] = __saturatef(0.25f);
  out[n++] = max(7.0f, -1.0f);
  out[n++] = min(3, 9);
  out[n++] = floorf(-3.5f);
  out[n++] = __saturatef(3.0f);
  out[n++] = __saturatef(-3.0f);
  out[n++] = __longlong_as_double(__double_as_longlong(1.5));
}

int main() {
  unsigned *out, v[18];
  float *real, r[9];
  cudaMalloc(&out, sizeof v);
  cudaMalloc(&real, sizeof r);
  bits<<<1, 1>>>(out);
  reals<<<1, 1>>>(real);
  cudaMemcpy(v, out, sizeof v, cudaMemcpyDeviceToHost);
  cudaMemcpy(r, real, sizeof r, cudaMemcpyDeviceToHost);
  printf("%u %u %u %u %u 0x%08x %u %u 0x%08x\n", v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8]);
  printf("0x%08x %u %d %d %d %u %u 0x%08x 0x%08x\n", v[9], v[10], (int)v[11], (int)v[12], (int)v[13], v[14],
         v[15], v[16], v[17]);
  printf("%g %g %g %g %g %g %g %g %g\n", r[0], r[1], r[2], r[3], r[4], r[5], r[6], r[7], r[8]);
}
