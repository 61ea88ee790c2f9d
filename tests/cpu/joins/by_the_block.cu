// One thread launches for its block, and waits; the block runs the child together.
// prints: scaled ok
// prints: relaxed ok
// prints: several launching threads ok
// prints: returned threads ok
// prints: invalid 9
// prints: in a serial body ok
#include <cstdio>
#include <vector>

// --- the common form, in a loop that the whole block runs; three dimensions in the child
__global__ void scale(int* d, int nx, int ny, int nz, int by) {
  int x = blockIdx.x * blockDim.x + threadIdx.x;
  int y = blockIdx.y * blockDim.y + threadIdx.y;
  int z = blockIdx.z * blockDim.z + threadIdx.z;
  if (x < nx && y < ny && z < nz) d[(z * ny + y) * nx + x] += by * (1 + x + 10 * y + 100 * z);
}
__global__ void scale_often(int* d, int nx, int ny, int nz) {
  d += blockIdx.x * nx * ny * nz;
  for (int step = 1; step <= 3; ++step) {
    if (threadIdx.x == 0) {
      dim3 block(8, 4, 2), grid((nx + 7) / 8, (ny + 3) / 4, (nz + 1) / 2);
      scale<<<grid, block>>>(d, nx, ny, nz, step);
      cudaDeviceSynchronize();
    }
    __syncthreads();
    if (threadIdx.x < nx) d[threadIdx.x] *= 2;  // the first row
    __syncthreads();
  }
}

// --- rounds over a graph until nothing changes
__global__ void relax(const int* from, const int* to, const int* weight, int edges, int* distance,
                      int* changed) {
  int e = blockIdx.x * blockDim.x + threadIdx.x;
  if (e >= edges) return;
  int found = distance[from[e]] + weight[e];
  if (found < atomicMin(&distance[to[e]], found)) *changed = 1;
}
__global__ void shortest_paths(const int* from, const int* to, const int* weight, int edges, int* distance,
                               int* changed) {
  __shared__ int again;
  do {
    if (threadIdx.x == 0) {
      *changed = 0;
      relax<<<(edges + 63) / 64, 64>>>(from, to, weight, edges, distance, changed);
      cudaDeviceSynchronize();
    }
    __syncthreads();
    if (threadIdx.x == 0) again = *changed;
    __syncthreads();
  } while (again);
}

// --- several threads of a block launch
__global__ void append(int* d, int n, int mark) {
  if (threadIdx.x < n) atomicAdd(d + threadIdx.x, mark);
}
__global__ void several(int* d, int n) {
  if (threadIdx.x % 7 == 0) {
    append<<<1, n>>>(d, n, threadIdx.x);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  if (threadIdx.x < n) d[threadIdx.x] += 1;
}

// --- threads that have returned do not take part
__global__ void after_returns(int* d, int n) {
  if (threadIdx.x % 2) return;
  if (threadIdx.x == 4) {
    append<<<1, n>>>(d, n, 5);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  d[threadIdx.x] += d[threadIdx.x + 1];
}

// --- a launch that CUDA refuses
__global__ void invalid(int* d, int threads) {
  if (threadIdx.x == 0) {
    append<<<1, threads>>>(d, 1, 100);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  if (threadIdx.x == 0) *d += cudaGetLastError();
}

// --- in a serial body, the thread that runs the block runs its child, too
__global__ void middle(int* d, int n) {
  if (threadIdx.x == 1) {
    append<<<1, n>>>(d, n, 3);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  d[threadIdx.x] *= 2;
}
__global__ void outer(int* d, int n) {
  middle<<<1, n>>>(d + threadIdx.x * n, n);
  cudaDeviceSynchronize();
  d[threadIdx.x * n] += 1;
}

int main() {
  bool ok = true;
  {
    const int nx = 13, ny = 5, nz = 3, all = nx * ny * nz;
    int* d;
    cudaMallocManaged(&d, 2 * all * sizeof(int));
    for (int i = 0; i < 2 * all; ++i) d[i] = i;
    scale_often<<<2, 48>>>(d, nx, ny, nz);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2 * all; ++i) {
      int at = i % all, x = at % nx, y = at / nx % ny, z = at / nx / ny, expected = i;
      for (int step = 1; step <= 3; ++step) {
        expected += step * (1 + x + 10 * y + 100 * z);
        if (at < nx) expected *= 2;
      }
      ok = ok && d[i] == expected;
    }
    printf("scaled %s\n", ok ? "ok" : "wrong");
  }
  {
    const int vertices = 60, edges = 240, far = 1 << 20;
    int *from, *to, *weight, *distance, *changed;
    cudaMallocManaged(&from, edges * sizeof(int));
    cudaMallocManaged(&to, edges * sizeof(int));
    cudaMallocManaged(&weight, edges * sizeof(int));
    cudaMallocManaged(&distance, vertices * sizeof(int));
    cudaMallocManaged(&changed, sizeof(int));
    unsigned random = 7;
    auto next = [&](int below) {
      return static_cast<int>((random = random * 1664525 + 1013904223) >> 8) % below;
    };
    for (int e = 0; e < edges; ++e)
      from[e] = next(vertices), to[e] = next(vertices), weight[e] = 1 + next(20);
    std::vector<int> expected(vertices, far);
    expected[0] = 0;
    for (int round = 0; round < vertices; ++round)
      for (int e = 0; e < edges; ++e)
        if (expected[from[e]] + weight[e] < expected[to[e]]) expected[to[e]] = expected[from[e]] + weight[e];
    for (int v = 0; v < vertices; ++v) distance[v] = v ? far : 0;
    shortest_paths<<<1, 32>>>(from, to, weight, edges, distance, changed);
    cudaDeviceSynchronize();
    ok = true;
    for (int v = 0; v < vertices; ++v)
      ok = ok && distance[v] >= far == expected[v] >= far &&
           (expected[v] >= far || distance[v] == expected[v]);
    printf("relaxed %s\n", ok ? "ok" : "wrong");
  }
  int* d;
  cudaMallocManaged(&d, 64 * sizeof(int));
  cudaMemset(d, 0, 64 * sizeof(int));
  several<<<1, 64>>>(d, 20);
  cudaDeviceSynchronize();
  ok = true;
  for (int i = 0; i < 64; ++i) ok = ok && d[i] == (i < 20 ? 7 * 45 + 1 : 0);
  printf("several launching threads %s\n", ok ? "ok" : "wrong");

  cudaMemset(d, 0, 64 * sizeof(int));
  after_returns<<<1, 64>>>(d, 40);
  cudaDeviceSynchronize();
  ok = true;
  for (int i = 0; i < 64; ++i) ok = ok && d[i] == (i < 40 ? 5 + 5 * (i % 2 == 0) : 0);
  printf("returned threads %s\n", ok ? "ok" : "wrong");

  *d = 0;
  invalid<<<1, 32>>>(d, 2048);
  cudaDeviceSynchronize();
  printf("invalid %d\n", *d);

  for (int i = 0; i < 64; ++i) d[i] = i;
  outer<<<1, 8>>>(d, 8);
  cudaDeviceSynchronize();
  ok = true;
  for (int i = 0; i < 64; ++i) ok = ok && d[i] == 2 * (i + 3) + (i % 8 == 0);
  printf("in a serial body %s\n", ok ? "ok" : "wrong");
}
