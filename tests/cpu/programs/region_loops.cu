// Loops that a copied-back scalar ends, as spawnc emits them: the same answers and trips in every mode.
// prints: do: 17 levels, 0 wrong; 22 levels, 0 wrong; 12 levels, 0 wrong
// prints: while: 5 trips, 3 left, 97 taken, copied 1; 0 trips, 2 left, 0 taken, copied 0
// prints: for: 5 of 5 trips, moved 1; 9 of 20 trips, moved 0
// prints: norm: 12 trips, below the tolerance 1, swapped 0; 4 trips, below the tolerance 0, swapped 0
// prints: short: 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1 1
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <spawn/graph.cuh>
#include <utility>
#include <vector>

constexpr int kWidth = 11, kHeight = 12, kCells = kWidth * kHeight, kThreads = 32;
constexpr int kBlocks = (kCells + kThreads - 1) / kThreads;

// ---- do: breadth-first search on a grid, with the level as a counter

__device__ void expand_cell(int* distance, int level, bool* over) {
  const int v = blockIdx.x * blockDim.x + threadIdx.x;
  if (v >= kCells || distance[v] != level) return;
  const int x = v % kWidth, y = v / kWidth;
  const int next[] = {x > 0 ? v - 1 : v, x + 1 < kWidth ? v + 1 : v, y > 0 ? v - kWidth : v,
                      y + 1 < kHeight ? v + kWidth : v};
  for (const int u : next)
    if (distance[u] < 0) distance[u] = level + 1, *over = false;
}
__global__ void expand(int* distance, int level, bool* over) { expand_cell(distance, level, over); }
__global__ void expand__step(const spawn::Step spawn_step, int* distance, int spawn_level, bool* over) {
  if (spawn_step.skips()) return;
  const int level = static_cast<int>(spawn_level + spawn_step.trip() * 1);
  expand_cell(distance, level, over);
}

namespace {
struct spawn_again_do {
  __host__ __device__ bool operator()(bool over, long long) const { return !over; }
};
}  // namespace

static int search(int* distance, bool* d_over) {
  bool over = true;
  int level = 0;
  static thread_local spawn::Region region("region_loops.cu:do");
  region.begin();
  region.store(d_over, true);
  region.kernel(spawn::step(expand__step), kBlocks, kThreads, 0, distance, level, d_over);
  if (region.loop(d_over, spawn_again_do{})) {
    over = region.value<bool>();
    level += region.trips();
  } else
    do {
      over = true;
      cudaMemcpy(d_over, &over, sizeof over, cudaMemcpyHostToDevice);
      expand<<<kBlocks, kThreads>>>(distance, level, d_over);
      cudaMemcpy(&over, d_over, sizeof over, cudaMemcpyDeviceToHost);
      ++level;
    } while (!over);
  return over ? level : -1;
}

static void search_from(int source, const char* end) {
  std::vector<int> host(kCells, -1);
  host[source] = 0;
  int* distance;
  bool* over;
  cudaMalloc(&distance, kCells * sizeof(int));
  cudaMalloc(&over, 1);
  cudaMemcpy(distance, host.data(), kCells * sizeof(int), cudaMemcpyHostToDevice);
  const int levels = search(distance, over);
  cudaMemcpy(host.data(), distance, kCells * sizeof(int), cudaMemcpyDeviceToHost);
  int wrong = 0;
  for (int v = 0; v < kCells; ++v)
    wrong += host[v] != std::abs(v % kWidth - source % kWidth) + std::abs(v / kWidth - source / kWidth);
  printf("%d levels, %d wrong%s", levels, wrong, end);
  cudaFree(distance);
  cudaFree(over);
}

// ---- while: the condition is tested first; no clone, and a memset and a copy in the body

__global__ void halve(int* remaining, int* sum) {
  const int taken = (*remaining + 1) / 2;
  *remaining -= taken;
  *sum += taken;
}
namespace {
struct spawn_again_while {
  int least;
  __host__ __device__ bool operator()(int remaining, long long) const { return remaining > least; }
};
}  // namespace

static int take_halves(int* d, int least) {
  int remaining = 0, trips = 0;
  cudaMemcpy(&remaining, d, sizeof remaining, cudaMemcpyDeviceToHost);
  static thread_local spawn::Region region("region_loops.cu:while");
  bool done = !(remaining > least);
  if (!done) {
    region.begin();
    region.kernel(halve, 1, 1, 0, d, d + 1);
    region.set(d + 8, 7, 8 * sizeof(int));
    region.copy(d + 16, d + 8, 8 * sizeof(int), cudaMemcpyDeviceToDevice);
    if (region.loop(d, spawn_again_while{least})) {
      remaining = region.value<int>();
      trips += region.trips();
      done = true;
    }
  }
  if (!done)
    while (remaining > least) {
      halve<<<1, 1>>>(d, d + 1);
      cudaMemset(d + 8, 7, 8 * sizeof(int));
      cudaMemcpy(d + 16, d + 8, 8 * sizeof(int), cudaMemcpyDeviceToDevice);
      cudaMemcpy(&remaining, d, sizeof remaining, cudaMemcpyDeviceToHost);
      ++trips;
    }
  return trips;
}

static void halves(int from, int least, const char* end) {
  const int begin[32] = {from};
  int host[32], *d;
  cudaMalloc(&d, sizeof host);
  cudaMemcpy(d, begin, sizeof host, cudaMemcpyHostToDevice);
  const int trips = take_halves(d, least);
  cudaMemcpy(host, d, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d trips, %d left, %d taken, copied %d%s", trips, host[0], host[1],
         host[16] == 0x07070707 && host[23] == 0x07070707, end);
  cudaFree(d);
}

// ---- for: a limit of trips besides the scalar

__device__ void sort_pair(int* values, int first, int* moved) {
  const int i = 2 * threadIdx.x + first;
  if (i + 1 >= 16 || values[i] <= values[i + 1]) return;
  const int other = values[i];
  values[i] = values[i + 1], values[i + 1] = other;
  *moved = 1;
}
__global__ void sort_pairs(int* values, int first, int* moved) { sort_pair(values, first, moved); }
__global__ void sort_pairs__step(const spawn::Step spawn_step, int* values, int first, int* moved) {
  if (spawn_step.skips()) return;
  sort_pair(values, first, moved);
}
namespace {
struct spawn_again_for {
  int limit;
  __host__ __device__ bool operator()(int moved, long long trips) const { return trips < limit && moved; }
};
}  // namespace

static void sorted(int limit, const char* end) {
  int host[16], *values;
  for (int i = 0; i < 16; ++i) host[i] = 15 - i;
  cudaMalloc(&values, 17 * sizeof(int));
  cudaMemcpy(values, host, sizeof host, cudaMemcpyHostToDevice);
  int* const d_moved = values + 16;
  int moved = 1, i = 0;
  static thread_local spawn::Region region("region_loops.cu:for");
  region.begin();
  region.set(d_moved, 0, sizeof(int));
  region.kernel(spawn::step(sort_pairs, sort_pairs__step), 1, 8, 0, values, 0, d_moved);
  region.kernel(spawn::step(sort_pairs, sort_pairs__step), 1, 8, 0, values, 1, d_moved);
  if (region.loop(d_moved, spawn_again_for{limit})) {
    moved = region.value<int>();
    i += region.trips();
  } else
    for (; i < limit && moved; ++i) {
      cudaMemset(d_moved, 0, sizeof(int));
      sort_pairs<<<1, 8>>>(values, 0, d_moved);
      sort_pairs<<<1, 8>>>(values, 1, d_moved);
      cudaMemcpy(&moved, d_moved, sizeof(int), cudaMemcpyDeviceToHost);
    }
  cudaMemcpy(host, values, sizeof host, cudaMemcpyDeviceToHost);
  bool right = true;
  for (int k = 0; k + 1 < 16 && limit > 8; ++k) right = right && host[k] <= host[k + 1];
  printf("%d of %d trips, moved %d%s", right ? i : -1, limit, moved, end);
  cudaFree(values);
}

// ---- an error norm, and two pointers that change places

__device__ void relax_one(const double* in, double* out, double* error) {
  const int i = threadIdx.x;
  out[i] = in[i] / 2;
  if (i == 3) *error = in[i] / 2;
}
__global__ void relax(const double* in, double* out, double* error) { relax_one(in, out, error); }
__global__ void relax__step(const spawn::Step spawn_step, double* spawn_in_0, double* spawn_in_1,
                            double* error) {
  if (spawn_step.skips()) return;
  const double* in = spawn_step.trip() % 2 ? spawn_in_1 : spawn_in_0;
  double* out = spawn_step.trip() % 2 ? spawn_in_0 : spawn_in_1;
  relax_one(in, out, error);
}
namespace {
struct spawn_again_norm {
  double tolerance;
  int limit;
  __host__ __device__ bool operator()(double error, long long trips) const {
    return error > tolerance && trips < limit;
  }
};
}  // namespace

static void solve(double tolerance, int limit, const char* end) {
  const double begin[4] = {1, 2, 4, 4096 * 1e-3};
  double *a, *b, *d_error, error = 0;
  cudaMalloc(&a, sizeof begin);
  cudaMalloc(&b, sizeof begin);
  cudaMalloc(&d_error, sizeof error);
  cudaMemcpy(a, begin, sizeof begin, cudaMemcpyHostToDevice);
  int trips = 0;
  static thread_local spawn::Region region("region_loops.cu:norm");
  region.begin();
  region.kernel(spawn::step(relax__step), 1, 4, 0, a, b, d_error);
  if (region.loop(d_error, spawn_again_norm{tolerance, limit})) {
    error = region.value<double>();
    trips += region.trips();
    if (region.trips() % 2) std::swap(a, b);
  } else
    do {
      relax<<<1, 4>>>(a, b, d_error);
      cudaMemcpy(&error, d_error, sizeof error, cudaMemcpyDeviceToHost);
      std::swap(a, b);
      ++trips;
    } while (error > tolerance && trips < limit);
  double last[4];
  cudaMemcpy(last, a, sizeof last, cudaMemcpyDeviceToHost);
  printf("%d trips, below the tolerance %d, swapped %d%s", trips, error <= tolerance,
         std::fabs(last[2] - std::ldexp(4, -trips)) > 1e-12, end);
  cudaFree(a);
  cudaFree(b);
  cudaFree(d_error);
}

int main() {
  printf("do: ");
  search_from(5, "; ");
  search_from(0, "; ");
  search_from(5 + 6 * kWidth, "\n");
  for (int i = 0; i < 8; ++i) {  // what is learned does not change what comes out
    int* distance;
    bool* over;
    cudaMalloc(&distance, kCells * sizeof(int));
    cudaMalloc(&over, 1);
    std::vector<int> host(kCells, -1);
    host[i] = 0;
    cudaMemcpy(distance, host.data(), kCells * sizeof(int), cudaMemcpyHostToDevice);
    const int far = std::max(i % kWidth, kWidth - 1 - i % kWidth) + kHeight;
    if (search(distance, over) != far) printf("(%d: not %d levels) ", i, far);
    cudaFree(distance);
    cudaFree(over);
  }
  printf("while: ");
  halves(100, 3, "; ");
  halves(2, 3, "\n");
  printf("for: ");
  sorted(5, "; ");
  sorted(20, "\n");
  printf("norm: ");
  solve(1e-3, 100, "; ");
  solve(1e-3, 4, "\n");
  printf("short:");
  int* d;
  cudaMalloc(&d, 32 * sizeof(int));
  for (int i = 0; i < 20; ++i) {
    const int one[2] = {1, 0};
    cudaMemcpy(d, one, sizeof one, cudaMemcpyHostToDevice);
    printf(" %d", take_halves(d, 0));
  }
  printf("\n");
  return cudaDeviceSynchronize() != cudaSuccess;
}
