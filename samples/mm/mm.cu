// A sparse matrix times a sparse matrix by Gustavson's method, with dynamic parallelism: a thread a row of A, and for
// each row one child grid over its entries, each of which adds a row of B to the row of the result.
//
//     mm [--rows N] [--seed N] [--repeats N] [--flat] [--pending-limit N]
//
// As it stands, the product of large matrices launches more child grids than CUDA keeps pending (2048), and CUDA drops
// the rest: `--pending-limit 65536` makes room for all of them. `--flat` goes over the entries in a loop instead.
#include <random>

#include "../common/sample.h"

constexpr int kBlock = 128;
constexpr int kEmpty = -1;

// ---- the product

// A matrix in compressed sparse rows.
struct Matrix {
  const int *row, *column, *value;
};

// Row r of the result is a hash table of start[r + 1] - start[r] slots, a power of two that is more than it needs.
struct Result {
  const int* start;
  int *column, *value;
};

__device__ unsigned hash_of(int column) { return static_cast<unsigned>(column) * 2654435769u >> 8; }

__device__ void add(int column, int value, int start, unsigned mask, Result result) {
  unsigned slot = hash_of(column) & mask;
  for (;; slot = (slot + 1) & mask) {
    const int there = atomicCAS(&result.column[start + slot], kEmpty, column);
    if (there == kEmpty || there == column) break;
  }
  atomicAdd(&result.value[start + slot], value);
}

__global__ void add_rows(const int* columns, const int* values, int entries, int row, Matrix b,
                         Result result) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= entries) return;
  const int start = result.start[row];
  const unsigned mask = result.start[row + 1] - start - 1;
  for (int j = b.row[columns[i]]; j < b.row[columns[i] + 1]; ++j)
    add(b.column[j], values[i] * b.value[j], start, mask, result);
}

__global__ void multiply(int rows, Matrix a, Matrix b, Result result) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  const int begin = a.row[row];
  const int entries = a.row[row + 1] - begin;
  if (entries > 0)
    add_rows<<<(entries + kBlock - 1) / kBlock, kBlock>>>(a.column + begin, a.value + begin, entries, row, b,
                                                          result);
}

// The same without dynamic parallelism, for comparison. One thread has the row, and needs no atomics.
__global__ void multiply_flat(int rows, Matrix a, Matrix b, Result result) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= rows) return;
  int *columns = result.column + result.start[row], *values = result.value + result.start[row];
  const unsigned mask = result.start[row + 1] - result.start[row] - 1;
  for (int i = a.row[row]; i < a.row[row + 1]; ++i)
    for (int j = b.row[a.column[i]]; j < b.row[a.column[i] + 1]; ++j) {
      unsigned slot = hash_of(b.column[j]) & mask;
      while (columns[slot] != kEmpty && columns[slot] != b.column[j]) slot = (slot + 1) & mask;
      columns[slot] = b.column[j];
      values[slot] += a.value[i] * b.value[j];
    }
}

// ---- the matrices

struct HostMatrix {
  std::vector<int> row{0}, column, value;
  Matrix view() const { return {row.data(), column.data(), value.data()}; }
};

// Of `rows` columns, too. Values are positive, so that no sum is 0.
template <typename Entries>
HostMatrix make_matrix(int rows, std::mt19937& random, Entries&& draw_entries) {
  HostMatrix matrix;
  for (int row = 0; row < rows; ++row) {
    const size_t begin = matrix.column.size();
    for (int entries = draw_entries(); entries > 0; --entries)
      matrix.column.push_back(static_cast<int>(random() % rows));
    std::sort(matrix.column.begin() + begin, matrix.column.end());
    matrix.column.erase(std::unique(matrix.column.begin() + begin, matrix.column.end()), matrix.column.end());
    matrix.row.push_back(static_cast<int>(matrix.column.size()));
  }
  for (size_t i = 0; i < matrix.column.size(); ++i)
    matrix.value.push_back(1 + static_cast<int>(random() % 9));
  return matrix;
}

// A row of A has n entries or more with probability 4 / n, up to an eighth of its columns.
HostMatrix make_a(int rows, std::mt19937& random) {
  return make_matrix(rows, random, [&] {
    const unsigned long long entries = (4ull << 32) / (static_cast<unsigned long long>(random()) + 1);
    return static_cast<int>(std::min<unsigned long long>(entries, std::max(rows / 8, 4)));
  });
}

HostMatrix make_b(int rows, std::mt19937& random) {
  return make_matrix(rows, random, [&] { return static_cast<int>(random() % 32); });
}

// The slots of a row are for all of its products, if they are no more than there are columns.
std::vector<int> make_starts(const HostMatrix& a, const HostMatrix& b, long long* products) {
  const int rows = static_cast<int>(a.row.size()) - 1;
  std::vector<int> starts{0};
  *products = 0;
  for (int row = 0; row < rows; ++row) {
    int own = 0;
    for (int i = a.row[row]; i < a.row[row + 1]; ++i) own += b.row[a.column[i] + 1] - b.row[a.column[i]];
    *products += own;
    int slots = 1;
    while (slots < std::min(own, rows) * 3 / 2) slots *= 2;
    starts.push_back(starts.back() + slots);
  }
  return starts;
}

// Makes the product row by row, and looks for each of its entries in the tables.
size_t count_wrong(const Matrix& a, const Matrix& b, const std::vector<int>& start,
                   const std::vector<int>& columns, const std::vector<int>& values) {
  const int rows = static_cast<int>(start.size()) - 1;
  std::atomic<size_t> wrong = 0;
  on_all_cores([&](int core, int cores) {
    std::vector<int> sums(rows, 0), touched;
    for (int row = core; row < rows; row += cores) {
      touched.clear();
      for (int i = a.row[row]; i < a.row[row + 1]; ++i)
        for (int j = b.row[a.column[i]]; j < b.row[a.column[i] + 1]; ++j) {
          int& sum = sums[b.column[j]];
          if (sum == 0) touched.push_back(b.column[j]);
          sum += a.value[i] * b.value[j];
        }
      size_t found = 0;
      for (int slot = start[row]; slot < start[row + 1]; ++slot) {
        const int column = columns[slot];
        if (column == kEmpty) continue;
        if (column < 0 || column >= rows || values[slot] == 0 || values[slot] != sums[column]) break;
        sums[column] = 0;  // where it stands twice, the second one is wrong
        ++found;
      }
      wrong += found != touched.size();
      for (const int column : touched) sums[column] = 0;
    }
  });
  return wrong;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("mm", argc, argv);
  const int rows = arguments.number("--rows", 1 << 15), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  const bool flat = arguments.flag("--flat");
  set_pending_limit(arguments);
  arguments.finish();

  std::mt19937 random(seed);
  const HostMatrix a = make_a(rows, random), b = make_b(rows, random);
  long long products = 0;
  const std::vector<int> starts = make_starts(a, b, &products);
  const size_t slots = starts.back();

  int *a_row = device_copy(a.row), *a_column = device_copy(a.column), *a_value = device_copy(a.value);
  int *b_row = device_copy(b.row), *b_column = device_copy(b.column), *b_value = device_copy(b.value);
  int* start = device_copy(starts);
  Result result{start, nullptr, nullptr};
  CHECK(cudaMalloc(&result.column, slots * sizeof(int)));
  CHECK(cudaMalloc(&result.value, slots * sizeof(int)));

  const auto prepare = [&] {
    CHECK(cudaMemset(result.column, 0xff, slots * sizeof(int)));
    CHECK(cudaMemset(result.value, 0, slots * sizeof(int)));
  };
  const auto run = [&] {
    const Matrix left{a_row, a_column, a_value}, right{b_row, b_column, b_value};
    const int blocks = (rows + kBlock - 1) / kBlock;
    if (flat)
      multiply_flat<<<blocks, kBlock>>>(rows, left, right, result);
    else
      multiply<<<blocks, kBlock>>>(rows, left, right, result);
    CHECK(cudaGetLastError());
  };
  const auto check = [&] {
    return count_wrong(a.view(), b.view(), starts, host_copy(result.column, slots),
                       host_copy(result.value, slots));
  };
  int longest = 0;
  for (int row = 0; row < rows; ++row) longest = std::max(longest, a.row[row + 1] - a.row[row]);
  const std::string input = std::to_string(rows) + " rows of up to " + std::to_string(longest) + ", " +
                            std::to_string(a.column.size()) + " entries, " + std::to_string(products) +
                            " products";
  const int exit_code = time_runs("mm", input, repeats, prepare, run, check);
  for (int* memory : {a_row, a_column, a_value, b_row, b_column, b_value, start, result.column, result.value})
    CHECK(cudaFree(memory));
  return exit_code;
}
