// Kernels that launch themselves last: the block goes on as the child where it can.
// prints: halves ok
// prints: more threads than are left ok
// prints: several blocks ok
// prints: several threads launch ok
// prints: two dimensions ok
// prints: shared memory and votes ok
// prints: invalid 9
#include <cstdio>

__global__ void halves(int* d, unsigned n) {
  if (threadIdx.x < n / 2) d[threadIdx.x] += d[threadIdx.x + n / 2];
  __syncthreads();
  if (threadIdx.x == 0 && n > 2) {
    halves<<<1, n / 4>>>(d, n / 2);
    cudaDeviceSynchronize();
  }
  __syncthreads();
}

// the child is larger than its parent, which has lost some of its threads
__global__ void grows(int* d, int n) {
  if (threadIdx.x == 1) return;
  atomicAdd(d, 1);
  __syncthreads();
  if (threadIdx.x == 0 && n < 64) {
    grows<<<1, 2 * n>>>(d, 2 * n);
    cudaDeviceSynchronize();
  }
}

__global__ void spreads(int* d, int depth) {
  atomicAdd(d + depth, 1);
  __syncthreads();
  if (threadIdx.x == 0 && depth < 3) {
    spreads<<<1 + blockIdx.x % 2, blockDim.x>>>(d, depth + 1);
    cudaDeviceSynchronize();
  }
}

__global__ void fans_out(int* d, int depth) {
  atomicAdd(d + depth, 1);
  __syncthreads();
  if (threadIdx.x < 2 && depth < 4) {
    fans_out<<<1, 2>>>(d, depth + 1);
    cudaDeviceSynchronize();
  }
}

__global__ void planes(int* d, int width, int height) {
  __syncthreads();
  int at = (threadIdx.z * blockDim.y + threadIdx.y) * blockDim.x + threadIdx.x;
  atomicAdd(d + at, 1 + threadIdx.x + 10 * threadIdx.y + 100 * threadIdx.z + 1000 * gridDim.x);
  __syncthreads();
  if (at == 0 && height > 1) {
    planes<<<1, dim3(width * 2, height / 2, 2)>>>(d, width * 2, height / 2);
    cudaDeviceSynchronize();
  }
}

__global__ void votes(int* d, int n, bool odd) {
  __shared__ int sum, ballot;
  if (threadIdx.x == 0) sum = 0;
  __syncthreads();
  if (threadIdx.x < 32) {
    int found = __ballot_sync(~0u, (d[threadIdx.x] & 1) == odd);
    if (threadIdx.x == 0) ballot = __popc(found);
  }
  atomicAdd(&sum, d[threadIdx.x]);
  __syncthreads();
  d[threadIdx.x] = sum % 1000 + ballot + threadIdx.x;
  __syncthreads();
  if (threadIdx.x == 0 && n > 32) {
    votes<<<1, n / 2>>>(d, n / 2, !odd);
    cudaDeviceSynchronize();
  }
}

__global__ void invalid(int* d, int threads) {
  __syncthreads();
  if (threadIdx.x == 0) {
    invalid<<<1, threads>>>(d, threads);
    *d = cudaPeekAtLastError();
    cudaDeviceSynchronize();
  }
}

int main() {
  int* d;
  cudaMallocManaged(&d, 1024 * sizeof(int));
  auto fill = [&](int step) {
    for (int i = 0; i < 1024; ++i) d[i] = step * i;
  };
  auto print = [](const char* what, bool ok) { printf("%s %s\n", what, ok ? "ok" : "wrong"); };

  fill(1);
  halves<<<1, 256>>>(d, 512);
  cudaDeviceSynchronize();
  print("halves", d[0] == 511 * 512 / 2);

  fill(0);
  grows<<<1, 4>>>(d, 4);
  cudaDeviceSynchronize();
  print("more threads than are left", *d == 3 + 7 + 15 + 31 + 63);

  fill(0);
  spreads<<<2, 4>>>(d, 0);
  cudaDeviceSynchronize();
  // of a block with an even number comes one, of one with an odd number come two: 2, 3, 4, 5 blocks
  print("several blocks", d[0] == 8 && d[1] == 12 && d[2] == 16 && d[3] == 20);

  fill(0);
  fans_out<<<1, 3>>>(d, 0);
  cudaDeviceSynchronize();
  print("several threads launch", d[0] == 3 && d[1] == 4 && d[2] == 8 && d[3] == 16 && d[4] == 32);

  fill(0);
  planes<<<1, dim3(2, 8, 2)>>>(d, 2, 8);
  cudaDeviceSynchronize();
  bool ok = true;
  for (int at = 0; at < 32; ++at) {
    int expected = 0;
    for (int width = 2, height = 8; height >= 1; width *= 2, height /= 2)
      expected += 1 + at % width + 10 * (at / width % height) + 100 * (at / width / height) + 1000;
    ok = ok && d[at] == expected;
  }
  print("two dimensions", ok);

  fill(1);
  votes<<<1, 128>>>(d, 128, true);
  cudaDeviceSynchronize();
  int expected[128], n = 128;
  for (int i = 0; i < n; ++i) expected[i] = i;
  for (bool odd = true;; odd = !odd, n /= 2) {
    int sum = 0, ballot = 0;
    for (int i = 0; i < n; ++i) sum += expected[i];
    for (int i = 0; i < 32; ++i) ballot += (expected[i] & 1) == odd;
    for (int i = 0; i < n; ++i) expected[i] = sum % 1000 + ballot + i;
    if (n <= 32) break;
  }
  ok = true;
  for (int i = 0; i < 128; ++i) ok = ok && d[i] == expected[i];
  print("shared memory and votes", ok);

  fill(0);
  invalid<<<1, 32>>>(d, 2048);
  cudaDeviceSynchronize();
  printf("invalid %d\n", *d);
}
