// What spawnc emits, written by hand, on children that each test one promise of the runtime header:
//     handwritten CHECK     exits 0 and prints `CHECK: ok` if the promise held
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <spawn/in_turn.cuh>
#include <spawn/spawn.cuh>
#include <thread>
#include <vector>

#define CHECK(call)                                                                        \
  do {                                                                                     \
    const cudaError_t error_ = (call);                                                     \
    if (error_ != cudaSuccess) {                                                           \
      std::fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, cudaGetErrorString(error_)); \
      std::exit(2);                                                                        \
    }                                                                                      \
  } while (0)

// bits of the emitted text that do not differ between children
#define LAUNCHED(name, ...)                                                            \
  name##__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, \
                     spawn_launch.stream>>>(spawn_ticket, __VA_ARGS__)

bool other_unit_is_right();

static __device__ spawn::Site spawn_hand[] = {
    spawn::always(), spawn::by_controller(), spawn::by_controller(),
    spawn::always(), spawn::threshold(40),   spawn::by_controller(),
};
static const spawn::SiteTable spawn_hand_table(spawn_hand, {{"hand.cu:1:3", "offer", "count"},
                                                            {"hand.cu:2:3", "tree", "tree"},
                                                            {"hand.cu:3:3", "tree", "tree"},
                                                            {"hand.cu:4:3", "misuse", "count"},
                                                            {"hand.cu:5:3", "steps", "step"},
                                                            {"hand.cu:6:3", "sums", "block_sum"}});

// ---- count: a child of one useful thread

static __device__ __forceinline__ void count__thread(const spawn::Thread& spawn_thread, int n,
                                                     unsigned long long* total) {
  SPAWN_BUILTINS(spawn_thread);
  {
    if (blockIdx.x * blockDim.x + threadIdx.x >= n) return;
    atomicAdd(total, 1ull);
  }
}
static __global__ void count__launched(spawn::Ticket spawn_ticket, int n, unsigned long long* total) {
  const spawn::CtaScope spawn_scope(spawn_ticket);
  count__thread(spawn_scope.thread(), n, total);
}
static __device__ void count__spawn(const spawn::Launch& spawn_launch, int n, unsigned long long* total) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      LAUNCHED(count, n, total);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (!spawn_ticket.is_serial()) return;
  spawn::run_serial(spawn_launch, n,
                    [&](const spawn::Thread& spawn_thread) { count__thread(spawn_thread, n, total); });
}

__global__ void offer(int times, unsigned long long* total) {
  for (int i = 0; i < times; ++i) count__spawn(spawn::launch(spawn_hand[0], 2, 32), 33, total);
}

// Lanes of one warp that come to their launches at different times.
__global__ void offer_at_own_pace(int times, unsigned long long* total) {
  if (threadIdx.x % 2 == 0)
    for (int i = 0; i < times; ++i, __nanosleep(300))
      count__spawn(spawn::launch(spawn_hand[0], 2, 32), 33, total);
  else
    for (int i = 0; i < times; ++i, __nanosleep(500))
      count__spawn(spawn::launch(spawn_hand[0], 2, 32), 33, total);
}

// Each lane launches into a stream of its own: the calls around the launch are in the device runtime, too.
__global__ void offer_in_own_stream(int times, unsigned long long* total) {
  using spawn::in_turn::cudaStreamCreateWithFlags, spawn::in_turn::cudaStreamDestroy;
  for (int i = 0; i < times; ++i) {
    cudaStream_t stream;
    if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return;
    count__spawn(spawn::launch(spawn_hand[0], 2, 32, 0, stream), 33, total);
    cudaStreamDestroy(stream);
  }
}

// Fire-and-forget launches, and ordered ones, which take another turn, from one warp.
__global__ void offer_both(unsigned long long* total) {
  using spawn::in_turn::cudaStreamCreateWithFlags, spawn::in_turn::cudaStreamDestroy;
  cudaStream_t stream;
  if (cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking) != cudaSuccess) return;
  {
    spawn::StreamOrder spawn_order;
    count__spawn(spawn::launch(spawn_hand[0], 2, 32), 33, total);
    for (int i = 0; i < 2; ++i) count__spawn(spawn_order.launch(spawn_hand[3], 2, 32, 0, stream), 33, total);
    count__spawn(spawn::launch(spawn_hand[0], 2, 32, 0, stream), 33, total);
  }
  cudaStreamDestroy(stream);
}

static unsigned long long* new_total() {
  unsigned long long* total;
  CHECK(cudaMalloc(&total, sizeof *total));
  CHECK(cudaMemset(total, 0, sizeof *total));
  return total;
}
static unsigned long long read_total(const unsigned long long* total) {
  unsigned long long value = 0;
  CHECK(cudaDeviceSynchronize());
  CHECK(cudaMemcpy(&value, total, sizeof value, cudaMemcpyDeviceToHost));
  std::printf("total %llu\n", value);
  return value;
}

static bool flood() {  // 2^20 offered launches at the default pending limit
  unsigned long long* total = new_total();
  offer<<<spawn::prepare(4096), 64>>>(4, total);
  CHECK(cudaGetLastError());
  return read_total(total) == 33ull * 4096 * 64 * 4;
}

static bool unprepared() {  // a host launch that nobody rewrote
  unsigned long long* total = new_total();
  offer<<<64, 64>>>(2, total);
  return read_total(total) == 33ull * 64 * 64 * 2;
}

static bool one_stream() {
  unsigned long long* total = new_total();
  CHECK(cudaDeviceSynchronize());
  cudaStream_t stream;
  CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
  for (int i = 0; i < 10; ++i) offer<<<spawn::prepare(16), 32, 0, stream>>>(2, total);
  return read_total(total) == 33ull * 10 * 16 * 32 * 2;
}

static bool loops() {  // few threads that launch all their life: slots come back while the parent runs
  unsigned long long* total = new_total();
  for (int i = 0; i < 3; ++i) offer<<<spawn::prepare(16), 32>>>(200, total);
  return read_total(total) == 33ull * 3 * 16 * 32 * 200;
}
static bool paces() {
  unsigned long long* total = new_total();
  for (int i = 0; i < 3; ++i) offer_at_own_pace<<<spawn::prepare(16), 32>>>(100, total);
  return read_total(total) == 33ull * 3 * 16 * 32 * 100;
}
static bool turns() {
  unsigned long long* total = new_total();
  for (int i = 0; i < 3; ++i) offer_both<<<spawn::prepare(1), 36>>>(total);
  return read_total(total) == 33ull * 3 * 36 * 4;
}

static bool own_streams() {
  unsigned long long* total = new_total();
  for (int i = 0; i < 20; ++i) offer_in_own_stream<<<spawn::prepare(1), 17>>>(4, total);
  return read_total(total) == 33ull * 20 * 17 * 4;
}

static bool streams() {  // several host threads, several streams
  constexpr int kThreads = 8;
  unsigned long long* total = new_total();
  CHECK(cudaDeviceSynchronize());  // the streams below do not wait for the legacy one
  std::vector<std::thread> threads;
  for (int t = 0; t < kThreads; ++t)
    threads.emplace_back([&] {
      cudaStream_t stream;
      CHECK(cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking));
      for (int i = 0; i < 10; ++i) offer<<<spawn::prepare(16), 32, 0, stream>>>(2, total);
      CHECK(cudaStreamSynchronize(stream));
      CHECK(cudaStreamDestroy(stream));
    });
  for (std::thread& thread : threads) thread.join();
  return read_total(total) == 33ull * kThreads * 10 * 16 * 32 * 2;
}

static bool capture() {  // the first prepare() of the process happens inside a stream capture
  unsigned long long* total = new_total();
  cudaStream_t stream;
  cudaGraph_t graph;
  cudaGraphExec_t executable;
  CHECK(cudaStreamCreate(&stream));
  CHECK(cudaStreamBeginCapture(stream, cudaStreamCaptureModeGlobal));
  offer<<<spawn::prepare(dim3(8)), 32, 0, stream>>>(1, total);
  CHECK(cudaStreamEndCapture(stream, &graph));
  CHECK(cudaGraphInstantiate(&executable, graph, 0));
  for (int i = 0; i < 3; ++i) CHECK(cudaGraphLaunch(executable, stream));
  return read_total(total) == 33ull * 3 * 8 * 32;
}

// ---- tree: recursive, and a barrier in the child

__global__ void tree(int depth, unsigned long long* total);
template <int spawn_depth>
static __device__ __noinline__ void tree__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int depth,
                                                unsigned long long* total);

template <int spawn_depth>
static __device__ __forceinline__ void tree__thread(const spawn::ThreadAt<spawn_depth>& spawn_thread,
                                                    int depth, unsigned long long* total) {
  SPAWN_BUILTINS(spawn_thread);
  {
    if (threadIdx.x == 0) atomicAdd(total, 1ull);
    if (threadIdx.x < 4 && depth > 0)
      tree__spawn(spawn_thread.launch(spawn_hand[depth % 2 ? 1 : 2], 1, 8), depth - 1, total);
  }
}
static __global__ void tree__launched(spawn::Ticket spawn_ticket, int depth, unsigned long long* total) {
  const spawn::CtaScope spawn_scope(spawn_ticket);
  tree__thread(spawn_scope.thread(), depth, total);
}
template <int spawn_depth>
static __device__ __noinline__ void tree__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int depth,
                                                unsigned long long* total) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, 8);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      LAUNCHED(tree, depth, total);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (!spawn_ticket.is_serial()) return;
  spawn::run_serial(spawn_launch, spawn::kAll,
                    [&](const auto& spawn_thread) { tree__thread(spawn_thread, depth, total); });
}
__global__ void tree(int depth, unsigned long long* total) {
  if (threadIdx.x == 0) atomicAdd(total, 1ull);
  if (threadIdx.x < 4 && depth > 0)
    tree__spawn(spawn::launch(spawn_hand[depth % 2 ? 1 : 2], 1, 8), depth - 1, total);
}

static bool recursion() {  // a 4-ary tree of 21845 grids, far over the limit; the stack is small
  unsigned long long* total = new_total();
  tree<<<spawn::prepare(1u), 8>>>(7, total);
  CHECK(cudaGetLastError());
  return read_total(total) == (4ull * 4 * 4 * 4 * 4 * 4 * 4 * 4 - 1) / 3;
}

// ---- misuse: CUDA's errors stay CUDA's

__global__ void misuse(int* errors, unsigned long long* total) {
  count__spawn(spawn::launch(spawn_hand[3], 0, 32), 0, total);
  errors[0] = cudaGetLastError();  // no blocks
  count__spawn(spawn::launch(spawn_hand[3], 1, 2048), 1, total);
  errors[1] = cudaGetLastError();  // too many threads
  count__spawn(spawn::launch(spawn_hand[3], {1, 70000, 1}, {32, 1, 1}), 1, total);
  errors[2] = cudaGetLastError();  // grid too tall
  count__spawn(spawn::launch(spawn_hand[3], 1, 32, 300 * 1024), 1, total);
  errors[3] = cudaGetLastError();  // too much shared memory
  count__spawn(spawn::launch(spawn_hand[3], 1, 32), 32, total);
  errors[4] = cudaGetLastError();  // fine: 32
  count__spawn(spawn::launch(spawn_hand[3], 1, 0), 1, total);
  count__spawn(spawn::launch(spawn_hand[3], 1, 32), 32, total);
  errors[5] = cudaPeekAtLastError();  // the older error is still there, and the second child ran: 64
  errors[6] = cudaGetLastError();
}

static bool invalid() {
  int *errors, seen[7];
  unsigned long long* total = new_total();
  CHECK(cudaMalloc(&errors, sizeof seen));
  bool right = true;
  for (const spawn::Site& policy : {spawn::always(), spawn::never(), spawn::by_controller()}) {
    spawn::set_policy(policy);
    CHECK(cudaMemset(total, 0, sizeof *total));
    misuse<<<spawn::prepare(1), 1>>>(errors, total);
    CHECK(cudaDeviceSynchronize());
    CHECK(cudaMemcpy(seen, errors, sizeof seen, cudaMemcpyDeviceToHost));
    const int bad = cudaErrorInvalidConfiguration;
    const int expected[7] = {bad, bad, bad, bad, cudaSuccess, bad, bad};
    right = right && std::memcmp(seen, expected, sizeof seen) == 0 && read_total(total) == 64;
    std::printf("errors %d %d %d %d %d %d %d, total %llu\n", seen[0], seen[1], seen[2], seen[3], seen[4],
                seen[5], seen[6], read_total(total));
  }
  return right;
}

// ---- steps: children of one thread whose order shows in the answer

static __device__ __forceinline__ void step__thread(const spawn::Thread& spawn_thread, unsigned k,
                                                    unsigned* cell) {
  SPAWN_BUILTINS(spawn_thread);
  {
    if (threadIdx.x == 0) *cell = *cell * 3 + k;
  }
}
static __global__ void step__launched(spawn::Ticket spawn_ticket, unsigned k, unsigned* cell) {
  const spawn::CtaScope spawn_scope(spawn_ticket);
  step__thread(spawn_scope.thread(), k, cell);
}
static __device__ void step__spawn(const spawn::Launch& spawn_launch, int n, unsigned k, unsigned* cell) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      LAUNCHED(step, k, cell);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (!spawn_ticket.is_serial()) return;
  spawn::run_serial(spawn_launch, spawn::kAll,
                    [&](const spawn::Thread& spawn_thread) { step__thread(spawn_thread, k, cell); });
}
constexpr int kSteps = 12, kCells = 64;
__global__ void steps(unsigned* cells, int* errors) {
  spawn::StreamOrder spawn_order;
  unsigned* const cell = &cells[blockIdx.x];
  for (int k = 0; k < kSteps; ++k)  // 10 and 50 useful threads in turn: below and above the threshold
    step__spawn(spawn_order.launch(spawn_hand[4], 1, 64), (k + blockIdx.x) % 3 == 2 ? 50 : 10, k, cell);
  if (cudaGetLastError() != cudaSuccess) atomicAdd(errors, 1);
}

static bool order() {
  unsigned cells[kCells], *on_device;
  int *errors, lost = 0;
  CHECK(cudaMalloc(&on_device, sizeof cells));
  CHECK(cudaMalloc(&errors, sizeof *errors));
  CHECK(cudaMemset(on_device, 0, sizeof cells));
  CHECK(cudaMemset(errors, 0, sizeof *errors));
  steps<<<spawn::prepare(kCells), 1>>>(on_device, errors);
  CHECK(cudaMemcpy(cells, on_device, sizeof cells, cudaMemcpyDeviceToHost));
  CHECK(cudaMemcpy(&lost, errors, sizeof lost, cudaMemcpyDeviceToHost));
  unsigned expected = 0;
  for (unsigned k = 0; k < kSteps; ++k) expected = expected * 3 + k;
  bool right = lost == 0;
  for (const unsigned cell : cells) right = right && cell == expected;
  return right;
}

// ---- sums: a child with barriers, in two dimensions

__global__ void block_sum(const int* in, int* out);
static __device__ __forceinline__ void block_sum__block(const spawn::Block& spawn_block, const int* in,
                                                        int* out) {
  int part[4][8];
  spawn_block.each_thread([&](const spawn::Thread& spawn_thread) {
    SPAWN_BUILTINS(spawn_thread);
    part[threadIdx.y][threadIdx.x] =
        in[(blockIdx.y * gridDim.x + blockIdx.x) * 32 + threadIdx.y * blockDim.x + threadIdx.x];
  });
  spawn_block.each_thread([&](const spawn::Thread& spawn_thread) {
    SPAWN_BUILTINS(spawn_thread);
    if (threadIdx.x == 0 && threadIdx.y == 0) {
      int sum = 0;
      for (int y = 0; y < 4; ++y)
        for (int x = 0; x < 8; ++x) sum += part[y][x];
      atomicAdd(out, sum);
    }
  });
}
static __global__ void __launch_bounds__(32)
    block_sum__launched(spawn::Ticket spawn_ticket, const int* in, int* out) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
  __shared__ int part[4][8];
  part[threadIdx.y][threadIdx.x] =
      in[(blockIdx.y * gridDim.x + blockIdx.x) * 32 + threadIdx.y * blockDim.x + threadIdx.x];
  __syncthreads();
  if (threadIdx.x != 0) return;
  if (threadIdx.y != 0) return;
  int sum = 0;
  for (int y = 0; y < 4; ++y)
    for (int x = 0; x < 8; ++x) sum += part[y][x];
  atomicAdd(out, sum);
}
static __device__ void block_sum__spawn(const spawn::Launch& spawn_launch, const int* in, int* out) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, 192);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      LAUNCHED(block_sum, in, out);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (!spawn_ticket.is_serial()) return;
  spawn::run_serial_blocks(spawn_launch,
                           [&](const spawn::Block& spawn_block) { block_sum__block(spawn_block, in, out); });
}
__global__ void sums(const int* in, int* out) {
  block_sum__spawn(spawn::launch(spawn_hand[5], dim3(3, 2), {8, 4}), in,
                   &out[blockIdx.x * blockDim.x + threadIdx.x]);
}

static bool blocks() {
  constexpr int kParents = 256;
  int in[192], out[kParents], *on_device, *results, expected = 0;
  for (int i = 0; i < 192; ++i) expected += in[i] = i * i % 37;
  CHECK(cudaMalloc(&on_device, sizeof in));
  CHECK(cudaMalloc(&results, sizeof out));
  CHECK(cudaMemcpy(on_device, in, sizeof in, cudaMemcpyHostToDevice));
  bool right = true;
  for (const spawn::Site& policy : {spawn::always(), spawn::never(), spawn::by_controller()}) {
    spawn::set_policy("hand.cu:6", policy);
    CHECK(cudaMemset(results, 0, sizeof out));
    sums<<<spawn::prepare(kParents / 32), 32>>>(on_device, results);
    CHECK(cudaMemcpy(out, results, sizeof out, cudaMemcpyDeviceToHost));
    for (const int sum : out) right = right && sum == expected;
  }
  return right;
}

static bool policies() {  // names, and the last word
  return spawn::set_policy("hand.cu:1:3", spawn::never()) == 1 &&
         spawn::set_policy("hand.cu:2", spawn::never()) == 1 &&
         spawn::set_policy("other.cu:7", spawn::never()) == 1 &&
         spawn::set_policy("hand.cu", spawn::never()) == 0 && flood();
}

int main(int argc, char** argv) {
  const struct {
    const char* name;
    bool (*run)();
  } checks[] = {{"flood", flood},
                {"unprepared", unprepared},
                {"streams", streams},
                {"capture", capture},
                {"recursion", recursion},
                {"invalid", invalid},
                {"order", order},
                {"blocks", blocks},
                {"policies", policies},
                {"units", other_unit_is_right},
                {"one_stream", one_stream},
                {"loops", loops},
                {"paces", paces},
                {"turns", turns},
                {"own_streams", own_streams}};
  for (const auto& check : checks) {
    if (argc != 2 || std::strcmp(argv[1], check.name) != 0) continue;
    const bool right = check.run();
    CHECK(cudaDeviceSynchronize());
    std::printf("%s: %s\n", check.name, right ? "ok" : "WRONG");
    return right ? 0 : 1;
  }
  std::fprintf(stderr, "handwritten: which check?\n");
  return 2;
}
