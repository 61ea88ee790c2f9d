// What generated programs are made with. Everything that a program does ends up in the tally, by operations that
// commute, or in a slot, whose owner says in which order its cells are written.
#include <cstdio>
#include <cstring>

using Key = unsigned long long;

#define RUN(...) \
  do {           \
    __VA_ARGS__; \
  } while (0)
#define SELF(...) __VA_ARGS__
#define TIMES(a) ((a) * 3 + 1)
#define WIDTH 6
#define FLAT                                                          \
  (((blockIdx.z * gridDim.y + blockIdx.y) * gridDim.x + blockIdx.x) * \
       (blockDim.x * blockDim.y * blockDim.z) +                       \
   (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x)

struct Pair {
  int a, b;
};

// An argument of several slots of a queue.
struct Wide {
  int first, between[60], last;
};

// Cells that the launches of one thread write in the order of its stream.
struct Slot {
  Key key;
  unsigned cells[16];
};

constexpr unsigned kSlots = 1 << 14;
static __device__ Key tally[3];
static __device__ Slot slots[kSlots];
static __device__ unsigned slots_used;

__host__ __device__ inline Key mix(Key a, Key b) {
  a ^= b + 0x9e3779b97f4a7c15ull + (a << 6) + (a >> 2);
  a *= 0xff51afd7ed558ccdull;
  return a ^ (a >> 33);
}

__device__ inline void note(Key key, Key value) {
#ifdef TRACE
  printf("note %016llx %llu\n", key, value);
#endif
  const Key mixed = mix(key, value);
  atomicAdd(&tally[0], mixed);
  atomicMax(&tally[1], mixed);
  atomicAdd(&tally[2], 1ull);
}

__device__ inline Slot* new_slot(Key key) {
  const unsigned index = atomicAdd(&slots_used, 1u);
  if (index >= kSlots) return nullptr;
  slots[index].key = key;
  return &slots[index];
}

// Waits for the device and says what a program did; nothing of it is left for the next one.
inline void finish(const char* name) {
  const cudaError_t error = cudaDeviceSynchronize(), last = cudaGetLastError();
  static Slot host_slots[kSlots];
  Key sums[3] = {}, ordered = 0;
  unsigned used = 0;
  cudaMemcpyFromSymbol(sums, tally, sizeof sums);
  cudaMemcpyFromSymbol(&used, slots_used, sizeof used);
  if (used > kSlots) used = kSlots;
  if (used > 0) cudaMemcpyFromSymbol(host_slots, slots, used * sizeof(Slot));
  for (unsigned i = 0; i < used; ++i) {
    Key own = host_slots[i].key;
    for (unsigned cell : host_slots[i].cells) own = mix(own, cell);
    ordered += own;
  }
  std::printf("%s %llx %llx %llu %u %llx %s %s\n", name, sums[0], sums[1], sums[2], used, ordered,
              cudaGetErrorName(error), cudaGetErrorName(last));
  std::fflush(stdout);
  std::memset(host_slots, 0, used * sizeof(Slot));
  const Key none[3] = {};
  cudaMemcpyToSymbol(tally, none, sizeof none);
  if (used > 0) cudaMemcpyToSymbol(slots, host_slots, used * sizeof(Slot));
  used = 0;
  cudaMemcpyToSymbol(slots_used, &used, sizeof used);
}
