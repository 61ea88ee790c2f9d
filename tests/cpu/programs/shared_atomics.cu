// Every atomic function on shared variables of a child kernel.
// prints: add 96 sub -32 min -5 max 31 and 0 or 31 xor 0 inc 4 dec 1
// prints: float 16 double 8 u64 274877906944 exchanged 1 cas 32 short 7 wrapped -2147483617
#include <cstdio>

struct Answers {
  int add, sub, min, max, cas, bits_and, bits_or, bits_xor, wrapped;
  unsigned inc, dec, exchanged, half_word;
  float real;
  double wide;
  unsigned long long big;
};

__global__ void change(Answers* answers) {
  __shared__ int add, sub, smallest, largest, cas, bits_and, bits_or, bits_xor, wrapped;
  __shared__ unsigned inc, dec, exchanged;
  __shared__ unsigned short half_word;
  __shared__ float real[2];
  __shared__ double wide;
  __shared__ unsigned long long big;
  const int i = threadIdx.x;
  if (i == 0) {
    add = sub = smallest = largest = cas = bits_or = bits_xor = inc = exchanged = half_word = 0;
    bits_and = -1;
    dec = 3;
    wrapped = 2147483647;
    real[0] = real[1] = 0;
    wide = 0;
    big = 0;
  }
  __syncthreads();
  atomicAdd(&add, 1);
  atomicAdd_block(&add, 1u);
  atomicAdd_system(&add, 1);
  atomicSub(&sub, 1);
  atomicMin(&smallest, i - 5);
  atomicMax(&largest, i);
  atomicAnd(&bits_and, i);
  atomicOr(&bits_or, i);
  atomicXor(&bits_xor, i);
  atomicInc(&inc, 6);
  atomicDec(&dec, 5);
  atomicAdd(&wrapped, 1);
  atomicAdd(&real[i % 2], 0.5);
  atomicAdd(real, 0);
  atomicAdd(&wide, 0.25f);
  atomicAdd(&big, 1ull << 33);
  atomicExch(&exchanged, 1);
  atomicCAS(&half_word, static_cast<unsigned short>(0), static_cast<unsigned short>(7));
  int seen = cas, before;
  do {
    before = seen;
    seen = atomicCAS(&cas, before, before + 1);
  } while (seen != before);
  __syncthreads();
  if (i > 0) return;
  answers->add = add, answers->sub = sub, answers->min = smallest, answers->max = largest;
  answers->bits_and = bits_and, answers->bits_or = bits_or, answers->bits_xor = bits_xor;
  answers->inc = inc, answers->dec = dec, answers->exchanged = exchanged, answers->cas = cas;
  answers->half_word = half_word, answers->wrapped = wrapped;
  answers->real = real[0] + real[1], answers->wide = wide, answers->big = big;
}

__global__ void parent(Answers* answers) { change<<<1, 32>>>(answers); }

int main() {
  Answers* a;
  cudaMallocManaged(&a, sizeof(Answers));
  parent<<<1, 1>>>(a);
  cudaDeviceSynchronize();
  printf("add %d sub %d min %d max %d and %d or %d xor %d inc %u dec %u\n", a->add, a->sub, a->min, a->max,
         a->bits_and, a->bits_or, a->bits_xor, a->inc, a->dec);
  printf("float %g double %g u64 %llu exchanged %u cas %d short %u wrapped %d\n", a->real, a->wide, a->big,
         a->exchanged, a->cas, a->half_word, a->wrapped);
}
