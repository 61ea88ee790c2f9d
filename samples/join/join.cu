// The equi-join of two tables through a hash index, with dynamic parallelism: a thread a row of the left table, and for
// each row one child grid over its bucket of the right table's index.
//
//     join [--rows N] [--rows-per-key N] [--keys uniform|gaussian] [--seed N] [--repeats N] [--flat]
//          [--pending-limit N]
//
// As it stands, the two passes launch more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` goes over the buckets in a loop instead.
#include "../common/mixed.h"
#include "../common/sample.h"

constexpr int kBlock = 128;
constexpr int kKeysPerBucket = 4;

// ---- the join

// The right table by hash of the key: the rows of bucket b are those from start[b] to start[b + 1].
struct Index {
  const int *start, *key, *row;
  int buckets;
};

struct Pair {
  int left, right;
};

// The matches of the left row r are count[r] pairs from begin[r].
struct Result {
  int *count, *written;
  unsigned long long *begin, *total;
  Pair* pairs;
};

// Multiplicative hashing (Knuth).
__host__ __device__ int bucket_of(int key, int buckets) {
  const unsigned hash = static_cast<unsigned>(key) * 2654435769u;
  return static_cast<int>(static_cast<unsigned long long>(hash) * buckets >> 32);
}

__global__ void count_in_bucket(const int* keys, int size, int key, int* count) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < size && keys[i] == key) atomicAdd(count, 1);
}

__global__ void count_matches(int rows, const int* keys, Index index, Result result) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  result.count[row] = 0;
  const int bucket = bucket_of(keys[row], index.buckets), start = index.start[bucket];
  const int size = index.start[bucket + 1] - start;
  if (size > 0)
    count_in_bucket<<<(size + kBlock - 1) / kBlock, kBlock>>>(index.key + start, size, keys[row],
                                                              &result.count[row]);
}

// Where the matches of a row are depends on the schedule; what they are does not.
__global__ void reserve(int rows, Result result) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  result.begin[row] = atomicAdd(result.total, static_cast<unsigned long long>(result.count[row]));
}

__global__ void write_from_bucket(int start, int size, int key, int row, Index index, Result result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= size || index.key[start + i] != key) return;
  const int match = atomicAdd(&result.written[row], 1);
  result.pairs[result.begin[row] + match] = {row, index.row[start + i]};
}

__global__ void write_matches(int rows, const int* keys, Index index, Result result) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows || result.count[row] == 0) return;
  result.written[row] = 0;
  const int bucket = bucket_of(keys[row], index.buckets), start = index.start[bucket];
  const int size = index.start[bucket + 1] - start;
  write_from_bucket<<<(size + kBlock - 1) / kBlock, kBlock>>>(start, size, keys[row], row, index, result);
}

// The same without dynamic parallelism, for comparison.
__global__ void count_matches_flat(int rows, const int* keys, Index index, Result result) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int key = keys[row], bucket = bucket_of(key, index.buckets);
  int count = 0;
  for (int i = index.start[bucket]; i < index.start[bucket + 1]; ++i) count += index.key[i] == key;
  result.count[row] = count;
}

__global__ void write_matches_flat(int rows, const int* keys, Index index, Result result) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int key = keys[row], bucket = bucket_of(key, index.buckets);
  unsigned long long next = result.begin[row];
  for (int i = index.start[bucket]; i < index.start[bucket + 1]; ++i)
    if (index.key[i] == key) result.pairs[next++] = {row, index.row[i]};
}

void join(int rows, const int* keys, const Index& index, const Result& result, bool flat) {
  const int blocks = (rows + kBlock - 1) / kBlock;
  CHECK(cudaMemsetAsync(result.total, 0, sizeof *result.total));
  if (flat)
    count_matches_flat<<<blocks, kBlock>>>(rows, keys, index, result);
  else
    count_matches<<<blocks, kBlock>>>(rows, keys, index, result);
  CHECK(cudaGetLastError());
  reserve<<<blocks, kBlock>>>(rows, result);
  CHECK(cudaGetLastError());
  if (flat)
    write_matches_flat<<<blocks, kBlock>>>(rows, keys, index, result);
  else
    write_matches<<<blocks, kBlock>>>(rows, keys, index, result);
  CHECK(cudaGetLastError());
}

// ---- the tables

struct Tables {
  std::vector<int> left, right;      // keys by row
  std::vector<int> start, key, row;  // the index of the right one
  // Of the right one, by key: how many rows have it, and the sum of what mixed() makes of their numbers.
  std::vector<std::atomic<int>> rows_with;
  std::vector<std::atomic<unsigned long long>> sum;
  int buckets() const { return static_cast<int>(start.size()) - 1; }
};

// Sums of twelve uniform numbers are close enough to a normal distribution, and the same with every library.
int draw_key(unsigned long long place, int keys, bool gaussian, unsigned seed) {
  if (!gaussian) return draw_below(keys, place, seed);
  constexpr int kSigmas = 32;  // from the mean to the ends of the range
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += draw_fraction(place * 12 + i, seed);
  return static_cast<int>(keys / 2.0 * (1 + sum / kSigmas));
}

// The keys of the left table are uniform, those of the right one as asked for.
Tables make_tables(int rows, int rows_per_key, bool gaussian, unsigned seed) {
  const int keys = std::max(rows / rows_per_key, 1), buckets = std::max(keys / kKeysPerBucket, 1);
  const size_t size = rows;
  Tables tables{std::vector<int>(size),
                std::vector<int>(size),
                std::vector<int>(buckets + 1),
                std::vector<int>(size),
                std::vector<int>(size),
                std::vector<std::atomic<int>>(keys),
                std::vector<std::atomic<unsigned long long>>(keys)};
  std::vector<std::atomic<int>> next(buckets);
  const auto for_rows = [rows](auto&& each) {
    on_all_cores([&](int core, int cores) {
      for (long long row = core; row < rows; row += cores) each(static_cast<int>(row));
    });
  };
  for_rows([&](int row) {
    tables.left[row] = draw_key(row, keys, false, seed);
    const int key = tables.right[row] = draw_key(row, keys, gaussian, seed + 1);
    tables.rows_with[key].fetch_add(1, std::memory_order_relaxed);
    tables.sum[key].fetch_add(mixed(row), std::memory_order_relaxed);
    next[bucket_of(key, buckets)].fetch_add(1, std::memory_order_relaxed);
  });
  for (int bucket = 0; bucket < buckets; ++bucket)
    tables.start[bucket + 1] = tables.start[bucket] + next[bucket].exchange(tables.start[bucket]);
  for_rows([&](int row) {
    const int key = tables.right[row];
    const int at = next[bucket_of(key, buckets)].fetch_add(1, std::memory_order_relaxed);
    tables.key[at] = key;
    tables.row[at] = row;
  });
  return tables;
}

// A row's matches are right if they are as many as there should be, with the row's key, and no row twice: then the sum of
// mixed() over them is that of the key. Each place of the result has to be within what its row reserved: as the places are as
// many as all rows reserved together, no two rows share one.
size_t count_wrong(const Tables& tables, const Result& result, long long total) {
  constexpr long long kChunk = 1 << 25;  // pairs
  const int rows = static_cast<int>(tables.left.size());
  const std::vector<int> count = host_copy(result.count, rows);
  const std::vector<unsigned long long> begin = host_copy(result.begin, rows);
  std::vector<std::atomic<unsigned long long>> sum(rows);
  std::vector<Pair> pairs(std::min(total, kChunk));
  std::atomic<size_t> wrong{0};
  for (long long first = 0; first < total; first += kChunk) {
    const long long size = std::min(kChunk, total - first);
    CHECK(cudaMemcpy(pairs.data(), result.pairs + first, size * sizeof(Pair), cudaMemcpyDeviceToHost));
    on_all_cores([&](int core, int cores) {
      for (long long i = size * core / cores; i < size * (core + 1) / cores; ++i) {
        const Pair pair = pairs[i];
        const bool right = pair.left >= 0 && pair.left < rows && pair.right >= 0 && pair.right < rows &&
                           tables.left[pair.left] == tables.right[pair.right] &&
                           static_cast<unsigned long long>(first + i) - begin[pair.left] <
                               static_cast<unsigned long long>(count[pair.left]);
        if (right)
          sum[pair.left].fetch_add(mixed(pair.right), std::memory_order_relaxed);
        else
          ++wrong;
      }
    });
  }
  for (int row = 0; row < rows; ++row) {
    const int key = tables.left[row];
    wrong += count[row] != tables.rows_with[key] || (count[row] > 0 && sum[row] != tables.sum[key]);
  }
  return wrong;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("join", argc, argv);
  const int rows = arguments.number("--rows", 1 << 18), seed = arguments.number("--seed", 1);
  const int rows_per_key = arguments.number("--rows-per-key", 64);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  const char* keys_text = arguments.text("--keys");
  const std::string distribution = keys_text ? keys_text : "gaussian";
  set_pending_limit(arguments);
  arguments.finish();
  if (distribution != "uniform" && distribution != "gaussian") {
    std::fprintf(stderr, "join: --keys needs uniform or gaussian\n");
    return 2;
  }

  const Tables tables = make_tables(rows, rows_per_key, distribution == "gaussian", seed);
  long long total = 0;
  int largest = 0;
  for (const int key : tables.left) total += tables.rows_with[key];
  for (int bucket = 0; bucket < tables.buckets(); ++bucket)
    largest = std::max(largest, tables.start[bucket + 1] - tables.start[bucket]);

  int* keys = device_copy(tables.left);
  int *start = device_copy(tables.start), *key = device_copy(tables.key), *row = device_copy(tables.row);
  const Index index{start, key, row, tables.buckets()};
  Result result;
  CHECK(cudaMalloc(&result.count, rows * sizeof *result.count));
  CHECK(cudaMalloc(&result.written, rows * sizeof *result.written));
  CHECK(cudaMalloc(&result.begin, rows * sizeof *result.begin));
  CHECK(cudaMalloc(&result.total, sizeof *result.total));
  CHECK(cudaMalloc(&result.pairs, std::max(total, 1ll) * sizeof(Pair)));

  const std::string input = distribution + ", " + std::to_string(rows) + " rows, buckets of up to " +
                            std::to_string(largest) + ", " + std::to_string(total) + " matches";
  // counting reads both tables' keys and the buckets, and writes a count a row; reserving reads that and writes 8 bytes;
  // writing reads all of these and the right rows' numbers, and writes the pairs
  const Work work{rows, "rows", 48ll * rows + 8ll * tables.buckets() + 8 * total};
  const int exit_code = time_runs(
      "join", input, repeats, [&] { CHECK(cudaMemset(result.pairs, 0xff, total * sizeof(Pair))); },
      [&] { join(rows, keys, index, result, flat); }, [&] { return count_wrong(tables, result, total); },
      work);
  for (int* memory : {keys, start, key, row, result.count, result.written}) CHECK(cudaFree(memory));
  CHECK(cudaFree(result.begin));
  CHECK(cudaFree(result.total));
  CHECK(cudaFree(result.pairs));
  return exit_code;
}
