// Quicksort with dynamic parallelism: a grid splits its segment at a pivot, and its last block launches a grid for each
// of the two parts; short parts are sorted by one block in shared memory.
//
//     quicksort [--keys N] [--distinct N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the sort of the default size launches about 24,000 grids, and a fire-and-forget launch past those that
// CUDA keeps pending (2048) hangs: `--pending-limit 65536` makes room for all of them. `--flat` keeps the segments of a
// level in a list, and has a host launch for each level. `--distinct` takes keys of that many values only.
#include <random>

#include "../common/sample.h"

constexpr int kBlock = 256;
constexpr int kTile = 4 * kBlock;  // keys that a block splits
constexpr int kLeaf = 2 * kBlock;  // keys that a block sorts at once: longer segments are split

// ---- one segment

// How many blocks have split their tile, and how many keys they moved to either end of the segment.
struct Progress {
  int blocks, less, greater;
};

// Segments that are split at one time have more than kLeaf keys each, so that no two share an entry of `progress`.
struct Memory {
  unsigned* sorted;
  Progress* progress;
};

struct Parts {
  int less, greater;
};

__device__ unsigned median(unsigned a, unsigned b, unsigned c) { return max(min(a, b), min(max(a, b), c)); }

// The median of medians of 27 keys: all blocks of a segment find the same, and hardly any is near an end.
__device__ unsigned pivot_of(const unsigned* keys, int size) {
  __shared__ unsigned thirds[9];
  if (threadIdx.x < 9) {
    const int step = size / 27, first = 3 * threadIdx.x * step;
    thirds[threadIdx.x] = median(keys[first], keys[first + step], keys[first + 2 * step]);
  }
  __syncthreads();
  return median(median(thirds[0], thirds[1], thirds[2]), median(thirds[3], thirds[4], thirds[5]),
                median(thirds[6], thirds[7], thirds[8]));
}

// The sum of the values of the block's threads before this one, and of all of them.
__device__ int sum_before(int value, int& total) {
  __shared__ int sums[kBlock];
  sums[threadIdx.x] = value;
  __syncthreads();
  for (unsigned distance = 1; distance < kBlock; distance *= 2) {
    const int before = threadIdx.x >= distance ? sums[threadIdx.x - distance] : 0;
    __syncthreads();
    sums[threadIdx.x] += before;
    __syncthreads();
  }
  total = sums[kBlock - 1];
  return sums[threadIdx.x] - value;
}

// Moves the keys of a block's tile that are less than the pivot to the front of `to`, and those that are greater to its
// end. True in the last block of the segment to do so, which finds how long the parts are.
__device__ bool split_tile(const unsigned* from, unsigned* to, int begin, int size, int tile, Memory memory,
                           Parts& parts) {
  __shared__ int less_before, greater_before;
  __shared__ bool is_last;
  __shared__ Parts found;
  Progress& progress = memory.progress[begin / kLeaf];
  const unsigned pivot = pivot_of(from + begin, size);
  const int first = tile * kTile + threadIdx.x, tile_end = min((tile + 1) * kTile, size);

  int own = 0, in_tile = 0;  // keys that are less in the low 16 bits, those that are greater in the high ones
  for (int i = first; i < tile_end; i += kBlock) {
    const unsigned key = from[begin + i];
    own += (key < pivot) + ((key > pivot) << 16);
  }
  const int before = sum_before(own, in_tile);
  if (threadIdx.x == 0) {
    less_before = atomicAdd(&progress.less, in_tile & 0xffff);
    greater_before = atomicAdd(&progress.greater, in_tile >> 16);
  }
  __syncthreads();
  int less = begin + less_before + (before & 0xffff);
  int greater = begin + size - 1 - greater_before - (before >> 16);
  for (int i = first; i < tile_end; i += kBlock) {
    const unsigned key = from[begin + i];
    if (key < pivot) to[less++] = key;
    if (key > pivot) to[greater--] = key;
  }

  __threadfence();  // all of that before the block counts as done
  __syncthreads();
  if (threadIdx.x == 0) {
    is_last = atomicAdd(&progress.blocks, 1) == (size - 1) / kTile;
    if (is_last) {
      __threadfence();
      found = {atomicAdd(&progress.less, 0), atomicAdd(&progress.greater, 0)};
      progress = {0, 0, 0};
    }
  }
  __syncthreads();
  parts = found;
  if (is_last)
    for (int i = parts.less + threadIdx.x; i < size - parts.greater; i += kBlock)
      memory.sorted[begin + i] = pivot;  // keys like the pivot are where they belong
  return is_last;
}

// Batcher's bitonic sort (1968) of up to kLeaf keys.
__device__ void sort_segment(const unsigned* from, int begin, int size, Memory memory) {
  __shared__ unsigned keys[kLeaf];
  int padded = 2;
  while (padded < size) padded *= 2;
  for (int i = threadIdx.x; i < padded; i += kBlock) keys[i] = i < size ? from[begin + i] : ~0u;
  __syncthreads();
  for (int run = 2; run <= padded; run *= 2)
    for (int distance = run / 2; distance > 0; distance /= 2) {
      const int low = 2 * threadIdx.x - (threadIdx.x & (distance - 1)), high = low + distance;
      if (high < padded && (keys[low] > keys[high]) == ((low & run) == 0)) {
        const unsigned key = keys[low];
        keys[low] = keys[high];
        keys[high] = key;
      }
      __syncthreads();
    }
  for (int i = threadIdx.x; i < size; i += kBlock) memory.sorted[begin + i] = keys[i];
}

// ---- with dynamic parallelism

__global__ void sort_leaf(const unsigned* from, int begin, int size, Memory memory) {
  sort_segment(from, begin, size, memory);
}

__global__ void quicksort(unsigned* from, unsigned* to, int begin, int size, Memory memory);

__device__ void sort_part(unsigned* from, unsigned* to, int begin, int size, Memory memory) {
  if (size > kLeaf)
    quicksort<<<(size + kTile - 1) / kTile, kBlock, 0, cudaStreamFireAndForget>>>(from, to, begin, size,
                                                                                  memory);
  else if (size > 0)
    sort_leaf<<<1, kBlock, 0, cudaStreamFireAndForget>>>(from, begin, size, memory);
}

__global__ void quicksort(unsigned* from, unsigned* to, int begin, int size, Memory memory) {
  Parts parts;
  if (split_tile(from, to, begin, size, blockIdx.x, memory, parts) && threadIdx.x == 0) {
    sort_part(to, from, begin, parts.less, memory);
    sort_part(to, from, begin + size - parts.greater, parts.greater, memory);
  }
}

// ---- the same without dynamic parallelism, for comparison

struct Segment {
  int begin, size;
};

// How many segments are to be split next, how long the longest is, and how many are short.
struct Counts {
  int segments, longest, leaves;
};

struct Lists {
  Segment *segments, *leaves;
  Counts* counts;
};

__device__ void list_part(int begin, int size, Lists lists) {
  if (size > kLeaf) {
    lists.segments[atomicAdd(&lists.counts->segments, 1)] = {begin, size};
    atomicMax(&lists.counts->longest, size);
  } else if (size > 0) {
    lists.leaves[atomicAdd(&lists.counts->leaves, 1)] = {begin, size};
  }
}

// Each segment has as many blocks as the longest one needs.
__global__ void split_level(const Segment* segments, const unsigned* from, unsigned* to, Memory memory,
                            Lists next) {
  const Segment segment = segments[blockIdx.x];
  const int tile = blockIdx.y;
  Parts parts;
  if (tile * kTile < segment.size && split_tile(from, to, segment.begin, segment.size, tile, memory, parts) &&
      threadIdx.x == 0) {
    list_part(segment.begin, parts.less, next);
    list_part(segment.begin + segment.size - parts.greater, parts.greater, next);
  }
}

__global__ void sort_leaves(const Segment* leaves, const unsigned* from, Memory memory) {
  sort_segment(from, leaves[blockIdx.x].begin, leaves[blockIdx.x].size, memory);
}

void sort_flat(unsigned* from, unsigned* to, int size, Memory memory, Lists current, Lists next) {
  Counts counts{1, size, 0};
  const Segment all{0, size};
  CHECK(cudaMemcpyAsync(current.segments, &all, sizeof all, cudaMemcpyHostToDevice));
  while (counts.segments > 0) {
    const dim3 blocks(counts.segments, (counts.longest + kTile - 1) / kTile);
    CHECK(cudaMemsetAsync(next.counts, 0, sizeof counts));
    split_level<<<blocks, kBlock>>>(current.segments, from, to, memory, next);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&counts, next.counts, sizeof counts, cudaMemcpyDeviceToHost));
    if (counts.leaves > 0) sort_leaves<<<counts.leaves, kBlock>>>(next.leaves, to, memory);
    CHECK(cudaGetLastError());
    std::swap(from, to);
    std::swap(current, next);
  }
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("quicksort", argc, argv);
  const int size = arguments.number("--keys", 1 << 22), distinct = arguments.number("--distinct", 0);
  const int seed = arguments.number("--seed", 1), repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  std::mt19937 random(seed);
  std::vector<unsigned> keys(size);
  for (unsigned& key : keys) key = distinct ? random() % distinct : random();
  std::vector<unsigned> expected = keys;
  std::sort(expected.begin(), expected.end());

  unsigned *from = device_copy(keys), *to = device_copy(keys);
  const Memory memory{device_copy(keys), device_copy(std::vector<Progress>(size / kLeaf + 1))};
  // a segment that is split has more than kLeaf keys, and makes up to two leaves
  const std::vector<Segment> segments(2 * (size / kLeaf + 1));
  const Lists current{device_copy(segments), device_copy(segments), device_copy(std::vector<Counts>(1))};
  const Lists next{device_copy(segments), device_copy(segments), device_copy(std::vector<Counts>(1))};

  const auto prepare = [&] {
    CHECK(cudaMemcpy(from, keys.data(), size * sizeof(unsigned), cudaMemcpyHostToDevice));
    CHECK(cudaMemset(memory.sorted, 0xff, size * sizeof(unsigned)));
  };
  const auto run = [&] {
    if (flat)
      sort_flat(from, to, size, memory, current, next);
    else
      quicksort<<<(size + kTile - 1) / kTile, kBlock>>>(from, to, 0, size, memory);
    CHECK(cudaGetLastError());
  };
  const auto check = [&] {
    const std::vector<unsigned> sorted = host_copy(memory.sorted, size);
    size_t wrong = 0;
    for (int i = 0; i < size; ++i) wrong += sorted[i] != expected[i];
    return wrong;
  };

  const std::string values = distinct ? ", " + std::to_string(distinct) + " values" : "";
  const int exit_code =
      time_runs("quicksort", std::to_string(size) + " keys" + values, repeats, prepare, run, check);
  for (unsigned* memory_of_keys : {from, to, memory.sorted}) CHECK(cudaFree(memory_of_keys));
  CHECK(cudaFree(memory.progress));
  for (const Lists& lists : {current, next}) {
    CHECK(cudaFree(lists.segments));
    CHECK(cudaFree(lists.leaves));
    CHECK(cudaFree(lists.counts));
  }
  return exit_code;
}
