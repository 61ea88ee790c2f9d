// Parents that use what their children wrote, each thread by itself.
// prints: sum of squares 85344
// prints: series ok
// prints: prefix ok
// prints: tree ok
#include <cstdio>
#include <cstdlib>

#define CHECK(call)                           \
  do {                                        \
    if ((call) != cudaSuccess) {              \
      printf("error in line %d\n", __LINE__); \
      exit(1);                                \
    }                                         \
  } while (0)
#define DEVICE_CHECK(call)                                                 \
  do {                                                                     \
    cudaError_t status = (call);                                           \
    if (status != cudaSuccess) printf("%s\n", cudaGetErrorString(status)); \
  } while (0)

// a loop of launches, one wait for all
__global__ void square(int* slot, int id) {
  if (threadIdx.x == 0) slot[id] = id * id;
}
__global__ void sum_of_squares(int* slot, int n, int* total) {
  if (blockIdx.x | threadIdx.x) return;
  for (int i = 0; i < n; ++i) square<<<1, 32>>>(slot, i);
  DEVICE_CHECK(cudaDeviceSynchronize());
  int sum = 0;
  for (int i = 0; i < n; ++i) sum += slot[i];
  *total = sum;
}

// a heap buffer for each thread, which a child fills
constexpr int kTerms = 13;
__global__ void term(const double* x, double* terms) {
  int m = threadIdx.x;
  terms[m] = x[0] * m;
}
__global__ void series(const double* x, double* y, int n) {
  int i = threadIdx.x + blockIdx.x * blockDim.x;
  if (i >= n) return;
  double* terms;
  cudaMalloc((void**)&terms, kTerms * sizeof(double));
  dim3 grid(1, 1), block(kTerms, 1);
  term<<<grid, block>>>(x + i, terms);
  cudaDeviceSynchronize();
  double sum = 0;
  for (int m = 0; m < kTerms; ++m) sum += terms[m];
  y[i] = sum;
  cudaFree(terms);
}

// threads that wait for the launches of others, with a barrier between
__global__ void add_to(int* cell, int value) { atomicAdd(cell, value); }
__global__ void prefix(int* cells) {
  __shared__ int total;
  int t = threadIdx.x;
  if (t + 1 < blockDim.x) add_to<<<t + 1, 2>>>(cells + t + 1, 1);
  __syncthreads();
  if (t == 0) {
    cudaDeviceSynchronize();
    total = 0;
    for (int i = 0; i < blockDim.x; ++i) total += cells[i], cells[i] = total;
  }
  __syncthreads();
  cells[t] += total;
}

// children with barriers, that have children, and wait for them in a function
static __device__ int wait_for_children() { return cudaDeviceSynchronize(); }
__global__ void leaf(int* d) { d[threadIdx.x] += threadIdx.x; }
__global__ void branch(int* d, int* out) {
  __shared__ int row[8];
  leaf<<<1, 4>>>(d + 4 * threadIdx.x);
  if (wait_for_children() != cudaSuccess) return;
  row[threadIdx.x] = d[4 * threadIdx.x] + d[4 * threadIdx.x + 3];
  __syncthreads();
  out[threadIdx.x] = row[7 - threadIdx.x];
}
__global__ void root(int* d, int* out) {
  int* own = d + 32 * threadIdx.x;
  branch<<<1, 8>>>(own, out + 8 * threadIdx.x);
  wait_for_children();
  for (int i = 1; i < 8; ++i) out[8 * threadIdx.x] += out[8 * threadIdx.x + i];
}

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4));
  size_t depth = 0;
  CHECK(cudaDeviceGetLimit(&depth, cudaLimitDevRuntimeSyncDepth));
  if (depth != 4) printf("depth %zu\n", depth);

  int *slot, *total;
  CHECK(cudaMallocManaged(&slot, 64 * sizeof(int)));
  CHECK(cudaMallocManaged(&total, sizeof(int)));
  sum_of_squares<<<1, 1>>>(slot, 64, total);
  CHECK(cudaDeviceSynchronize());
  printf("sum of squares %d\n", *total);

  double *x, *y;
  CHECK(cudaMallocManaged(&x, 100 * sizeof(double)));
  CHECK(cudaMallocManaged(&y, 100 * sizeof(double)));
  for (int i = 0; i < 100; ++i) x[i] = i;
  series<<<4, 32>>>(x, y, 100);
  CHECK(cudaDeviceSynchronize());
  bool ok = true;
  for (int i = 0; i < 100; ++i) ok = ok && y[i] == i * (kTerms * (kTerms - 1) / 2);
  printf("series %s\n", ok ? "ok" : "wrong");

  int* cells;
  CHECK(cudaMallocManaged(&cells, 64 * sizeof(int)));
  CHECK(cudaMemset(cells, 0, 64 * sizeof(int)));
  prefix<<<1, 64>>>(cells);
  CHECK(cudaDeviceSynchronize());
  ok = true;
  for (int i = 0; i < 64; ++i) ok = ok && cells[i] == i * (i + 1) + 63 * 64;
  printf("prefix %s\n", ok ? "ok" : "wrong");

  int *d, *out;
  CHECK(cudaMallocManaged(&d, 32 * 32 * sizeof(int)));
  CHECK(cudaMallocManaged(&out, 32 * 8 * sizeof(int)));
  for (int i = 0; i < 32 * 32; ++i) d[i] = i;
  root<<<1, 32>>>(d, out);
  CHECK(cudaDeviceSynchronize());
  ok = true;
  for (int thread = 0; thread < 32; ++thread) {
    int sum = 0;
    for (int k = 0; k < 8; ++k) {
      int expected = 2 * (32 * thread + 4 * (7 - k)) + 3 + 3;
      sum += expected;
      ok = ok && (k == 0 || out[8 * thread + k] == expected);
    }
    ok = ok && out[8 * thread] == sum;
  }
  printf("tree %s\n", ok ? "ok" : "wrong");
}
