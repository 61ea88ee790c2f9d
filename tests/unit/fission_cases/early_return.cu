// run: 2 48, 1 1, 4 13
__global__ void child(int* out, const int* in, int n) {
  if (n == 0) return;
  __shared__ int s[64];
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n - 40) return;
  s[threadIdx.x] = in[i];
  __syncthreads();
  auto twice = [](int v) { return 2 * v; };
  if (s[0] == 3 || s[threadIdx.x] % 7 == 0) { out[i] = -1; return; }
  out[i] = twice(s[0]);
  __syncthreads();
  out[i] += s[0];
  if (i & 1) return;
  ++out[i];
}
