// flags: --graphs
// Functions and constants in what both sides of a branch compute.
#define WARP 32
constexpr int kBlock = 128;
constexpr int kBoth = 2 * kBlock;
extern const int kElsewhere;
namespace one {
const int kTile = 16;
}
namespace two {
const int kTile = 8;
}
const int table[] = {1, 2, 3};

__global__ void damp(float* x, float by, int n) { x[threadIdx.x % n] *= by; }

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }
int warps_for(int n) { return blocks_for(n * 2) * (kBlock / WARP); }
int parts_of(int n, int parts) { return n / parts; }
int half_parts_of(int n, int parts) { return blocks_for(parts_of(n, parts)); }
int entry_of(int n) { return table[n]; }
int by_elsewhere(int n) { return n % kElsewhere; }
int of_both(int n) { return n / kBoth; }
int checked(int n) {
  const int rest = n % 8;
  return rest;
}

void safe(float* x, float* d_most, int n) {
  float most;
#pragma spawn graph
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1)
    damp<<<blocks_for(n), kBlock>>>(x, 0.5f, warps_for(n / kBlock));
  else
    damp<<<(n + kBlock - 1) / kBlock, warps_for(1)>>>(x, 2, n);
}

void may_fail(float* x, float* d_most, int n, int parts) {
  float a, b, c, d, e, f, g;
#pragma spawn graph
  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<parts_of(n, parts), kBlock>>>(x, 0.5f, n);
#pragma spawn graph
  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<1, 32>>>(x, 0.5f, half_parts_of(n, parts));
#pragma spawn graph
  cudaMemcpy(&c, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (c > 1) damp<<<1, 32>>>(x, 0.5f, entry_of(n));
#pragma spawn graph
  cudaMemcpy(&d, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (d > 1) damp<<<1, 32>>>(x, 0.5f, by_elsewhere(n));
#pragma spawn graph
  cudaMemcpy(&e, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (e > 1) damp<<<n / kElsewhere, 32>>>(x, 0.5f, n);
#pragma spawn graph
  cudaMemcpy(&f, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (f > 1) damp<<<checked(n), 32>>>(x, 0.5f, n);
#pragma spawn graph
  cudaMemcpy(&g, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (g > 1) damp<<<1, 32>>>(x, 0.5f, of_both(n));
}

// Another variable of the constant's name, and two constants of one name.
void hidden(float* x, float* d_most, int n, int kBlock) {
  float a, b;
#pragma spawn graph
  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<n / kBlock, 32>>>(x, 0.5f, n);
#pragma spawn graph
  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<1, 32>>>(x, 0.5f, n / two::kTile);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
// Functions and constants in what both sides of a branch compute.
#define WARP 32
constexpr int kBlock = 128;
constexpr int kBoth = 2 * kBlock;
extern const int kElsewhere;
namespace one {
const int kTile = 16;
}
namespace two {
const int kTile = 8;
}
const int table[] = {1, 2, 3};

__global__ void damp(float* x, float by, int n) { x[threadIdx.x % n] *= by; }
#if SPAWN_GRAPHS  // spawnc
// spawnc: damp in a graph: it does nothing where the host would not launch it.
#line 15 "case.cu"
static __global__ void damp__step(const spawn::Step spawn_step, float* x, float by, int n) {
  if (spawn_step.skips()) return;
#line 15 "case.cu"
{ x[threadIdx.x % n] *= by; }
}
#endif  // spawnc
#line 16 "case.cu"

int blocks_for(int n) { return (n + kBlock - 1) / kBlock; }
int warps_for(int n) { return blocks_for(n * 2) * (kBlock / WARP); }
int parts_of(int n, int parts) { return n / parts; }
int half_parts_of(int n, int parts) { return blocks_for(parts_of(n, parts)); }
int entry_of(int n) { return table[n]; }
int by_elsewhere(int n) { return n % kElsewhere; }
int of_both(int n) { return n / kBoth; }
int checked(int n) {
  const int rest = n % 8;
  return rest;
}

#if SPAWN_GRAPHS  // spawnc
// spawnc: the condition at case.cu:33.
template <typename spawn_source> struct spawn_if_33 {
  __host__ __device__ bool operator()(float most) const {
    return most > 1;
  }
};
#endif  // spawnc
#line 29 "case.cu"
void safe(float* x, float* d_most, int n) {
  float most;

#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
  static thread_local spawn::Region spawn_region_32("case.cu:32");
  spawn_region_32.begin(0);
#line 32 "case.cu"
  spawn_region_32.branch(d_most, spawn_if_33<spawn::ThisSource>{}); (void)&most;

    spawn_region_32.kernel(spawn::step(damp, damp__step), blocks_for(n), kBlock, 0, x, 0.5f, warps_for(n / kBlock));
  spawn_region_32.otherwise();
    spawn_region_32.kernel(spawn::step(damp, damp__step), (n + kBlock - 1) / kBlock, warps_for(1), 0, x, 2, n); spawn_region_32.branch_end();
  spawn_region_32.end();
#else  // spawnc: as written
#line 32 "case.cu"
  cudaMemcpy(&most, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (most > 1)
    damp<<<blocks_for(n), kBlock>>>(x, 0.5f, warps_for(n / kBlock));
  else
    damp<<<(n + kBlock - 1) / kBlock, warps_for(1)>>>(x, 2, n);
#endif  // spawnc
#line 37 "case.cu"
}

void may_fail(float* x, float* d_most, int n, int parts) {
  float a, b, c, d, e, f, g;

  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<parts_of(n, parts), kBlock>>>(x, 0.5f, n);

  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<1, 32>>>(x, 0.5f, half_parts_of(n, parts));

  cudaMemcpy(&c, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (c > 1) damp<<<1, 32>>>(x, 0.5f, entry_of(n));

  cudaMemcpy(&d, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (d > 1) damp<<<1, 32>>>(x, 0.5f, by_elsewhere(n));

  cudaMemcpy(&e, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (e > 1) damp<<<n / kElsewhere, 32>>>(x, 0.5f, n);

  cudaMemcpy(&f, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (f > 1) damp<<<checked(n), 32>>>(x, 0.5f, n);

  cudaMemcpy(&g, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (g > 1) damp<<<1, 32>>>(x, 0.5f, of_both(n));
}

// Another variable of the constant's name, and two constants of one name.
void hidden(float* x, float* d_most, int n, int kBlock) {
  float a, b;

  cudaMemcpy(&a, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (a > 1) damp<<<n / kBlock, 32>>>(x, 0.5f, n);

  cudaMemcpy(&b, d_most, sizeof(float), cudaMemcpyDeviceToHost);
  if (b > 1) damp<<<1, 32>>>(x, 0.5f, n / two::kTile);
}
// ---- diagnostics
case.cu:32:3: note: sequence becomes a CUDA graph: 2 launches, copies or fills [SP100]
case.cu:43:21: warning: no graph: 'parts_of(n, parts)' would be computed whichever side of the branch is taken [SP123]
case.cu:46:39: warning: no graph: 'half_parts_of(n, parts)' would be computed whichever side of the branch is taken [SP123]
case.cu:49:39: warning: no graph: 'entry_of(n)' would be computed whichever side of the branch is taken [SP123]
case.cu:52:39: warning: no graph: 'by_elsewhere(n)' would be computed whichever side of the branch is taken [SP123]
case.cu:55:21: warning: no graph: 'n / kElsewhere' would be computed whichever side of the branch is taken [SP123]
case.cu:58:21: warning: no graph: 'checked(n)' would be computed whichever side of the branch is taken [SP123]
case.cu:61:39: warning: no graph: 'of_both(n)' would be computed whichever side of the branch is taken [SP123]
case.cu:69:21: warning: no graph: 'n / kBlock' would be computed whichever side of the branch is taken [SP123]
case.cu:72:39: warning: no graph: 'n / two::kTile' would be computed whichever side of the branch is taken [SP123]
11 launches: 11 host, 0 guarded, 0 kept, 0 refused
