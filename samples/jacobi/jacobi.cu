// Poisson's equation on a square by Jacobi's method: the host looks at the residual after each sweep.
//
//     jacobi [--n N] [--digits N] [--limit N] [--seed N] [--repeats N]
//
// N x N points, zero on the border. Sweeps go on until the residual is 10^-digits of what it was, or for `limit` of them.
#include <cmath>
#include <random>

#include "../common/sample.h"

constexpr int kTile = 16;
constexpr int kBlock = 256;
constexpr int kMostBlocks = 64;  // that look for the largest change

// ---- the solver

// -u'' = f in five points: `rhs` is f times the square of their distance.
__global__ void sweep(int n, const float* rhs, const float* from, float* to) {
  const int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y;
  if (x >= n || y >= n) return;
  const int i = y * n + x;
  const float left = x > 0 ? from[i - 1] : 0, right = x + 1 < n ? from[i + 1] : 0;
  const float above = y > 0 ? from[i - n] : 0, below = y + 1 < n ? from[i + n] : 0;
  to[i] = 0.25f * (left + right + above + below + rhs[i]);
}

// The largest residual of `from`, which is four times what the sweep changed. Floats that are not negative have the order
// of their bits.
__global__ void measure(int points, const float* from, const float* to, float* residual) {
  __shared__ float largest[kBlock];
  float mine = 0;
  for (int i = blockIdx.x * blockDim.x + threadIdx.x; i < points; i += gridDim.x * blockDim.x)
    mine = fmaxf(mine, 4 * fabsf(to[i] - from[i]));
  largest[threadIdx.x] = mine;
  __syncthreads();
  for (unsigned half = kBlock / 2; half > 0; half /= 2) {
    if (threadIdx.x < half) largest[threadIdx.x] = fmaxf(largest[threadIdx.x], largest[threadIdx.x + half]);
    __syncthreads();
  }
  if (threadIdx.x == 0) atomicMax(reinterpret_cast<int*>(residual), __float_as_int(largest[0]));
}

struct Solved {
  float* solution;
  int sweeps;
};

// `from` has the first guess; both buffers are written.
Solved solve(int n, const float* rhs, float* from, float* to, float* device_residual, float tolerance,
             int limit) {
  const dim3 grid((n + kTile - 1) / kTile, (n + kTile - 1) / kTile), block(kTile, kTile);
  const int points = n * n, blocks = std::min(kMostBlocks, (points + kBlock - 1) / kBlock);
  float residual;
  int sweeps = 0;
  do {
    CHECK(cudaMemset(device_residual, 0, sizeof(float)));
    sweep<<<grid, block>>>(n, rhs, from, to);
    CHECK(cudaGetLastError());
    measure<<<blocks, kBlock>>>(points, from, to, device_residual);
    CHECK(cudaGetLastError());
    CHECK(cudaMemcpy(&residual, device_residual, sizeof(float), cudaMemcpyDeviceToHost));
    std::swap(from, to);
    ++sweeps;
  } while (residual > tolerance && sweeps < limit);
  return {from, sweeps};
}

// ---- the same on the CPU, in the same order of additions: to the bit

struct Expected {
  std::vector<float> solution;
  int sweeps;
};

Expected solve_on_cpu(int n, const std::vector<float>& rhs, float tolerance, int limit) {
  const int width = n + 2;  // with the border
  std::vector<float> from(width * width, 0.f), to = from, solution;
  int sweeps = 0;
  float residual;
  do {
    residual = 0;
    for (int y = 0; y < n; ++y)
      for (int x = 0; x < n; ++x) {
        const int i = (y + 1) * width + x + 1;
        to[i] = 0.25f * (from[i - 1] + from[i + 1] + from[i - width] + from[i + width] + rhs[y * n + x]);
        residual = std::max(residual, 4 * std::fabs(to[i] - from[i]));
      }
    std::swap(from, to);
    ++sweeps;
  } while (residual > tolerance && sweeps < limit);
  for (int y = 1; y <= n; ++y)
    solution.insert(solution.end(), from.begin() + y * width + 1, from.begin() + y * width + 1 + n);
  return {solution, sweeps};
}

size_t count_wrong(const std::vector<float>& solution, int sweeps, const Expected& expected) {
  size_t wrong = sweeps != expected.sweeps;
  for (size_t i = 0; i < solution.size(); ++i)
    wrong += !(std::fabs(solution[i] - expected.solution[i]) <= 1e-6f * std::fabs(expected.solution[i]));
  return wrong;
}

// ---- the program

int main(int argc, char** argv) {
  Arguments arguments("jacobi", argc, argv);
  const int n = arguments.number("--n", 128), digits = arguments.number("--digits", 3);
  const int limit = arguments.number("--limit", 1000000), seed = arguments.number("--seed", 1);
  const int repeats = arguments.number("--repeats", 5);
  arguments.finish();

  const int points = n * n;
  const size_t bytes = points * sizeof(float);
  std::mt19937_64 random(seed);
  std::vector<float> charges(points);
  for (float& charge : charges) charge = static_cast<float>(random() % 1024) / 1024;
  const float tolerance = *std::max_element(charges.begin(), charges.end()) * std::pow(0.1f, digits);
  const Expected expected = solve_on_cpu(n, charges, tolerance, limit);

  float *rhs = device_copy(charges), *from, *to, *residual;
  CHECK(cudaMalloc(&from, bytes));
  CHECK(cudaMalloc(&to, bytes));
  CHECK(cudaMalloc(&residual, sizeof(float)));

  Solved solved{nullptr, 0};
  const std::string input = std::to_string(n) + " x " + std::to_string(n) + " points, " +
                            std::to_string(expected.sweeps) + " sweeps";
  const int exit_code = time_runs(
      "jacobi", input, repeats, [&] { CHECK(cudaMemset(from, 0, bytes)); },
      [&] { solved = solve(n, rhs, from, to, residual, tolerance, limit); },
      [&] { return count_wrong(host_copy(solved.solution, points), solved.sweeps, expected); });
  for (float* memory : {rhs, from, to, residual}) CHECK(cudaFree(memory));
  return exit_code;
}
