// Arguments of children that may wait in a queue: of all sizes, and whole.
// prints: 0 wrong bytes, 384 threads
// offered: small 32
// offered: middle 32
// offered: large 32
// offered: huge 32
#include <cstdio>

template <int N>
struct Bytes {
  unsigned char values[N];
};

template <int N>
__host__ __device__ Bytes<N> filled(int seed) {
  Bytes<N> bytes;
  for (int i = 0; i < N; ++i) bytes.values[i] = static_cast<unsigned char>(seed * 7 + i * 3);
  return bytes;
}

template <int N>
__device__ void check(const Bytes<N>& bytes, int seed, int* out) {
  const Bytes<N> expected = filled<N>(seed);
  for (int i = 0; i < N; ++i)
    if (bytes.values[i] != expected.values[i]) atomicAdd(out, 1);
  atomicAdd(out + 1, 1);
}

// in one slot of the queue, in two, in six, and in the most that a kernel may have
__global__ void small(int* out, int seed, Bytes<40> bytes) { check(bytes, seed, out); }
__global__ void middle(int* out, char, Bytes<100> bytes, int seed) { check(bytes, seed, out); }
__global__ void large(Bytes<700> bytes, int seed, int* out) { check(bytes, seed, out); }
__global__ void huge(int* out, int seed, Bytes<4080> bytes) { check(bytes, seed, out); }

__global__ void parent(int* out) {
  const int seed = blockIdx.x * blockDim.x + threadIdx.x;
  if (seed % 4 == 0) small<<<1, 3, 0, cudaStreamFireAndForget>>>(out, seed, filled<40>(seed));
  if (seed % 4 == 1) middle<<<1, 3, 0, cudaStreamFireAndForget>>>(out, 'x', filled<100>(seed), seed);
  if (seed % 4 == 2) large<<<1, 3, 0, cudaStreamFireAndForget>>>(filled<700>(seed), seed, out);
  if (seed % 4 == 3) huge<<<1, 3, 0, cudaStreamFireAndForget>>>(out, seed, filled<4080>(seed));
}

int main() {
  int *out, host[2];
  cudaMalloc(&out, sizeof host);
  cudaMemset(out, 0, sizeof host);
  parent<<<4, 32>>>(out);
  cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
  printf("%d wrong bytes, %d threads\n", host[0], host[1]);
}
