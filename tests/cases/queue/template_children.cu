// flags: --carrier auto
namespace tools {
struct Node {
  int value;
};
template <class T>
struct Pair {
  T first, second;
};
enum class Kind { A, B };
template <Kind K, unsigned N, bool F>
__global__ void of_values(int* d) {
  d[threadIdx.x] = N + (K == Kind::B) + F;
}
template <class T>
__global__ void of_type(T* d, T value) {
  d[threadIdx.x] = value;
}
}  // namespace tools
constexpr int kSide = 8;
#define WIDTH (kSide * 4)
template <class T = int, int N = 4>
__global__ void with_defaults(const T* from, T* to, int n = N) {
  if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x];
}
template <int N, class T>
__global__ void with_barrier(T* d) {
  d[threadIdx.x] = N;
  __syncthreads();
  d[threadIdx.x] += d[N];
}

// constants and types of namespaces, as the compiler knows them
__global__ void plain(int* d, float* f, tools::Node* node, tools::Pair<tools::Node*>* pair) {
  using tools::Kind;
  constexpr int side = kSide / 2;
  switch (threadIdx.x) {
    case 0: tools::of_values<Kind::B, 3, true><<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 1: tools::of_type<<<1, 32, 0, cudaStreamFireAndForget>>>(f, 2.f); break;
    case 2: tools::of_type<<<1, 32, 0, cudaStreamFireAndForget>>>(node, *node); break;
    case 3: tools::of_type<<<1, 32, 0, cudaStreamFireAndForget>>>(pair, *pair); break;
    case 4: with_defaults<><<<1, 32, 0, cudaStreamFireAndForget>>>(d, d); break;
    case 5: with_defaults<float, side><<<1, 32, 0, cudaStreamFireAndForget>>>(f, f); break;
    case 6: with_barrier<side><<<1, 32, 0, cudaStreamFireAndForget>>>(f); break;
  }
}

// made of the parent's own parameters: as they are written, or as types that are plain to see
template <class T, int N>
__global__ void templated(const T* __restrict__ from, T* to, int n) {
  T* row = to + blockIdx.x * n;
  switch (threadIdx.x) {
    case 0: with_defaults<T, N><<<1, 32, 0, cudaStreamFireAndForget>>>(from, to); break;
    case 1: with_defaults<T, N / 2><<<1, 32, 0, cudaStreamFireAndForget>>>(from, to, 3); break;
    case 2: with_barrier<WIDTH><<<1, 32, 0, cudaStreamFireAndForget>>>(row + 3); break;
    case 3: tools::of_type<<<1, 32, 0, cudaStreamFireAndForget>>>(&row[n - 1], from[0]); break;
    case 4: tools::of_type<float><<<1, 32, 0, cudaStreamFireAndForget>>>(nullptr, 1.f); break;
  }
}

// a child that launches, with its own arguments and with others
template <class T>
__global__ void split(T* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] += 1;
  if (threadIdx.x == 0 && n > 2) {
    split<<<1, 32, 0, cudaStreamFireAndForget>>>(d, n / 2);
    split<T><<<1, 32, 0, cudaStreamFireAndForget>>>(d + n / 2, n - n / 2);
    tools::of_type<tools::Node><<<1, 1, 0, cudaStreamFireAndForget>>>(nullptr, tools::Node{});
  }
}
__global__ void splits(int* d, int n) { split<<<1, 32>>>(d, n); }

void run(int* d, float* f) {
  plain<<<1, 32>>>(d, f, nullptr, nullptr);
  templated<float, 4><<<1, 32>>>(f, f, 8);
  split<<<1, 32>>>(d, 100);
  splits<<<1, 32>>>(d, 100);
}
// ---- output
#include <spawn/queue.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:38:20", "plain", "tools::of_values"},
    {"case.cu:39:20", "plain", "tools::of_type"},
    {"case.cu:40:20", "plain", "tools::of_type"},
    {"case.cu:41:20", "plain", "tools::of_type"},
    {"case.cu:42:13", "plain", "with_defaults"},
    {"case.cu:43:13", "plain", "with_defaults"},
    {"case.cu:44:13", "plain", "with_barrier"},
    {"case.cu:53:13", "templated", "with_defaults"},
    {"case.cu:54:13", "templated", "with_defaults"},
    {"case.cu:55:13", "templated", "with_barrier"},
    {"case.cu:56:20", "templated", "tools::of_type"},
    {"case.cu:57:20", "templated", "tools::of_type"},
    {"case.cu:66:5", "split", "split"},
    {"case.cu:67:5", "split", "split"},
    {"case.cu:68:12", "split", "tools::of_type"},
    {"case.cu:71:41", "splits", "split"},
});
#line 1 "case.cu"
// flags: --carrier auto
namespace tools {
struct Node {
  int value;
};
template <class T>
struct Pair {
  T first, second;
};
enum class Kind { A, B };
template <Kind K, unsigned N, bool F>
__global__ void of_values(int* d) {
  d[threadIdx.x] = N + (K == Kind::B) + F;
}
// spawnc: of_values for one thread, whose built-ins are local variables.
#line 11 "case.cu"
template <Kind K, unsigned N, bool F>
static __device__ __forceinline__ void of_values__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{
  d[threadIdx.x] = N + (K == Kind::B) + F;
}
}
// spawnc: of_values as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
template <Kind K, unsigned N, bool F>
static __global__ void of_values__launched(spawn::Ticket spawn_ticket, int* d) {
  of_values__thread<K, N, F>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
template <Kind K, unsigned N, bool F>
static __device__ __forceinline__ void of_values__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_values__launched<K, N, F><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_values__thread<K, N, F>(spawn_thread, d);
  });
}
// spawnc: of_values as it waits in a queue, and the guarded branch of a parent with one.
#line 12 "case.cu"
template <typename spawn_source, Kind K, unsigned N, bool F> struct of_values__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    of_values__thread<K, N, F>(spawn_thread, d);
  }
};
#line 11 "case.cu"
template <Kind K, unsigned N, bool F, typename spawn_kinds>
static __device__ __forceinline__ void of_values__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const of_values__entry<spawn::ThisSource, K, N, F> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 15 "case.cu"
template <class T>
__global__ void of_type(T* d, T value) {
  d[threadIdx.x] = value;
}
// spawnc: of_type for one thread, whose built-ins are local variables.
#line 15 "case.cu"
template <class T>
static __device__ __forceinline__ void of_type__thread(const spawn::Thread& spawn_thread, T* d, T value) {
  SPAWN_BUILTINS(spawn_thread);
#line 16 "case.cu"
{
  d[threadIdx.x] = value;
}
}
// spawnc: of_type as a guarded branch launches it: the same work, counted and timed.
#line 15 "case.cu"
template <class T>
static __global__ void of_type__launched(spawn::Ticket spawn_ticket, T* d, T value) {
  of_type__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d, value);
}
// spawnc: the guarded branch.
#line 15 "case.cu"
template <class T>
static __device__ __forceinline__ void of_type__spawn(const spawn::Launch& spawn_launch, T* d, T value) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_type__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, value);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_type__thread<T>(spawn_thread, d, value);
  });
}
// spawnc: of_type as it waits in a queue, and the guarded branch of a parent with one.
#line 16 "case.cu"
template <typename spawn_source, class T> struct of_type__entry {
  T* d;
  T value;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    of_type__thread<T>(spawn_thread, d, value);
  }
};
#line 15 "case.cu"
template <class T, typename spawn_kinds>
static __device__ __forceinline__ void of_type__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, T value) {
  const of_type__entry<spawn::ThisSource, T> spawn_child{d, value};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 19 "case.cu"
}  // namespace tools
constexpr int kSide = 8;
#define WIDTH (kSide * 4)
template <class T = int, int N = 4>
__global__ void with_defaults(const T* from, T* to, int n = N) {
  if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x];
}
// spawnc: with_defaults for one thread, whose built-ins are local variables.
#line 22 "case.cu"
template <class T, int N>
static __device__ __forceinline__ void with_defaults__thread(const spawn::Thread& spawn_thread, const T* from, T* to, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 23 "case.cu"
{
  if (threadIdx.x < n) to[threadIdx.x] = from[threadIdx.x];
}
}
// spawnc: with_defaults as a guarded branch launches it: the same work, counted and timed.
#line 22 "case.cu"
template <class T, int N>
static __global__ void with_defaults__launched(spawn::Ticket spawn_ticket, const T* from, T* to, int n) {
  with_defaults__thread<T, N>(spawn::CtaScope(spawn_ticket).thread(), from, to, n);
}
// spawnc: the guarded branch.
#line 22 "case.cu"
template <class T = int, int N = 4>
static __device__ __forceinline__ void with_defaults__spawn(const spawn::Launch& spawn_launch, const T* from, T* to, int n = N) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      with_defaults__launched<T, N><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, from, to, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    with_defaults__thread<T, N>(spawn_thread, from, to, n);
  });
}
// spawnc: with_defaults as it waits in a queue, and the guarded branch of a parent with one.
#line 23 "case.cu"
template <typename spawn_source, class T, int N> struct with_defaults__entry {
  const T* from;
  T* to;
  int n;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    with_defaults__thread<T, N>(spawn_thread, from, to, n);
  }
};
#line 22 "case.cu"
template <class T = int, int N = 4, typename spawn_kinds>
static __device__ __forceinline__ void with_defaults__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, const T* from, T* to, int n = N) {
  const with_defaults__entry<spawn::ThisSource, T, N> spawn_child{from, to, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 26 "case.cu"
template <int N, class T>
__global__ void with_barrier(T* d) {
  d[threadIdx.x] = N;
  __syncthreads();
  d[threadIdx.x] += d[N];
}
// spawnc: with_barrier for one block, run by one thread: each part between barriers for all threads in turn.
#line 26 "case.cu"
template <int N, class T>
static __device__ __forceinline__ void with_barrier__block(const spawn::Block& spawn_block, T* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 27 "case.cu"
{ spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] = N;
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] += d[N]; });
}
}
// spawnc: with_barrier as a guarded branch launches it: the same work, counted and timed.
#line 26 "case.cu"
template <int N, class T>
static __global__ void with_barrier__launched(spawn::Ticket spawn_ticket, T* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 27 "case.cu"
{
  d[threadIdx.x] = N;
  __syncthreads();
  d[threadIdx.x] += d[N];
}
}
// spawnc: the guarded branch.
#line 26 "case.cu"
template <int N, class T>
static __device__ __forceinline__ void with_barrier__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      with_barrier__launched<N, T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    with_barrier__block<N, T>(spawn_block, d);
  });
}
// spawnc: with_barrier for one thread of a block that runs it in a queue's drain.
#line 26 "case.cu"
template <int N, class T, typename spawn_type>
static __device__ __forceinline__ void with_barrier__together(const spawn_type& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 27 "case.cu"
{
  d[threadIdx.x] = N;
  __syncthreads();
  d[threadIdx.x] += d[N];
}
}
// spawnc: with_barrier as it waits in a queue, and the guarded branch of a parent with one.
#line 27 "case.cu"
template <typename spawn_source, int N, class T> struct with_barrier__entry {
  T* d;
  static constexpr bool spawn_by_block = true;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    with_barrier__together<N, T>(spawn_thread, d);
  }
};
#line 26 "case.cu"
template <int N, class T, typename spawn_kinds>
static __device__ __forceinline__ void with_barrier__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d) {
  const with_barrier__entry<spawn::ThisSource, N, T> spawn_child{d};
  if (!spawn::push_blocks(spawn_launch, spawn_child)) with_barrier__spawn<N, T>(spawn_launch.unqueued(), d);
}
#line 32 "case.cu"

// constants and types of namespaces, as the compiler knows them
__global__ void __launch_bounds__(1024) plain(int* d, float* f, tools::Node* node, tools::Pair<tools::Node*>* pair) {
  using tools::Kind;
  constexpr int side = kSide / 2;
  switch (threadIdx.x) {
    case 0: tools::of_values__spawn<Kind::B, 3, true>(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 1: tools::of_type__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), f, 2.f); break;
    case 2: tools::of_type__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), node, *node); break;
    case 3: tools::of_type__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), pair, *pair); break;
    case 4: with_defaults__spawn<>(spawn::launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d, d); break;
    case 5: with_defaults__spawn<float, side>(spawn::launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), f, f); break;
    case 6: with_barrier__spawn<side>(spawn::launch(spawn_case_cu[6], 1, 32, 0, cudaStreamFireAndForget), f); break;
  }
}
// spawnc: plain with a queue, in which its children wait until it has ended.
#line 34 "case.cu"
static __global__ void __launch_bounds__(1024) plain__queued(const spawn::GrowingQueue<spawn::Blocks<32>, ::tools::of_values__entry<spawn::ThisSource, static_cast<::tools::Kind>(1), 3, true>, ::tools::of_type__entry<spawn::ThisSource, float>, ::tools::of_type__entry<spawn::ThisSource, ::tools::Node>, ::tools::of_type__entry<spawn::ThisSource, ::tools::Pair<::tools::Node*>>, with_defaults__entry<spawn::ThisSource, int, 4>, with_defaults__entry<spawn::ThisSource, float, 4>, with_barrier__entry<spawn::ThisSource, 4, float>> spawn_queue,
    int* d, float* f, tools::Node* node, tools::Pair<tools::Node*>* pair)
#line 34 "case.cu"
{
  using tools::Kind;
  constexpr int side = kSide / 2;
  switch (threadIdx.x) {
    case 0: tools::of_values__spawn<Kind::B, 3, true>(spawn_queue.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 1: tools::of_type__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), f, 2.f); break;
    case 2: tools::of_type__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), node, *node); break;
    case 3: tools::of_type__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), pair, *pair); break;
    case 4: with_defaults__spawn<>(spawn_queue.launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d, d); break;
    case 5: with_defaults__spawn<float, side>(spawn_queue.launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), f, f); break;
    case 6: with_barrier__spawn<side>(spawn_queue.launch(spawn_case_cu[6], 1, 32, 0, cudaStreamFireAndForget), f); break;
  }
}
#line 47 "case.cu"

// made of the parent's own parameters: as they are written, or as types that are plain to see
template <class T, int N>
__global__ void __launch_bounds__(1024) templated(const T* __restrict__ from, T* to, int n) {
  T* row = to + blockIdx.x * n;
  switch (threadIdx.x) {
    case 0: with_defaults__spawn<T, N>(spawn::launch(spawn_case_cu[7], 1, 32, 0, cudaStreamFireAndForget), from, to); break;
    case 1: with_defaults__spawn<T, N / 2>(spawn::launch(spawn_case_cu[8], 1, 32, 0, cudaStreamFireAndForget), from, to, 3); break;
    case 2: with_barrier__spawn<WIDTH>(spawn::launch(spawn_case_cu[9], 1, 32, 0, cudaStreamFireAndForget), row + 3); break;
    case 3: tools::of_type__spawn(spawn::launch(spawn_case_cu[10], 1, 32, 0, cudaStreamFireAndForget), &row[n - 1], from[0]); break;
    case 4: tools::of_type__spawn<float>(spawn::launch(spawn_case_cu[11], 1, 32, 0, cudaStreamFireAndForget), nullptr, 1.f); break;
  }
}
// spawnc: templated with a queue, in which its children wait until it has ended.
#line 49 "case.cu"
template <class T, int N>
static __global__ void __launch_bounds__(1024) templated__queued(const spawn::NotDeduced<spawn::GrowingQueue<spawn::Blocks<32>, with_defaults__entry<spawn::ThisSource, T, N>, with_defaults__entry<spawn::ThisSource, T, N / 2>, with_barrier__entry<spawn::ThisSource, WIDTH, T>, ::tools::of_type__entry<spawn::ThisSource, T>, ::tools::of_type__entry<spawn::ThisSource, float>>> spawn_queue,
    const T* __restrict__ from, T* to, int n)
#line 50 "case.cu"
{
  T* row = to + blockIdx.x * n;
  switch (threadIdx.x) {
    case 0: with_defaults__spawn<T, N>(spawn_queue.launch(spawn_case_cu[7], 1, 32, 0, cudaStreamFireAndForget), from, to); break;
    case 1: with_defaults__spawn<T, N / 2>(spawn_queue.launch(spawn_case_cu[8], 1, 32, 0, cudaStreamFireAndForget), from, to, 3); break;
    case 2: with_barrier__spawn<WIDTH>(spawn_queue.launch(spawn_case_cu[9], 1, 32, 0, cudaStreamFireAndForget), row + 3); break;
    case 3: tools::of_type__spawn(spawn_queue.launch(spawn_case_cu[10], 1, 32, 0, cudaStreamFireAndForget), &row[n - 1], from[0]); break;
    case 4: tools::of_type__spawn<float>(spawn_queue.launch(spawn_case_cu[11], 1, 32, 0, cudaStreamFireAndForget), nullptr, 1.f); break;
  }
}
#line 60 "case.cu"

// a child that launches, with its own arguments and with others
#line 62 "case.cu"
template <class T, int spawn_depth>
static __device__ __noinline__ void split__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, T* d, int n);
#line 62 "case.cu"
template <typename spawn_source, class T> struct split__entry;
#line 62 "case.cu"
template <class T, typename spawn_kinds>
static __device__ __noinline__ void split__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n);
#line 62 "case.cu"
template <class T>
__global__ void __launch_bounds__(1024) split(T* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] += 1;
  if (threadIdx.x == 0 && n > 2) {
    split__spawn(spawn::launch(spawn_case_cu[12], 1, 32, 0, cudaStreamFireAndForget), d, n / 2);
    split__spawn<T>(spawn::launch(spawn_case_cu[13], 1, 32, 0, cudaStreamFireAndForget), d + n / 2, n - n / 2);
    tools::of_type__spawn<tools::Node>(spawn::launch(spawn_case_cu[14], 1, 1, 0, cudaStreamFireAndForget), nullptr, tools::Node{});
  }
}
// spawnc: split for one thread, whose built-ins are local variables.
#line 62 "case.cu"
template <class T, typename spawn_type>
static __device__ __forceinline__ void split__thread(const spawn_type& spawn_thread, T* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 63 "case.cu"
{
  if (threadIdx.x < n) d[threadIdx.x] += 1;
  if (threadIdx.x == 0 && n > 2) {
    split__spawn(spawn_thread.launch(spawn_case_cu[12], 1, 32, 0, cudaStreamFireAndForget), d, n / 2);
    split__spawn<T>(spawn_thread.launch(spawn_case_cu[13], 1, 32, 0, cudaStreamFireAndForget), d + n / 2, n - n / 2);
    tools::of_type__spawn<tools::Node>(spawn_thread.launch(spawn_case_cu[14], 1, 1, 0, cudaStreamFireAndForget), nullptr, tools::Node{});
  }
}
}
// spawnc: split as a guarded branch launches it: the same work, counted and timed.
#line 62 "case.cu"
template <class T>
static __global__ void __launch_bounds__(1024) split__launched(spawn::Ticket spawn_ticket, T* d, int n) {
  split__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 62 "case.cu"
template <class T, int spawn_depth>
static __device__ __noinline__ void split__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, T* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      split__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    split__thread<T>(spawn_thread, d, n);
  });
}
// spawnc: split as it waits in a queue, and the guarded branch of a parent with one.
#line 63 "case.cu"
template <typename spawn_source, class T> struct split__entry {
  T* d;
  int n;
  static constexpr bool spawn_leaves = true;
  template <typename spawn_type>
  __device__ __forceinline__ void operator()(const spawn_type& spawn_thread) const {
    split__thread<T>(spawn_thread, d, n);
  }
};
#line 62 "case.cu"
template <class T, typename spawn_kinds>
static __device__ __noinline__ void split__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, T* d, int n) {
  const split__entry<spawn::ThisSource, T> spawn_child{d, n};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) split__spawn<T>(spawn_launch.unqueued(), d, n);
}
#line 71 "case.cu"
// spawnc: split with a queue, in which its children wait until it has ended.
#line 62 "case.cu"
template <class T>
static __global__ void __launch_bounds__(1024) split__queued(const spawn::NotDeduced<spawn::GrowingQueue<spawn::Warps, split__entry<spawn::ThisSource, T>, ::tools::of_type__entry<spawn::ThisSource, ::tools::Node>>> spawn_queue, T* d, int n)
#line 63 "case.cu"
{
  if (threadIdx.x < n) d[threadIdx.x] += 1;
  if (threadIdx.x == 0 && n > 2) {
    split__spawn(spawn_queue.launch(spawn_case_cu[12], 1, 32, 0, cudaStreamFireAndForget), d, n / 2);
    split__spawn<T>(spawn_queue.launch(spawn_case_cu[13], 1, 32, 0, cudaStreamFireAndForget), d + n / 2, n - n / 2);
    tools::of_type__spawn<tools::Node>(spawn_queue.launch(spawn_case_cu[14], 1, 1, 0, cudaStreamFireAndForget), nullptr, tools::Node{});
  }
}
#line 71 "case.cu"
__global__ void __launch_bounds__(1024) splits(int* d, int n) { split__spawn(spawn::launch(spawn_case_cu[15], 1, 32), d, n); }
// spawnc: splits with a queue, in which its children wait until it has ended.
#line 71 "case.cu"
static __global__ void __launch_bounds__(1024) splits__queued(const spawn::GrowingQueue<spawn::Warps, split__entry<spawn::ThisSource, int>, ::tools::of_type__entry<spawn::ThisSource, ::tools::Node>> spawn_queue, int* d, int n)
#line 71 "case.cu"
{ split__spawn(spawn_queue.launch(spawn_case_cu[15], 1, 32), d, n); }
#line 72 "case.cu"

void run(int* d, float* f) {
  plain__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, f, nullptr, nullptr);
  templated__queued<float, 4><<<spawn::prepare(1), 32>>>(spawn::queued(), f, f, 8);
  split__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, 100);
  splits__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d, 100);
}
// ---- diagnostics
case.cu:38:20: note: launch of 'of_values' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:39:20: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:40:20: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:41:20: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:42:13: note: launch of 'with_defaults' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:43:13: note: launch of 'with_defaults' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:44:13: note: launch of 'with_barrier' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:53:13: note: launch of 'with_defaults' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:54:13: note: launch of 'with_defaults' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:55:13: note: launch of 'with_barrier' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:56:20: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:57:20: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:66:5: note: launch of 'split' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:67:5: note: launch of 'split' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:68:12: note: launch of 'of_type' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:71:41: note: launch of 'split' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
20 launches: 4 host, 16 guarded, 0 kept, 0 refused
