// Sequences whose pointers, sizes, grids and number of calls change, as spawnc emits them.
// prints: pipeline: 0 wrong of 64
// prints: growing: 0 wrong of 40
// prints: large: 0 wrong of 6
// prints: one of two streams first: 0 wrong of 12
// prints: by value: 1 2 3 4 5 6 7 8
// prints: empty: 0
#include <cstdio>
#include <spawn/graph.cuh>
#include <vector>

template <class T>
__global__ void scale(const T* in, T* out, T by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) out[i] = in[i] * by;
}
__global__ void shift(float* x, float by, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] += by;
}
struct Wide {
  double first;
  char second;
  float4 third;
};
__global__ void fill_wide(float* x, char before, Wide wide, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) x[i] = static_cast<float>(wide.first) + wide.second + wide.third.w + before;
}

static void pipeline(const float* in, float* out, float* tmp, int n, int stages, cudaStream_t stream) {
  const int blocks = (n + 31) / 32;
  static thread_local spawn::Region region("region_sequences.cu:pipeline");
  region.begin_sequence(stream);
  region.kernel(scale<float>, blocks, 32, 0, in, tmp, 2, n);
  for (int k = 0; k < stages; k++) region.kernel(shift, blocks, 32, 0, tmp, 1.0f, n);
  region.copy(out, tmp, n * sizeof(float), cudaMemcpyDeviceToDevice);
  region.set(tmp, 0, n * sizeof(float));
  region.end();
}

static std::vector<float> read(const float* d, int n) {
  std::vector<float> host(n);
  cudaMemcpy(host.data(), d, n * sizeof(float), cudaMemcpyDeviceToHost);
  return host;
}

int main() {
  constexpr int kBuffers = 4, kMost = 100;
  float *in[kBuffers], *out[kBuffers], *tmp;
  for (int b = 0; b < kBuffers; ++b) {
    std::vector<float> host(kMost);
    for (int i = 0; i < kMost; ++i) host[i] = static_cast<float>(i + b);
    cudaMalloc(&in[b], kMost * sizeof(float));
    cudaMalloc(&out[b], kMost * sizeof(float));
    cudaMemcpy(in[b], host.data(), kMost * sizeof(float), cudaMemcpyHostToDevice);
  }
  cudaMalloc(&tmp, kMost * sizeof(float));
  cudaStream_t stream;
  cudaStreamCreate(&stream);

  const auto wrong = [&](int b, int n, int stages) {
    const std::vector<float> host = read(out[b], n);
    for (int i = 0; i < n; ++i)
      if (host[i] != 2.0f * (i + b) + stages) return 1;
    return 0;
  };
  int bad = 0;
  for (int call = 0; call < 64; ++call) {
    const int b = call % kBuffers, n = 20 + call % 7 * 13, stages = call % 5 < 3 ? 3 : 5;
    pipeline(in[b], out[b], tmp, n, stages, stream);
    bad += wrong(b, n, stages);
  }
  printf("pipeline: %d wrong of 64\n", bad);

  bad = 0;
  for (int call = 0; call < 40; ++call) {
    const int stages = call % 10;
    pipeline(in[call % 4], out[call % 4], tmp, 50, stages, stream);
    bad += wrong(call % 4, 50, stages);
  }
  printf("growing: %d wrong of 40\n", bad);

  bad = 0;
  for (int call = 0; call < 6; ++call) {
    pipeline(in[0], out[0], tmp, kMost, 60 + call % 2, stream);
    bad += wrong(0, kMost, 60 + call % 2);
  }
  printf("large: %d wrong of 6\n", bad);

  // nothing waits between the two: each stream has its own buffer for what lies between
  bad = 0;
  float* tmps[2];
  cudaStream_t streams[2];
  for (int i = 0; i < 2; ++i) {
    cudaMalloc(&tmps[i], kMost * sizeof(float));
    cudaStreamCreateWithFlags(&streams[i], cudaStreamNonBlocking);
  }
  cudaDeviceSynchronize();
  for (int call = 0; call < 12; ++call) {
    for (int i = 0; i < 2; ++i) pipeline(in[i + call % 3], out[i], tmps[i], 40, 4, streams[i]);
    cudaDeviceSynchronize();
    for (int i = 0; i < 2; ++i) {
      const std::vector<float> host = read(out[i], 40);
      for (int k = 0; k < 40; ++k)
        if (host[k] != 2.0f * (k + i + call % 3) + 4) {
          ++bad;
          break;
        }
    }
  }
  printf("one of two streams first: %d wrong of 12\n", bad);

  // arguments are converted and read when the call is made, however many types and holes they have
  static thread_local spawn::Region by_value("region_sequences.cu:values");
  printf("by value:");
  for (int k = 0; k < 8; ++k) {
    Wide wide{};
    wide.second = static_cast<char>(k);
    by_value.begin(stream);
    by_value.kernel(fill_wide, dim3(1), 32u, 0, tmp, 0, wide, 4L);
    by_value.store(tmp + 1, wide.second);
    wide.second = 100;
    by_value.kernel(scale<float>, 1, 32, 0, tmp, tmp, 1.0, 1);
    by_value.kernel(shift, 1, 32, 0, tmp, true, 1);
    by_value.end();
    cudaStreamSynchronize(stream);
    printf(" %g", read(tmp, 2)[1] == k ? read(tmp, 1)[0] : -1);
  }
  printf("\n");

  static thread_local spawn::Region empty("region_sequences.cu:empty");
  empty.begin(stream);
  empty.copy(tmp, tmp + 1, 0, cudaMemcpyDeviceToDevice);
  empty.set(tmp, 0, 0);
  printf("empty: %d\n", static_cast<int>(empty.end()));
  return cudaDeviceSynchronize() != cudaSuccess;
}
