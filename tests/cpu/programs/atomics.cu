// Every atomic function, over several blocks.
// prints: add 1024 sub -1024 min -5 max 1023 and 0 or 1023 xor 0
// prints: inc 24 dec 76 float 512 double 256 u64 8796093022208 exchanged 1 cas 1024
#include <cstdio>

struct Cells {
  int add, sub, min, max, cas;
  unsigned bits_and, bits_or, bits_xor, inc, dec, exchanged;
  float real;
  double wide;
  unsigned long long big;
};

__global__ void change(Cells* cells) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  atomicAdd(&cells->add, 1);
  atomicSub(&cells->sub, 1);
  atomicMin(&cells->min, i - 5);
  atomicMax(&cells->max, i);
  atomicAnd(&cells->bits_and, i);
  atomicOr(&cells->bits_or, i);
  atomicXor(&cells->bits_xor, i);
  atomicInc(&cells->inc, 99);
  atomicDec(&cells->dec, 99);
  atomicAdd(&cells->real, 0.5f);
  atomicAdd(&cells->wide, 0.25);
  atomicAdd(&cells->big, 1ull << 33);
  atomicExch(&cells->exchanged, 1);
  int seen = cells->cas, before;
  do {
    before = seen;
    seen = atomicCAS(&cells->cas, before, before + 1);
  } while (seen != before);
}

int main() {
  Cells* cells;
  cudaMallocManaged(&cells, sizeof(Cells));
  *cells = {};
  cells->bits_and = ~0u;
  change<<<8, 128>>>(cells);
  cudaDeviceSynchronize();
  printf("add %d sub %d min %d max %d and %u or %u xor %u\n", cells->add, cells->sub, cells->min, cells->max,
         cells->bits_and, cells->bits_or, cells->bits_xor);
  printf("inc %u dec %u float %g double %g u64 %llu exchanged %u cas %d\n", cells->inc, cells->dec,
         cells->real, cells->wide, cells->big, cells->exchanged, cells->cas);
}
