// The equi-join of two tables through a hash index, with dynamic parallelism: a thread a row of the left table, and for
// each row one child grid over its bucket of the right table's index.
//
//     join [--rows N] [--rows-per-key N] [--keys uniform|gaussian] [--seed N] [--repeats N] [--flat]
//          [--pending-limit N]
//
// As it stands, the two passes launch more child grids than CUDA keeps pending (2048), and CUDA drops the rest:
// `--pending-limit 1048576` makes room for all of them. `--flat` goes over the buckets in a loop instead.
#include <random>

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
  int *count, *begin, *written;
  int* total;
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
  if (row < rows) result.begin[row] = atomicAdd(result.total, result.count[row]);
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
  int next = result.begin[row];
  for (int i = index.start[bucket]; i < index.start[bucket + 1]; ++i)
    if (index.key[i] == key) result.pairs[next++] = {row, index.row[i]};
}

void join(int rows, const int* keys, const Index& index, const Result& result, bool flat) {
  const int blocks = (rows + kBlock - 1) / kBlock;
  CHECK(cudaMemsetAsync(result.total, 0, sizeof(int)));
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
  std::vector<int> rows_with;        // of the right one, by key
  int buckets() const { return static_cast<int>(start.size()) - 1; }
};

// Sums of twelve uniform numbers are close enough to a normal distribution, and the same with every library.
int draw_key(std::mt19937_64& random, int keys, bool gaussian) {
  if (!gaussian) return static_cast<int>(random() % keys);
  constexpr int kSigmas = 32;  // from the mean to the ends of the range
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += static_cast<double>(random() >> 11) / (1ull << 53);
  return static_cast<int>(keys / 2.0 * (1 + sum / kSigmas));
}

// The keys of the left table are uniform, those of the right one as asked for.
Tables make_tables(int rows, int rows_per_key, bool gaussian, unsigned seed) {
  const int keys = std::max(rows / rows_per_key, 1), buckets = std::max(keys / kKeysPerBucket, 1);
  std::mt19937_64 random(seed);
  Tables tables;
  for (int row = 0; row < rows; ++row) {
    tables.left.push_back(draw_key(random, keys, false));
    tables.right.push_back(draw_key(random, keys, gaussian));
  }
  tables.rows_with.resize(keys);
  tables.start.resize(buckets + 1);
  for (const int key : tables.right) {
    ++tables.rows_with[key];
    ++tables.start[bucket_of(key, buckets) + 1];
  }
  for (int bucket = 0; bucket < buckets; ++bucket) tables.start[bucket + 1] += tables.start[bucket];
  tables.key.resize(rows);
  tables.row.resize(rows);
  std::vector<int> next = tables.start;
  for (int row = 0; row < rows; ++row) {
    const int at = next[bucket_of(tables.right[row], buckets)]++;
    tables.key[at] = tables.right[row];
    tables.row[at] = row;
  }
  return tables;
}

// A row's matches are right if they are as many as there should be, with the row's key, and no row twice.
size_t count_wrong(const Tables& tables, const Result& result, int total) {
  const int rows = static_cast<int>(tables.left.size());
  const std::vector<int> count = host_copy(result.count, rows), begin = host_copy(result.begin, rows);
  const std::vector<Pair> pairs = host_copy(result.pairs, total);
  std::atomic<size_t> wrong = 0;
  on_all_cores([&](int core, int cores) {
    std::vector<int> seen_by(rows, -1);
    for (int row = core; row < rows; row += cores) {
      const int key = tables.left[row];
      bool right = count[row] == tables.rows_with[key] && begin[row] >= 0 && begin[row] <= total - count[row];
      for (int i = 0; right && i < count[row]; ++i) {
        const Pair pair = pairs[begin[row] + i];
        right = pair.left == row && pair.right >= 0 && pair.right < rows && tables.right[pair.right] == key &&
                seen_by[pair.right] != row;
        if (right) seen_by[pair.right] = row;
      }
      wrong += !right;
    }
  });
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
  int total = 0, largest = 0;
  for (const int key : tables.left) total += tables.rows_with[key];
  for (int bucket = 0; bucket < tables.buckets(); ++bucket)
    largest = std::max(largest, tables.start[bucket + 1] - tables.start[bucket]);

  int* keys = device_copy(tables.left);
  int *start = device_copy(tables.start), *key = device_copy(tables.key), *row = device_copy(tables.row);
  const Index index{start, key, row, tables.buckets()};
  Result result;
  CHECK(cudaMalloc(&result.count, rows * sizeof(int)));
  CHECK(cudaMalloc(&result.begin, rows * sizeof(int)));
  CHECK(cudaMalloc(&result.written, rows * sizeof(int)));
  CHECK(cudaMalloc(&result.total, sizeof(int)));
  CHECK(cudaMalloc(&result.pairs, std::max(total, 1) * sizeof(Pair)));

  const std::string input = distribution + ", " + std::to_string(rows) + " rows, buckets of up to " +
                            std::to_string(largest) + ", " + std::to_string(total) + " matches";
  const int exit_code = time_runs(
      "join", input, repeats, [&] { CHECK(cudaMemset(result.pairs, 0xff, total * sizeof(Pair))); },
      [&] { join(rows, keys, index, result, flat); }, [&] { return count_wrong(tables, result, total); });
  for (int* memory : {keys, start, key, row, result.count, result.begin, result.written, result.total})
    CHECK(cudaFree(memory));
  CHECK(cudaFree(result.pairs));
  return exit_code;
}
