// flags: --graphs
#include <cooperative_groups.h>
#include <utility>

__global__ void step(int* x, int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] -= 1, atomicAdd(left, -1);
}

// What is not computed of the scalar by integers.
void expressions(int* x, int* d_left, int left, float part, volatile int* host) {
  do {
    step<<<left / 2.0, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, left>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, 256, left * sizeof(int)>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<4096 / left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left * part, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left > 5 ? left : 5, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, 256>>>(x, left + 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// The host changes the scalar between the copy and the launch.
void changed(int* x, int* d_left, int left, int level, int k) {
  do {
    left = 7;
    cudaMemcpy(d_left, &left, sizeof(int), cudaMemcpyHostToDevice);
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, 256>>>(x, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    left = left / 2;
  } while (left);
  do {
    step<<<left + level, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    ++level;
  } while (left);
  do {
    if (k) step<<<left / k, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    for (int i = 0; i < 3; i++) step<<<left + i, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    const float half = left * 0.5f;
    step<<<left, 256>>>(x, half, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

__global__ void of_type(float x, short y, int* left) { *left = x < y; }
#define HALF(n) ((n) / 2)
void types(float norm, float* d_norm, int left, int* d_left) {
  do {
    of_type<<<1, 1>>>(norm, 1, d_left);
    of_type<<<1, 1>>>(1, norm, d_left);
    cudaMemcpy(&norm, d_norm, sizeof(float), cudaMemcpyDeviceToHost);
  } while (norm > 0);
  do {
    of_type<<<norm, 1>>>(1, 1, d_left);
    cudaMemcpy(&norm, d_norm, sizeof(float), cudaMemcpyDeviceToHost);
  } while (norm > 0);
  do {
    of_type<<<HALF(left), 1>>>(1, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left > 0);
}
#undef HALF
#define HALF(n) ((n) / 3)

// Blocks that can't take turns.
__device__ int item() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void asks(int* x, int* left) { x[item()] -= 1, *left = 0; }
__global__ void returns(int* x, int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] -= 1;
  __syncthreads();
  *left = x[0];
}
__global__ void votes(int* x, int* left) {
  if (threadIdx.x < 7) x[blockIdx.x] = __ballot_sync(0x7f, x[threadIdx.x]);
  *left = 0;
}
__global__ void meets(int* x, int* left) {
  cooperative_groups::this_grid().sync();
  *left = x[blockIdx.x];
}
__global__ void waits(volatile int* x, int* left) {
  while (x[blockIdx.x] == 0) {
  }
  x[blockIdx.x + 1] = 1, *left = 0;
}
__global__ void assembles(int* x, int* left) {
  int block;
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  x[block] = *left = 0;
}
__global__ void remembers(int* x, int* left) {
  static int calls = 0;
  x[blockIdx.x] = calls++, *left = 0;
}
__global__ void real(int* x, int* left) { x[::blockIdx.x] = *left = 0; }
__global__ void dynamic(int* x, int* left) {
  extern __shared__ int part[];
  part[threadIdx.x] = x[blockIdx.x], *left = part[0];
}
__device__ int unknown(int);
__global__ void calls(int* x, int* left) { x[blockIdx.x] = *left = unknown(3); }


void blocks(int* x, int* d_left, int left) {
  do {
    asks<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    returns<<<left, 256>>>(x, 5, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    votes<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    meets<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    waits<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    assembles<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    remembers<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    real<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    dynamic<<<left, 256, 1024>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    calls<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// Calls of which the device has no text of the same meaning.
int per(int all, int each) { return all / each; }
int twice(int n) {
  const int two = 2;
  return n * two;
}
int overloaded(int n) { return n; }
int overloaded(float n) { return n; }
float floating(int n) { return n; }
int global = 3;
int of_global(int n) { return n + global; }
template <typename T>
T generic(T n) {
  return n;
}
namespace inner {
int named(int n) { return n; }
}
void calls_in_grids(int* x, int* d_left, int left) {
  do {
    step<<<per(7, left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<twice(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<overloaded(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<floating(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<of_global(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<generic(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<inner::named(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left, 256>>>(x, per(left, 2), d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// A head that would begin anew where the graph ended.
void heads(int* x, int* y, int* d_left, int most) {
  for (int left = most; left > 0;) {
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
  int left = most;
  for (int *a = x, *b = y; left > 0;) {
    step<<<left, 256>>>(a, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(a, b);
  }
  for (int i{0}; left > 0; ++i) {
    step<<<left, 256>>>(x, i, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// A scalar that counts, too.
void counts(int* x, int* d_left, int left) {
  do {
    --left;
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left > 0);
  do {
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    left += 2;
  } while (left > 0);
  for (; left > 0; --left) {
    step<<<1, 256>>>(x, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (; left > 0; --left) {
    step<<<1, 256>>>(x, 3, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Macros whose text may mean something else where the device's text stands.
#define LOOSE(n) n / 2
#define OF_A_VARIABLE (left / 2)
#ifdef FEW
#define EITHER 2
#else
#define EITHER (left / 2)
#endif
#define max(a, b) ((a) > (b) ? (b) : (a))
void macros(int* x, int* d_left, int left) {
#define LATE(n) ((n) / 2)
  do {
    step<<<LOOSE(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<OF_A_VARIABLE, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<max(left, 1), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<EITHER, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<LATE(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// Warps of blocks that may have several dimensions; functions that know the grid in some way.
__device__ int two(int n = gridDim.x) { return n * threadIdx.x; }
__global__ void asks_by_default(int* x, int* left) { x[blockIdx.x] = two(), *left = 0; }
__global__ void by_warp(int* x, int* left) {
  if (threadIdx.x < 32) x[blockIdx.x] = __shfl_sync(~0u, x[threadIdx.x], 0);
  *left = 0;
}
struct Place {
  __device__ int operator()() const { return blockIdx.x; }
};
__global__ void asks_an_object(int* x, int* left) { x[Place()()] = *left = 0; }
#define WHERE blockIdx.x
__device__ int by_macro() { return WHERE; }
__global__ void asks_by_macro(int* x, int* left) { x[by_macro()] = *left = 0; }
__global__ void names_by_lambda(int* x, int* left) {
  const auto at = [] { return blockIdx.x; };
  x[at()] = *left = 0;
}
void more_blocks(int* x, int* d_left, int left, dim3 block) {
  do {
    asks_by_default<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    by_warp<<<left, block>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    asks_an_object<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    asks_by_macro<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    names_by_lambda<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// A macro with what the device does not have; macros that name themselves.
#define AT_MOST(n) (std::min((n), 64))
#define rows rows
#define TWICE(n) (TWICE(n))
int TWICE(int n) { return 2 * n; }
void more_macros(int* x, int* d_left, int left) {
  const int rows = 3;
  do {
    step<<<AT_MOST(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left / rows, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<TWICE(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}
// ---- output
#include <spawn/graph.cuh>
#line 1 "case.cu"
// flags: --graphs
#include <cooperative_groups.h>
#include <utility>

__global__ void step(int* x, int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] -= 1, atomicAdd(left, -1);
}

// What is not computed of the scalar by integers.
void expressions(int* x, int* d_left, int left, float part, volatile int* host) {
  do {
    step<<<left / 2.0, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, left>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, 256, left * sizeof(int)>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<4096 / left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left * part, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left > 5 ? left : 5, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, 256>>>(x, left + 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// The host changes the scalar between the copy and the launch.
void changed(int* x, int* d_left, int left, int level, int k) {
  do {
    left = 7;
    cudaMemcpy(d_left, &left, sizeof(int), cudaMemcpyHostToDevice);
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<1, 256>>>(x, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    left = left / 2;
  } while (left);
  do {
    step<<<left + level, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    ++level;
  } while (left);
  do {
    if (k) step<<<left / k, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
#if SPAWN_GRAPHS  // spawnc: the sequence as a CUDA graph
    static thread_local spawn::Region spawn_region_65("case.cu:65");
    spawn_region_65.begin_sequence(0);
#line 65 "case.cu"
    for (int i = 0; i < 3; i++) spawn_region_65.kernel(step, left + i, 256, 0, x, 1, d_left);
    spawn_region_65.end();
#else  // spawnc: as written
#line 65 "case.cu"
    for (int i = 0; i < 3; i++) step<<<left + i, 256>>>(x, 1, d_left);
#endif  // spawnc
#line 66 "case.cu"
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    const float half = left * 0.5f;
    step<<<left, 256>>>(x, half, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

__global__ void of_type(float x, short y, int* left) { *left = x < y; }
#define HALF(n) ((n) / 2)
void types(float norm, float* d_norm, int left, int* d_left) {
  do {
    of_type<<<1, 1>>>(norm, 1, d_left);
    of_type<<<1, 1>>>(1, norm, d_left);
    cudaMemcpy(&norm, d_norm, sizeof(float), cudaMemcpyDeviceToHost);
  } while (norm > 0);
  do {
    of_type<<<norm, 1>>>(1, 1, d_left);
    cudaMemcpy(&norm, d_norm, sizeof(float), cudaMemcpyDeviceToHost);
  } while (norm > 0);
  do {
    of_type<<<HALF(left), 1>>>(1, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left > 0);
}
#undef HALF
#define HALF(n) ((n) / 3)

// Blocks that can't take turns.
__device__ int item() { return blockIdx.x * blockDim.x + threadIdx.x; }
__global__ void asks(int* x, int* left) { x[item()] -= 1, *left = 0; }
__global__ void returns(int* x, int n, int* left) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) return;
  x[i] -= 1;
  __syncthreads();
  *left = x[0];
}
__global__ void votes(int* x, int* left) {
  if (threadIdx.x < 7) x[blockIdx.x] = __ballot_sync(0x7f, x[threadIdx.x]);
  *left = 0;
}
__global__ void meets(int* x, int* left) {
  cooperative_groups::this_grid().sync();
  *left = x[blockIdx.x];
}
__global__ void waits(volatile int* x, int* left) {
  while (x[blockIdx.x] == 0) {
  }
  x[blockIdx.x + 1] = 1, *left = 0;
}
__global__ void assembles(int* x, int* left) {
  int block;
  asm("mov.u32 %0, %%ctaid.x;" : "=r"(block));
  x[block] = *left = 0;
}
__global__ void remembers(int* x, int* left) {
  static int calls = 0;
  x[blockIdx.x] = calls++, *left = 0;
}
__global__ void real(int* x, int* left) { x[::blockIdx.x] = *left = 0; }
__global__ void dynamic(int* x, int* left) {
  extern __shared__ int part[];
  part[threadIdx.x] = x[blockIdx.x], *left = part[0];
}
__device__ int unknown(int);
__global__ void calls(int* x, int* left) { x[blockIdx.x] = *left = unknown(3); }


void blocks(int* x, int* d_left, int left) {
  do {
    asks<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    returns<<<left, 256>>>(x, 5, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    votes<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    meets<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    waits<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    assembles<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    remembers<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    real<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    dynamic<<<left, 256, 1024>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    calls<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// Calls of which the device has no text of the same meaning.
int per(int all, int each) { return all / each; }
int twice(int n) {
  const int two = 2;
  return n * two;
}
int overloaded(int n) { return n; }
int overloaded(float n) { return n; }
float floating(int n) { return n; }
int global = 3;
int of_global(int n) { return n + global; }
template <typename T>
T generic(T n) {
  return n;
}
namespace inner {
int named(int n) { return n; }
}
void calls_in_grids(int* x, int* d_left, int left) {
  do {
    step<<<per(7, left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<twice(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<overloaded(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<floating(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<of_global(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<generic(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<inner::named(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left, 256>>>(x, per(left, 2), d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// A head that would begin anew where the graph ended.
void heads(int* x, int* y, int* d_left, int most) {
  for (int left = most; left > 0;) {
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
  int left = most;
  for (int *a = x, *b = y; left > 0;) {
    step<<<left, 256>>>(a, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    std::swap(a, b);
  }
  for (int i{0}; left > 0; ++i) {
    step<<<left, 256>>>(x, i, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// A scalar that counts, too.
void counts(int* x, int* d_left, int left) {
  do {
    --left;
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left > 0);
  do {
    step<<<left, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
    left += 2;
  } while (left > 0);
  for (; left > 0; --left) {
    step<<<1, 256>>>(x, left, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
  for (; left > 0; --left) {
    step<<<1, 256>>>(x, 3, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  }
}

// Macros whose text may mean something else where the device's text stands.
#define LOOSE(n) n / 2
#define OF_A_VARIABLE (left / 2)
#ifdef FEW
#define EITHER 2
#else
#define EITHER (left / 2)
#endif
#define max(a, b) ((a) > (b) ? (b) : (a))
void macros(int* x, int* d_left, int left) {
#define LATE(n) ((n) / 2)
  do {
    step<<<LOOSE(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<OF_A_VARIABLE, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<max(left, 1), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<EITHER, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<LATE(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// Warps of blocks that may have several dimensions; functions that know the grid in some way.
__device__ int two(int n = gridDim.x) { return n * threadIdx.x; }
__global__ void asks_by_default(int* x, int* left) { x[blockIdx.x] = two(), *left = 0; }
__global__ void by_warp(int* x, int* left) {
  if (threadIdx.x < 32) x[blockIdx.x] = __shfl_sync(~0u, x[threadIdx.x], 0);
  *left = 0;
}
struct Place {
  __device__ int operator()() const { return blockIdx.x; }
};
__global__ void asks_an_object(int* x, int* left) { x[Place()()] = *left = 0; }
#define WHERE blockIdx.x
__device__ int by_macro() { return WHERE; }
__global__ void asks_by_macro(int* x, int* left) { x[by_macro()] = *left = 0; }
__global__ void names_by_lambda(int* x, int* left) {
  const auto at = [] { return blockIdx.x; };
  x[at()] = *left = 0;
}
void more_blocks(int* x, int* d_left, int left, dim3 block) {
  do {
    asks_by_default<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    by_warp<<<left, block>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    asks_an_object<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    asks_by_macro<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    names_by_lambda<<<left, 256>>>(x, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}

// A macro with what the device does not have; macros that name themselves.
#define AT_MOST(n) (std::min((n), 64))
#define rows rows
#define TWICE(n) (TWICE(n))
int TWICE(int n) { return 2 * n; }
void more_macros(int* x, int* d_left, int left) {
  const int rows = 3;
  do {
    step<<<AT_MOST(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<left / rows, 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
  do {
    step<<<TWICE(left), 256>>>(x, 1, d_left);
    cudaMemcpy(&left, d_left, sizeof(int), cudaMemcpyDeviceToHost);
  } while (left);
}
// ---- diagnostics
case.cu:13:12: warning: no graph: 'left / 2.0' changes from trip to trip [SP113]
case.cu:17:14: warning: no graph: 'left' changes from trip to trip [SP113]
case.cu:21:19: warning: no graph: 'left * sizeof(int)' changes from trip to trip [SP113]
case.cu:25:12: warning: no graph: '4096 / left' changes from trip to trip [SP113]
case.cu:29:12: warning: no graph: 'left * part' changes from trip to trip [SP113]
case.cu:33:12: warning: no graph: 'left > 5 ? left : 5' changes from trip to trip [SP113]
case.cu:37:25: warning: no graph: 'left + 1' changes from trip to trip [SP113]
case.cu:47:12: warning: no graph: 'left' changes from trip to trip [SP113]
case.cu:53:5: warning: no graph: 'left = left / 2;' changes from trip to trip [SP113]
case.cu:56:12: warning: no graph: 'left + level' changes from trip to trip [SP113]
case.cu:61:19: warning: no graph: 'left / k' changes from trip to trip [SP113]
case.cu:65:5: note: sequence becomes a CUDA graph: 1 launch, copy or fill, in a loop [SP100]
case.cu:65:40: warning: no graph: 'left + i' changes from trip to trip [SP113]
case.cu:69:5: warning: no graph: 'const float half = left * 0.5f' changes from trip to trip [SP113]
case.cu:80:26: warning: no graph: 'norm' changes from trip to trip [SP113]
case.cu:84:15: warning: no graph: 'norm' changes from trip to trip [SP113]
case.cu:88:15: warning: no graph: 'HALF(left)' changes from trip to trip [SP113]
case.cu:138:5: warning: no graph: the grid of 'asks' changes from trip to trip, and its blocks can't take turns: it calls 'item', which asks for the place in the grid, or launches [SP124]
  case.cu:97:17: note: here
case.cu:142:5: warning: no graph: the grid of 'returns' changes from trip to trip, and its blocks can't take turns: threads may return before others meet [SP124]
  case.cu:98:17: note: here
case.cu:146:5: warning: no graph: the grid of 'votes' changes from trip to trip, and its blocks can't take turns: threads may come to its end while others meet [SP124]
  case.cu:105:17: note: here
case.cu:150:5: warning: no graph: the grid of 'meets' changes from trip to trip, and its blocks can't take turns: it uses cooperative_groups::this_grid [SP124]
  case.cu:110:3: note: here
case.cu:154:5: warning: no graph: the grid of 'waits' changes from trip to trip, and its blocks can't take turns: it waits in a loop for another thread [SP124]
  case.cu:114:3: note: here
case.cu:158:5: warning: no graph: the grid of 'assembles' changes from trip to trip, and its blocks can't take turns: it has inline assembly [SP124]
  case.cu:120:3: note: here
case.cu:162:5: warning: no graph: the grid of 'remembers' changes from trip to trip, and its blocks can't take turns: it has the static local variable 'calls' [SP124]
  case.cu:124:3: note: here
case.cu:166:5: warning: no graph: the grid of 'real' changes from trip to trip, and its blocks can't take turns: it names the built-in as '::blockIdx' [SP124]
  case.cu:127:45: note: here
case.cu:170:5: warning: no graph: the grid of 'dynamic' changes from trip to trip, and its blocks can't take turns: it uses dynamic shared memory ('part') [SP124]
  case.cu:129:3: note: here
case.cu:174:5: warning: no graph: the grid of 'calls' changes from trip to trip, and its blocks can't take turns: it calls 'unknown' [SP124]
  case.cu:133:68: note: here
case.cu:199:12: warning: no graph: 'per(7, left)' changes from trip to trip [SP113]
case.cu:203:12: warning: no graph: 'twice(left)' changes from trip to trip [SP113]
case.cu:207:12: warning: no graph: 'overloaded(left)' changes from trip to trip [SP113]
case.cu:211:12: warning: no graph: 'floating(left)' changes from trip to trip [SP113]
case.cu:215:12: warning: no graph: the region calls 'of_global', of which it is not known here what it does [SP104]
case.cu:219:12: warning: no graph: the region calls 'generic', of which it is not known here what it does [SP104]
case.cu:223:12: warning: no graph: 'inner::named(left)' changes from trip to trip [SP113]
case.cu:227:28: warning: no graph: 'per(left, 2)' changes from trip to trip [SP113]
case.cu:234:3: warning: no graph: a loop whose head declares what changes besides counters can't be recorded [SP119]
case.cu:239:3: warning: no graph: a loop whose head declares what changes besides counters can't be recorded [SP119]
case.cu:244:8: warning: no graph: a loop whose 'i' is not initialised by `=` can't be recorded [SP119]
case.cu:253:5: warning: no graph: 'left' is changed in the region in a way that can't be followed [SP115]
case.cu:260:5: warning: no graph: 'left' is changed in the region in a way that can't be followed [SP115]
case.cu:262:20: warning: no graph: 'left' is changed in the region in a way that can't be followed [SP115]
case.cu:266:20: warning: no graph: 'left' is changed in the region in a way that can't be followed [SP115]
case.cu:284:12: warning: no graph: 'LOOSE(left)' changes from trip to trip [SP113]
case.cu:288:12: warning: no graph: 'OF_A_VARIABLE' changes from trip to trip [SP113]
case.cu:292:12: warning: no graph: 'max(left, 1)' changes from trip to trip [SP113]
case.cu:296:12: warning: no graph: 'EITHER' changes from trip to trip [SP113]
case.cu:300:12: warning: no graph: 'LATE(left)' changes from trip to trip [SP113]
case.cu:325:5: warning: no graph: the grid of 'asks_by_default' changes from trip to trip, and its blocks can't take turns: it calls 'two', which asks for the place in the grid, or launches [SP124]
  case.cu:307:17: note: here
case.cu:329:5: warning: no graph: the grid of 'by_warp' changes from trip to trip, and its blocks can't take turns: threads may come to its end while others meet [SP124]
  case.cu:308:17: note: here
case.cu:333:5: warning: no graph: the grid of 'asks_an_object' changes from trip to trip, and its blocks can't take turns: it calls 'operator()' [SP124]
  case.cu:315:55: note: here
case.cu:337:5: warning: no graph: the grid of 'asks_by_macro' changes from trip to trip, and its blocks can't take turns: it calls 'by_macro', which asks for the place in the grid, or launches [SP124]
  case.cu:318:17: note: here
case.cu:341:5: warning: no graph: the grid of 'names_by_lambda' changes from trip to trip, and its blocks can't take turns: it reads blockIdx inside a lambda or local class that does not capture it [SP124]
  case.cu:320:31: note: here
case.cu:354:12: warning: no graph: 'AT_MOST(left)' changes from trip to trip [SP113]
case.cu:358:12: warning: no graph: 'left / rows' changes from trip to trip [SP113]
case.cu:362:12: warning: no graph: 'TWICE(left)' changes from trip to trip [SP113]
55 launches: 55 host, 0 guarded, 0 kept, 0 refused
