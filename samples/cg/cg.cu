// Conjugate gradients for a sparse symmetric positive definite matrix: all scalars stay on the device, and the host looks
// at the norm of the residual after each iteration.
//
//     cg [--n N] [--digits N] [--limit N] [--seed N] [--repeats N]
//
// The matrix has the five points of a grid of N x N, with seeded weights. Iterations go on until the residual's norm is
// 10^-digits of what it was, or for `limit` of them.
#include <cmath>
#include <functional>

#include "../common/graph.h"
#include "../common/sample.h"

constexpr int kBlock = 128;
constexpr int kMostParts = 64;  // of a sum, a block each

// In compressed sparse rows.
struct Matrix {
  int rows;
  const int *row, *column;
  const double* value;
};

// What a step of the method needs of its dot products, on the device.
struct Scalars {
  double *residual, *step, *direction;  // r * r, how far along p, how much of p stays
};

// ---- the kernels

__global__ void multiply(Matrix matrix, const double* in, double* out) {
  const int row = blockIdx.x * blockDim.x + threadIdx.x;
  if (row >= matrix.rows) return;
  double sum = 0;
  for (int i = matrix.row[row]; i < matrix.row[row + 1]; ++i) sum += matrix.value[i] * in[matrix.column[i]];
  out[row] = sum;
}

template <int kThreads>
__device__ double sum_of_block(double mine) {
  __shared__ double sums[kThreads];
  sums[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = kThreads / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) sums[threadIdx.x] += sums[threadIdx.x + half];
    __syncthreads();
  }
  return sums[0];
}

// In parts, which are added in the same order in each run.
__global__ void dot(int count, const double* a, const double* b, double* parts) {
  double mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < count; i += gridDim.x * blockDim.x)
    mine += a[i] * b[i];
  const double sum = sum_of_block<kBlock>(mine);
  if (threadIdx.x == 0) parts[blockIdx.x] = sum;
}

__device__ double sum_of_parts(int count, const double* parts) {
  const int i = threadIdx.x;
  return sum_of_block<kMostParts>(i < count ? parts[i] : 0);
}

__global__ void set_residual(int count, const double* parts, Scalars scalars) {
  const double sum = sum_of_parts(count, parts);
  if (threadIdx.x == 0) *scalars.residual = sum;
}

__global__ void set_step(int count, const double* parts, Scalars scalars) {
  const double curvature = sum_of_parts(count, parts);
  if (threadIdx.x == 0) *scalars.step = *scalars.residual / curvature;
}

__global__ void set_direction(int count, const double* parts, Scalars scalars) {
  const double residual = sum_of_parts(count, parts);
  if (threadIdx.x != 0) return;
  *scalars.direction = residual / *scalars.residual;
  *scalars.residual = residual;
}

__global__ void advance(int count, Scalars scalars, const double* p, const double* q, double* x, double* r) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= count) return;
  x[i] += *scalars.step * p[i];
  r[i] -= *scalars.step * q[i];
}

__global__ void turn(int count, Scalars scalars, const double* r, double* p) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < count) p[i] = r[i] + *scalars.direction * p[i];
}

// ---- the solver

int blocks_for(int rows) { return (rows + kBlock - 1) / kBlock; }

// By rows, but for the parts of a sum.
struct Vectors {
  double *x, *r, *p, *q;
  double* parts;
};

// From x = 0: r = p = b.
void start(Matrix matrix, const double* b, Vectors v, Scalars scalars, cudaStream_t stream) {
  const size_t bytes = matrix.rows * sizeof(double);
  const int parts = std::min(kMostParts, blocks_for(matrix.rows));
  CHECK(cudaMemsetAsync(v.x, 0, bytes, stream));
  CHECK(cudaMemcpyAsync(v.r, b, bytes, cudaMemcpyDeviceToDevice, stream));
  CHECK(cudaMemcpyAsync(v.p, b, bytes, cudaMemcpyDeviceToDevice, stream));
  dot<<<parts, kBlock, 0, stream>>>(matrix.rows, v.r, v.r, v.parts);
  CHECK(cudaGetLastError());
  set_residual<<<1, kMostParts, 0, stream>>>(parts, v.parts, scalars);
  CHECK(cudaGetLastError());
}

// Until the square of the residual's norm is `goal`. `residual` is pinned. Returns how many iterations that took.
int solve(Matrix matrix, Vectors v, Scalars scalars, double goal, int limit, double* residual,
          cudaStream_t stream) {
  const int blocks = blocks_for(matrix.rows), parts = std::min(kMostParts, blocks);
  int iterations = 0;
  do {
    multiply<<<blocks, kBlock, 0, stream>>>(matrix, v.p, v.q);
    CHECK(cudaGetLastError());
    dot<<<parts, kBlock, 0, stream>>>(matrix.rows, v.p, v.q, v.parts);
    CHECK(cudaGetLastError());
    set_step<<<1, kMostParts, 0, stream>>>(parts, v.parts, scalars);
    CHECK(cudaGetLastError());
    advance<<<blocks, kBlock, 0, stream>>>(matrix.rows, scalars, v.p, v.q, v.x, v.r);
    CHECK(cudaGetLastError());
    dot<<<parts, kBlock, 0, stream>>>(matrix.rows, v.r, v.r, v.parts);
    CHECK(cudaGetLastError());
    set_direction<<<1, kMostParts, 0, stream>>>(parts, v.parts, scalars);
    CHECK(cudaGetLastError());
    turn<<<blocks, kBlock, 0, stream>>>(matrix.rows, scalars, v.r, v.p);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpyAsync(residual, scalars.residual, sizeof(double), cudaMemcpyDeviceToHost, stream));
    CHECK(cudaStreamSynchronize(stream));
    ++iterations;
  } while (*residual > goal && iterations < limit);
  return iterations;
}

// ---- the input, and the same on the CPU

struct System {
  std::vector<int> row, column;
  std::vector<double> value, b;
  int rows() const { return static_cast<int>(b.size()); }
};

double random_below_one(std::mt19937_64& random) { return static_cast<double>(random() % 65536) / 65536; }

// Diagonally dominant, so that it is positive definite: links of weight 1/2 to 3/2, and a hundredth more on the diagonal.
System make_system(int width, unsigned seed) {
  const Graph grid = make_grid(width);
  std::mt19937_64 random(seed);
  std::vector<double> weight(grid.column.size());
  for (int row = 0; row < grid.vertices(); ++row)
    for (int i = grid.row[row]; i < grid.row[row + 1]; ++i) {
      const int other = grid.column[i];
      if (other < row) continue;
      const auto begin = grid.column.begin() + grid.row[other], end = begin + grid.degree(other);
      weight[i] = weight[std::lower_bound(begin, end, row) - grid.column.begin()] =
          0.5 + random_below_one(random);
    }

  System system;
  system.row.push_back(0);
  for (int row = 0; row < grid.vertices(); ++row) {
    system.column.push_back(row);
    system.value.push_back(0.01 + 0.01 * random_below_one(random));
    double& diagonal = system.value.back();
    for (int i = grid.row[row]; i < grid.row[row + 1]; ++i) diagonal += weight[i];
    for (int i = grid.row[row]; i < grid.row[row + 1]; ++i) {
      system.column.push_back(grid.column[i]);
      system.value.push_back(-weight[i]);
    }
    system.row.push_back(static_cast<int>(system.column.size()));
    system.b.push_back(random_below_one(random) - 0.5);
  }
  return system;
}

double dot_on_cpu(const std::vector<double>& a, const std::vector<double>& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

std::vector<double> multiply_on_cpu(const System& system, const std::vector<double>& in) {
  std::vector<double> out(in.size(), 0.0);
  for (int row = 0; row < system.rows(); ++row)
    for (int i = system.row[row]; i < system.row[row + 1]; ++i)
      out[row] += system.value[i] * in[system.column[i]];
  return out;
}

struct Expected {
  double residual;
  int iterations;
};

Expected solve_on_cpu(const System& system, double goal, int limit) {
  std::vector<double> x(system.b.size(), 0.0), r = system.b, p = r;
  double residual = dot_on_cpu(r, r);
  int iterations = 0;
  do {
    const std::vector<double> q = multiply_on_cpu(system, p);
    const double step = residual / dot_on_cpu(p, q), before = residual;
    for (size_t i = 0; i < x.size(); ++i) x[i] += step * p[i], r[i] -= step * q[i];
    residual = dot_on_cpu(r, r);
    for (size_t i = 0; i < p.size(); ++i) p[i] = r[i] + residual / before * p[i];
    ++iterations;
  } while (residual > goal && iterations < limit);
  return {residual, iterations};
}

// Sums have another order on the CPU, so that the last iteration may be another one, and residuals are nearly the same.
size_t count_wrong(const System& system, const std::vector<double>& x, int iterations,
                   const Expected& expected, double goal) {
  std::vector<double> rest = multiply_on_cpu(system, x);
  std::transform(system.b.begin(), system.b.end(), rest.begin(), rest.begin(), std::minus<>());
  const bool is_solved = dot_on_cpu(rest, rest) <= 2 * std::max(goal, expected.residual);
  return !is_solved + (std::abs(iterations - expected.iterations) > 1 + expected.iterations / 50);
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("cg", argc, argv);
  const int n = arguments.number("--n", 128), digits = arguments.number("--digits", 8);
  const int limit = arguments.number("--limit", 10000), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  arguments.finish();

  const System system = make_system(n, seed);
  const int rows = system.rows();
  const double goal = dot_on_cpu(system.b, system.b) * std::pow(10.0, -2 * digits);
  const Expected expected = solve_on_cpu(system, goal, limit);

  int *row = device_copy(system.row), *column = device_copy(system.column);
  double *value = device_copy(system.value), *b = device_copy(system.b), *residual;
  const Matrix matrix{rows, row, column, value};
  Vectors v{};
  Scalars scalars{};
  for (double** vector : {&v.x, &v.r, &v.p, &v.q}) CHECK(cudaMalloc(vector, rows * sizeof(double)));
  CHECK(cudaMalloc(&v.parts, kMostParts * sizeof(double)));
  for (double** scalar : {&scalars.residual, &scalars.step, &scalars.direction})
    CHECK(cudaMalloc(scalar, sizeof(double)));
  CHECK(cudaMallocHost(&residual, sizeof(double)));
  cudaStream_t stream;
  CHECK(cudaStreamCreate(&stream));

  int iterations = 0;
  std::string input;
  const int exit_code = time_runs(
      "cg", input, repeats, [&] { start(matrix, b, v, scalars, stream); },
      [&] { iterations = solve(matrix, v, scalars, goal, limit, residual, stream); },
      [&] {
        input = std::to_string(rows) + " rows, " + std::to_string(system.value.size()) + " values, " +
                std::to_string(iterations) + " iterations";
        return count_wrong(system, host_copy(v.x, rows), iterations, expected, goal);
      });
  CHECK(cudaStreamDestroy(stream));
  for (double* memory :
       {value, b, v.x, v.r, v.p, v.q, v.parts, scalars.residual, scalars.step, scalars.direction})
    CHECK(cudaFree(memory));
  for (int* memory : {row, column}) CHECK(cudaFree(memory));
  CHECK(cudaFreeHost(residual));
  return exit_code;
}
