// Random sequences, branches and loops, each called several times with other pointers and sizes: as a region, and as a
// reference that the host computes.
// prints: 0 of 60 programs differ
#include <cstdio>
#include <cstring>
#include <spawn/graph.cuh>
#include <vector>

constexpr int kSlots = 6, kItems = 24, kCells = kSlots * kItems;

struct Random {
  unsigned long long state;
  explicit Random(unsigned seed) : state((seed + 1) * 0x9e3779b97f4a7c15ull) { below(1); }
  unsigned below(unsigned end) {
    state = state * 6364136223846793005ull + 1442695040888963407ull;
    return static_cast<unsigned>(state >> 33) % end;
  }
};

// What is done to `x`, of which `n` are looked at; what does not commute, so that order shows.
__host__ __device__ inline unsigned mixed(unsigned x, unsigned y, unsigned by, int i) {
  return (x * 5 + y * 3 + by) ^ static_cast<unsigned>(i);
}

__device__ void mix_one(unsigned* to, const unsigned* from, unsigned by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) to[i] = mixed(to[i], from[i], by, i);
}
__global__ void mix(unsigned* to, const unsigned* from, unsigned by, int n) { mix_one(to, from, by, n); }
__global__ void mix__step(const spawn::Step spawn_step, unsigned* to, const unsigned* from, unsigned by,
                          int n) {
  if (spawn_step.skips()) return;
  mix_one(to, from, by, n);
}
__global__ void mix_by_trip__step(const spawn::Step spawn_step, unsigned* to, const unsigned* from,
                                  unsigned spawn_by, int n) {
  if (spawn_step.skips()) return;
  mix_one(to, from, static_cast<unsigned>(spawn_by + spawn_step.trip() * 7), n);
}
__global__ void bump(unsigned* to, short by) { *to += by; }
__global__ void bump__step(const spawn::Step spawn_step, unsigned* to, short by) {
  if (spawn_step.skips()) return;
  *to += by;
}

enum class Do { kMix, kMixByTrip, kBump, kCopy, kSet, kStore, kBranch, kOtherwise, kEnd };
struct Call {
  Do what;
  int to, from;  // slots
  unsigned by;
  int n;
};

namespace {
struct spawn_if_bit {
  unsigned bit;
  __host__ __device__ bool operator()(unsigned value) const { return value >> bit & 1; }
};
struct spawn_again_below {
  long long limit;
  unsigned last;
  __host__ __device__ bool operator()(unsigned value, long long trips) const {
    return trips < limit && value % 16 != last;
  }
};
}  // namespace

static void add_calls(Random& random, std::vector<Call>& calls, int count, int depth, bool in_loop) {
  for (int i = 0; i < count; ++i) {
    const unsigned kind = random.below(depth < 2 ? 12 : 9);
    Call call{Do::kMix, static_cast<int>(random.below(kSlots)), static_cast<int>(random.below(kSlots)),
              random.below(100), 1 + static_cast<int>(random.below(kItems))};
    if (call.from == call.to) call.from = (call.to + 1) % kSlots;
    if (kind == 4) call.what = in_loop ? Do::kMixByTrip : Do::kMix;
    if (kind == 5) call.what = Do::kBump;
    if (kind == 6) call.what = Do::kCopy;
    if (kind == 7) call.what = Do::kSet;
    if (kind == 8) call.what = Do::kStore;
    if (kind < 9) {
      calls.push_back(call);
      continue;
    }
    call.what = Do::kBranch;
    call.by %= 3;
    calls.push_back(call);
    add_calls(random, calls, 1 + static_cast<int>(random.below(3)), depth + 1, in_loop);
    if (random.below(2)) {
      calls.push_back({Do::kOtherwise, 0, 0, 0, 0});
      add_calls(random, calls, 1 + static_cast<int>(random.below(3)), depth + 1, in_loop);
    }
    calls.push_back({Do::kEnd, 0, 0, 0, 0});
  }
}

// ---- on the host

static size_t end_of_side(const std::vector<Call>& calls, size_t i) {
  for (int depth = 0;; ++i) {
    if (depth == 0 && (calls[i].what == Do::kOtherwise || calls[i].what == Do::kEnd)) return i;
    depth += (calls[i].what == Do::kBranch) - (calls[i].what == Do::kEnd);
  }
}

static void compute(const std::vector<Call>& calls, size_t begin, size_t end, unsigned* cells,
                    long long trip) {
  for (size_t i = begin; i < end; ++i) {
    const Call& call = calls[i];
    unsigned *const to = cells + call.to * kItems, *const from = cells + call.from * kItems;
    switch (call.what) {
      case Do::kMix:
      case Do::kMixByTrip: {
        const unsigned by = call.by + (call.what == Do::kMixByTrip ? static_cast<unsigned>(trip * 7) : 0);
        for (int k = 0; k < call.n; ++k) to[k] = mixed(to[k], from[k], by, k);
        break;
      }
      case Do::kBump:
        *to += static_cast<short>(call.by) - 50;
        break;
      case Do::kCopy:
        std::memcpy(to, from, call.n * sizeof *to);
        break;
      case Do::kSet:
        std::memset(to, static_cast<int>(call.by), call.n * sizeof *to);
        break;
      case Do::kStore:
        *to = call.by;
        break;
      case Do::kBranch: {
        const size_t middle = end_of_side(calls, i + 1);
        const bool has_otherwise = calls[middle].what == Do::kOtherwise;
        const size_t last = has_otherwise ? end_of_side(calls, middle + 1) : middle;
        if (*to >> call.by & 1)
          compute(calls, i + 1, middle, cells, trip);
        else if (has_otherwise)
          compute(calls, middle + 1, last, cells, trip);
        i = last;
        break;
      }
      case Do::kOtherwise:
      case Do::kEnd:
        break;
    }
  }
}

static long long compute_loop(const std::vector<Call>& calls, unsigned* cells, spawn_again_below again) {
  long long trips = 0;
  do compute(calls, 0, calls.size(), cells, trips);
  while (again(cells[0], ++trips));
  return trips;
}

// ---- on the device

static void record(spawn::Region& region, const std::vector<Call>& calls, unsigned* d) {
  for (const Call& call : calls) {
    unsigned *const to = d + call.to * kItems, *const from = d + call.from * kItems;
    const int blocks = (call.n + 7) / 8;
    switch (call.what) {
      case Do::kMix:
        region.kernel(spawn::step(mix, mix__step), blocks, 8, 0, to, from, call.by, call.n);
        break;
      case Do::kMixByTrip:
        region.kernel(spawn::step(mix_by_trip__step), blocks, 8, 0, to, from, call.by, call.n);
        break;
      case Do::kBump:
        region.kernel(spawn::step(bump, bump__step), 1, 1, 0, to, static_cast<short>(call.by) - 50);
        break;
      case Do::kCopy:
        region.copy(to, from, call.n * sizeof *to, cudaMemcpyDeviceToDevice);
        break;
      case Do::kSet:
        region.set(to, static_cast<int>(call.by), call.n * sizeof *to);
        break;
      case Do::kStore:
        region.store(to, call.by);
        break;
      case Do::kBranch:
        region.branch(to, spawn_if_bit{call.by});
        break;
      case Do::kOtherwise:
        region.otherwise();
        break;
      case Do::kEnd:
        region.branch_end();
        break;
    }
  }
}

static bool differs(unsigned seed, spawn::Region& sequences, spawn::Region& loops, unsigned* d) {
  Random random(seed);
  const bool is_loop = random.below(2);
  std::vector<Call> calls;
  add_calls(random, calls, 1 + static_cast<int>(random.below(7)), 0, is_loop);
  std::vector<unsigned> cells(kCells), read(kCells);
  for (int time = 0; time < 5; ++time) {
    for (Call& call : calls) {  // the same topology, now and then with other parameters
      if (random.below(3) > 0 || call.what == Do::kOtherwise || call.what == Do::kEnd) continue;
      if (call.what != Do::kBranch)
        call.by = random.below(100), call.n = 1 + static_cast<int>(random.below(kItems));
      if (call.what == Do::kMix || call.what == Do::kCopy) {
        call.to = static_cast<int>(random.below(kSlots));
        call.from = (call.to + 1 + static_cast<int>(random.below(kSlots - 1))) % kSlots;
      }
    }
    for (unsigned& cell : cells) cell = random.below(1000);
    cudaMemcpy(d, cells.data(), kCells * sizeof(unsigned), cudaMemcpyHostToDevice);
    if (is_loop) {
      const spawn_again_below again{1 + static_cast<long long>(random.below(12)), random.below(16)};
      loops.begin();
      record(loops, calls, d);
      if (!loops.loop(static_cast<const unsigned*>(d), again)) continue;  // as written: nothing to see
      if (loops.trips() != compute_loop(calls, cells.data(), again) || loops.value<unsigned>() != cells[0])
        return true;
    } else {
      sequences.begin();
      record(sequences, calls, d);
      sequences.end();
      compute(calls, 0, calls.size(), cells.data(), 0);
    }
    cudaMemcpy(read.data(), d, kCells * sizeof(unsigned), cudaMemcpyDeviceToHost);
    if (read != cells) return true;
  }
  return false;
}

int main() {
  static thread_local spawn::Region sequences("region_random.cu:sequences"), loops("region_random.cu:loops");
  unsigned* d;
  cudaMalloc(&d, kCells * sizeof(unsigned));
  int different = 0;
  for (unsigned seed = 0; seed < 60; ++seed)
    if (differs(seed, sequences, loops, d)) {
      ++different;
      printf("program %u differs\n", seed);
    }
  printf("%d of 60 programs differ\n", different);
  return cudaDeviceSynchronize() != cudaSuccess || cudaGetLastError() != cudaSuccess;
}
