// Whatever follows a parent in its stream sees what its children did, whether they waited in a queue or not.
// prints: own streams 0 wrong, two parents 0 wrong, per thread 0 wrong, again 0 wrong, events 0 wrong, in one statement 0 wrong
// prints: success
// offered: add 2240
// offered: subtract 864
#include <cstdio>

constexpr int kParents = 32, kCells = 64;

__global__ void add(int* cells, int parent, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(cells + i, parent);
}
__global__ void subtract(int parent, int* cells) { atomicAdd(cells + threadIdx.x, -parent); }

__global__ void adds(int* cells) { add<<<2, 32>>>(cells, threadIdx.x, kCells); }
__global__ void subtracts(int* cells) { subtract<<<1, kCells>>>(threadIdx.x, cells); }
__global__ void count_wrong(const int* cells, int expected, int* wrong) {
  if (cells[threadIdx.x] != expected) atomicAdd(wrong, 1);
}

constexpr int kSum = kParents * (kParents - 1) / 2;

int main() {
  enum { kOwn, kTwo, kPerThread, kAgain, kEvents, kStatement, kChecks };
  int *cells, *wrong, host[kChecks];
  constexpr int kStreams = 6;
  const size_t bytes = (kStreams + kChecks) * kCells * sizeof(int);
  cudaMalloc(&cells, bytes);
  cudaMalloc(&wrong, sizeof host);
  cudaMemset(cells, 0, bytes);
  cudaMemset(wrong, 0, sizeof host);
  cudaDeviceSynchronize();
  struct {
    cudaStream_t stream;
    int* cells;
  } lanes[kStreams], *lane = lanes;
  for (int i = 0; i < kStreams; ++i) {
    cudaStreamCreateWithFlags(&lanes[i].stream, i % 2 ? cudaStreamNonBlocking : cudaStreamDefault);
    lanes[i].cells = cells + i * kCells;
  }
  for (int turn = 1; turn <= 5; ++turn)
    for (lane = lanes; lane < lanes + kStreams; ++lane) {
      adds<<<1, kParents, 0, lane->stream>>>(lane->cells);
      count_wrong<<<1, kCells, 0, lane->stream>>>(lane->cells, turn * kSum, wrong + kOwn);
    }
  cudaDeviceSynchronize();
  // parents with other children take turns in a stream
  for (int turn = 0; turn < 4; ++turn)
    for (int i = 0; i < kStreams; ++i) {
      subtracts<<<1, kParents, 0, lanes[i].stream>>>(lanes[i].cells);
      count_wrong<<<1, kCells, 0, lanes[i].stream>>>(lanes[i].cells, 4 * kSum, wrong + kTwo);
      adds<<<1, kParents, 0, lanes[i].stream>>>(lanes[i].cells);
      count_wrong<<<1, kCells, 0, lanes[i].stream>>>(lanes[i].cells, 5 * kSum, wrong + kTwo);
    }
  cudaDeviceSynchronize();

  int* more = cells + kStreams * kCells;
  for (int turn = 1; turn <= 4; ++turn) {
    adds<<<1, kParents, 0, cudaStreamPerThread>>>(more);
    count_wrong<<<1, kCells, 0, cudaStreamPerThread>>>(more, turn * kSum, wrong + kPerThread);
  }
  cudaStreamSynchronize(cudaStreamPerThread);
  more += kCells;
  for (int turn = 1; turn <= 6; ++turn) {
    adds<<<1, kParents>>>(more);
    count_wrong<<<1, kCells>>>(more, turn * kSum, wrong + kAgain);
  }
  more += kCells;
  cudaEvent_t done;
  cudaEventCreateWithFlags(&done, cudaEventDisableTiming);
  for (int turn = 0; turn < 3; ++turn) {
    adds<<<1, kParents, 0, lanes[0].stream>>>(more);
    cudaEventRecord(done, lanes[0].stream);
    cudaStreamWaitEvent(lanes[1].stream, done, 0);
    subtracts<<<1, kParents, 0, lanes[1].stream>>>(more);
    cudaEventRecord(done, lanes[1].stream);
    cudaStreamWaitEvent(lanes[0].stream, done, 0);
    count_wrong<<<1, kCells, 0, lanes[0].stream>>>(more, 0, wrong + kEvents);
  }
  cudaDeviceSynchronize();
  more += kCells;
  for (int turn = 1; turn <= 3; ++turn)
    adds<<<1, kParents>>>(more), count_wrong<<<1, kCells>>>(more, turn * kSum, wrong + kStatement);
  for (int i = 0; i < kStreams; ++i) cudaStreamDestroy(lanes[i].stream);
  cudaMemcpy(host, wrong, sizeof host, cudaMemcpyDeviceToHost);
  printf(
      "own streams %d wrong, two parents %d wrong, per thread %d wrong, again %d wrong, events %d wrong, "
      "in one statement %d wrong\n",
      host[kOwn], host[kTwo], host[kPerThread], host[kAgain], host[kEvents], host[kStatement]);
  printf("%s\n", cudaGetLastError() == cudaSuccess ? "success" : "failure");
}
