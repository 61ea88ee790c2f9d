// Children that are templates, in queues of plain parents and of templates: each instantiation is a child of its own.
// prints: plain 4.50, 370, 291
// prints: templated 826, 28.50
// prints: twice 31.50, 8855.00, 10512
// prints: split 96, 96.00, 192
// offered: scale 1
// offered: scale 1
// offered: tagged 1
// offered: tagged 1
// offered: tagged 1
// offered: set 4
// offered: set 4
// offered: add 2
// offered: set 4
// offered: tally 8
// offered: tally 2
// offered: fold 2
// offered: fold 2
// offered: tally 64
// offered: tally 64
// offered: split 62
// offered: split 62
// offered: split 1
#include <cstdio>

enum class Kind { kAdd, kSet };

struct Half {
  short value;
  __host__ __device__ Half(int from = 0) : value(static_cast<short>(from)) {}
  __host__ __device__ operator int() const { return value; }
};

template <typename T>
__global__ void scale(T* data, int n, T factor) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) data[i] = data[i] * factor;
}

template <Kind K, unsigned N, bool Twice = false>
__global__ void tagged(int* data) {
  for (unsigned i = threadIdx.x; i < N; i += blockDim.x) {
    if (K == Kind::kAdd)
      atomicAdd(data, Twice ? 20 : 10);
    else
      atomicAdd(data + 1, 7);
  }
}

constexpr int kCells = 32;

// constants and types of namespaces
__global__ void plain(float* floats, int* ints, Half* halves) {
  constexpr unsigned count = kCells / 16;
  if (threadIdx.x == 0) scale<<<1, 20, 0, cudaStreamFireAndForget>>>(floats, 2, 0.5f);
  if (threadIdx.x == 1) scale<<<2, 20, 0, cudaStreamFireAndForget>>>(halves, 33, Half(2));
  if (threadIdx.x == 2) tagged<Kind::kAdd, count><<<1, 8, 0, cudaStreamFireAndForget>>>(ints);
  if (threadIdx.x == 3) tagged<Kind::kSet, 10><<<1, 8, 0, cudaStreamFireAndForget>>>(ints);
  if (threadIdx.x == 4) tagged<Kind::kAdd, 7, true><<<2, 8, 0, cudaStreamFireAndForget>>>(ints + 2);
}

template <int N, typename T>
__global__ void set(T* to, T value) {
  if (threadIdx.x < N) to[threadIdx.x] = value;
}

template <typename T, typename U>
__global__ void add(const T* __restrict__ from, U* to, int n) {
  if (threadIdx.x < n) to[threadIdx.x] += from[threadIdx.x];
}

template <typename T, int N>
__global__ void tally(T* data) {
  atomicAdd(data + threadIdx.x, T(N));
}

template <typename T>
__global__ void fold(T* data) {
  __shared__ float part[32];
  part[threadIdx.x] = data[threadIdx.x];
  for (int half = 16; half > 0; half /= 2) {
    __syncthreads();
    if (threadIdx.x < half) part[threadIdx.x] += part[threadIdx.x + half];
  }
  if (threadIdx.x == 0) data[kCells] = part[0];
}

// made of the parent's own parameters; deduced, where the types are plain to see
template <typename T, int N>
__global__ void templated(const T* __restrict__ from, T* to, int rows) {
  T* row = to + blockIdx.x * 8;
  const T two = T(2);
  if (threadIdx.x == 0) set<N><<<1, 32, 0, cudaStreamFireAndForget>>>(row, from[0]);
  if (threadIdx.x == 1) set<N / 2, T><<<1, 32, 0, cudaStreamFireAndForget>>>(&row[4], from[1]);
  if (threadIdx.x == 2 && blockIdx.x == 0) add<<<1, 32, 0, cudaStreamFireAndForget>>>(from, to + 8 * rows, 3);
  if (threadIdx.x == 3) set<kCells / 8><<<1, 32, 0, cudaStreamFireAndForget>>>(row + 8 * (rows + 2), two);
}

// two instantiations that are the same where T is float; and children that whole blocks run
template <typename T>
__global__ void twice(T* data, float* floats, int* ints) {
  if (threadIdx.x < 4) tally<T, 1><<<1, 3, 0, cudaStreamFireAndForget>>>(data);
  if (threadIdx.x == 5) tally<float, 1><<<1, 3, 0, cudaStreamFireAndForget>>>(floats);
  if (threadIdx.x == 6) fold<int><<<1, 32, 0, cudaStreamFireAndForget>>>(ints);
  if (threadIdx.x == 7) fold<T><<<1, 32, 0, cudaStreamFireAndForget>>>(data + 8);
}

// a template that launches itself, in a queue that grows, and another one with its own argument and with others
template <typename T>
__global__ void split(T* data, int n, int* ints) {
  if (n == 1) {
    data[0] += threadIdx.x + 1;
    tally<T, 2><<<1, 1, 0, cudaStreamFireAndForget>>>(data + 64);
    tally<int, 3><<<1, 1, 0, cudaStreamFireAndForget>>>(ints);
  } else {
    const int half = n / 2;
    split<<<1, 1, 0, cudaStreamFireAndForget>>>(data, half, ints);
    split<T><<<1, 1, 0, cudaStreamFireAndForget>>>(&data[half], n - half, ints);
  }
}
template <typename T>
__global__ void splits(T* data, int n, int* ints) {
  if (threadIdx.x == 0) split<T><<<1, 1, 0, cudaStreamFireAndForget>>>(data, n, ints);
}

template <typename T>
T sum_of(const T* data, int n) {
  T host[kCells * 4], sum = T(0);
  cudaMemcpy(host, data, sizeof host, cudaMemcpyDeviceToHost);
  for (int i = 0; i < n; ++i) sum = sum + host[i];
  return sum;
}

template <typename T>
T* cells(T first, T step) {
  T *data, host[kCells * 4];
  for (T& cell : host) cell = first, first = first + step;
  cudaMalloc(&data, sizeof host);
  cudaMemcpy(data, host, sizeof host, cudaMemcpyHostToDevice);
  return data;
}

template <typename T>
void run_templated(T* from, T* to) {
  templated<T, 4><<<2, 32>>>(from, to, 2);
}

int main() {
  float* floats = cells(1.f, 1.f);
  int* ints = cells(0, 0);
  Half* halves = cells(Half(3), Half(0));
  plain<<<1, 8>>>(floats, ints, halves);
  printf("plain %.2f, %d, %d\n", sum_of(floats, 3), sum_of(ints, 8), sum_of(halves, 64) + 0);

  int* other_ints = cells(0, 0);
  float* other_floats = cells(0.f, 0.f);
  run_templated(ints, other_ints);
  run_templated(floats, other_floats);
  printf("templated %d, %.2f\n", sum_of(other_ints, 128), sum_of(other_floats, 128));

  int* numbers = cells(0, 1);
  twice<<<1, 32>>>(cells(0.f, 0.f), other_floats, numbers);
  float* both = cells(0.f, 1.f);
  twice<float><<<1, 32>>>(both, both, numbers + 32);
  printf("twice %.2f, %.2f, %d\n", sum_of(other_floats, 128), sum_of(both, 128), sum_of(numbers, 128));

  int* tallies = cells(0, 0);
  int* leaves = cells(0, 0);
  double* other_leaves = cells(0., 0.);
  split<<<1, 1>>>(leaves, 32, tallies);
  splits<<<1, 32>>>(other_leaves, 32, tallies);
  printf("split %d, %.2f, %d\n", sum_of(leaves, 128), sum_of(other_leaves, 128), sum_of(tallies, 128));
}
