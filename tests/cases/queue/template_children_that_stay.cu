// flags: --carrier queue
template <class T>
struct Pair {
  T first, second;
};
namespace {
struct Hidden {};
}  // namespace
struct Outer {
  struct Inner {};
};
template <class T>
__global__ void child(T* d) {
  d[threadIdx.x] = T();
}
template <int... Ns>
__global__ void packed(int* d) {
  d[threadIdx.x] = (0 + ... + Ns);
}
template <auto V>
__global__ void of_any(int* d) {
  d[threadIdx.x] = V;
}
template <class T>
__global__ void special(T* d) {
  if (threadIdx.x < 4) d[threadIdx.x] = 1;
}
template <>
__global__ void special(float* d) {
  d[threadIdx.x] = 2;
}
template <class T>
__global__ void overloaded(T* d) {
  d[threadIdx.x] = 1;
}
template <class T>
__global__ void overloaded(T** d) {
  d[threadIdx.x] = nullptr;
}
template <template <class> class C>
__global__ void of_template(int* d) {
  d[threadIdx.x] = C<int>{3, 4}.second;
}
__global__ void plain(int* d, float* f, Hidden* h, Outer::Inner* i) {
  struct Local {};
  switch (threadIdx.x) {
    case 0: child<Hidden><<<1, 32, 0, cudaStreamFireAndForget>>>(h); break;
    case 1: child<<<1, 32, 0, cudaStreamFireAndForget>>>(i); break;
    case 2: child<Local><<<1, 32, 0, cudaStreamFireAndForget>>>(nullptr); break;
    case 3: packed<1, 2><<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 4: of_any<'c'><<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
    case 5: special<<<1, 32, 0, cudaStreamFireAndForget>>>(f); break;
    case 6: overloaded<<<1, 32, 0, cudaStreamFireAndForget>>>(f); break;
    case 7: of_template<Pair><<<1, 32, 0, cudaStreamFireAndForget>>>(d); break;
  }
}
template <class T, int N>
__global__ void templated(T* d, Pair<T>* pairs) {
  auto begin = d;
  switch (threadIdx.x) {
    case 0: child<Pair<T>><<<1, 32, 0, cudaStreamFireAndForget>>>(pairs); break;
    case 1: child<<<1, 32, 0, cudaStreamFireAndForget>>>(pairs); break;
    case 2: child<<<1, 32, 0, cudaStreamFireAndForget>>>(begin); break;
    case 3: child<<<1, 32, 0, cudaStreamFireAndForget>>>(N > 2 ? d : d + 1); break;
    case 4: {
      T** d = nullptr;
      child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
    }
  }
}
// an endless list of types
template <int N>
__global__ void count(int* d) {
  d[N] = N;
  if constexpr (N > 0) count<N - 1><<<1, 1>>>(d);
}
template <class T>
__device__ void helper(T* d) {
  child<T><<<1, 32, 0, cudaStreamFireAndForget>>>(d);
}
__global__ void calls_helper(int* d) { helper(d); }
struct Late;
__global__ void declared(Late* d);
struct Late {
  int value;
};
__global__ void declared(Late* d) { child<<<1, 32>>>(d); }
void run(int* d, float* f) {
  plain<<<1, 32>>>(d, f, nullptr, nullptr);
  templated<float, 3><<<1, 32>>>(f, nullptr);
  count<3><<<1, 1>>>(d);
  calls_helper<<<1, 1>>>(d);
  declared<<<1, 1>>>(nullptr);
}
// ---- output
#include <spawn/spawn.cuh>
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
    {"case.cu:47:13", "plain", "child"},
    {"case.cu:48:13", "plain", "child"},
    {"case.cu:49:13", "plain", "child"},
    {"case.cu:50:13", "plain", "packed"},
    {"case.cu:51:13", "plain", "of_any"},
    {"case.cu:52:13", "plain", "special"},
    {"case.cu:53:13", "plain", "overloaded"},
    {"case.cu:54:13", "plain", "of_template"},
    {"case.cu:61:13", "templated", "child"},
    {"case.cu:62:13", "templated", "child"},
    {"case.cu:63:13", "templated", "child"},
    {"case.cu:64:13", "templated", "child"},
    {"case.cu:67:7", "templated", "child"},
    {"case.cu:75:24", "count", "count"},
    {"case.cu:79:3", "helper", "child"},
    {"case.cu:87:37", "declared", "child"},
});
#line 1 "case.cu"
// flags: --carrier queue
template <class T>
struct Pair {
  T first, second;
};
namespace {
struct Hidden {};
}  // namespace
struct Outer {
  struct Inner {};
};
template <class T>
__global__ void child(T* d) {
  d[threadIdx.x] = T();
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 12 "case.cu"
template <class T>
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 13 "case.cu"
{
  d[threadIdx.x] = T();
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
template <class T>
static __global__ void child__launched(spawn::Ticket spawn_ticket, T* d) {
  child__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
template <class T>
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread<T>(spawn_thread, d);
  });
}
#line 16 "case.cu"
template <int... Ns>
__global__ void packed(int* d) {
  d[threadIdx.x] = (0 + ... + Ns);
}
// spawnc: packed for one thread, whose built-ins are local variables.
#line 16 "case.cu"
template <int... Ns>
static __device__ __forceinline__ void packed__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 17 "case.cu"
{
  d[threadIdx.x] = (0 + ... + Ns);
}
}
// spawnc: packed as a guarded branch launches it: the same work, counted and timed.
#line 16 "case.cu"
template <int... Ns>
static __global__ void packed__launched(spawn::Ticket spawn_ticket, int* d) {
  packed__thread<Ns...>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 16 "case.cu"
template <int... Ns>
static __device__ __forceinline__ void packed__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      packed__launched<Ns...><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    packed__thread<Ns...>(spawn_thread, d);
  });
}
#line 20 "case.cu"
template <auto V>
__global__ void of_any(int* d) {
  d[threadIdx.x] = V;
}
// spawnc: of_any for one thread, whose built-ins are local variables.
#line 20 "case.cu"
template <auto V>
static __device__ __forceinline__ void of_any__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 21 "case.cu"
{
  d[threadIdx.x] = V;
}
}
// spawnc: of_any as a guarded branch launches it: the same work, counted and timed.
#line 20 "case.cu"
template <auto V>
static __global__ void of_any__launched(spawn::Ticket spawn_ticket, int* d) {
  of_any__thread<V>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 20 "case.cu"
template <auto V>
static __device__ __forceinline__ void of_any__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_any__launched<V><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_any__thread<V>(spawn_thread, d);
  });
}
#line 24 "case.cu"
template <class T>
__global__ void special(T* d) {
  if (threadIdx.x < 4) d[threadIdx.x] = 1;
}
// spawnc: special for one thread, whose built-ins are local variables.
#line 24 "case.cu"
template <class T>
static __device__ __forceinline__ void special__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 25 "case.cu"
{
  if (threadIdx.x < 4) d[threadIdx.x] = 1;
}
}
// spawnc: special as a guarded branch launches it: the same work, counted and timed.
#line 24 "case.cu"
template <class T>
static __global__ void special__launched(spawn::Ticket spawn_ticket, T* d) {
  special__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 24 "case.cu"
template <class T>
static __device__ __forceinline__ void special__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      special__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    special__thread<T>(spawn_thread, d);
  });
}
#line 28 "case.cu"
template <>
__global__ void special(float* d) {
  d[threadIdx.x] = 2;
}
// spawnc: special for one thread, whose built-ins are local variables.
#line 28 "case.cu"
template <>
__device__ __forceinline__ void special__thread(const spawn::Thread& spawn_thread, float* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 29 "case.cu"
{
  d[threadIdx.x] = 2;
}
}
// spawnc: special as a guarded branch launches it: the same work, counted and timed.
#line 28 "case.cu"
template <>
__global__ void special__launched(spawn::Ticket spawn_ticket, float* d) {
  special__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 28 "case.cu"
template <>
__device__ __forceinline__ void special__spawn(const spawn::Launch& spawn_launch, float* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      special__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    special__thread(spawn_thread, d);
  });
}
#line 32 "case.cu"
template <class T>
__global__ void overloaded(T* d) {
  d[threadIdx.x] = 1;
}
// spawnc: overloaded for one thread, whose built-ins are local variables.
#line 32 "case.cu"
template <class T>
static __device__ __forceinline__ void overloaded__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 33 "case.cu"
{
  d[threadIdx.x] = 1;
}
}
// spawnc: overloaded as a guarded branch launches it: the same work, counted and timed.
#line 32 "case.cu"
template <class T>
static __global__ void overloaded__launched(spawn::Ticket spawn_ticket, T* d) {
  overloaded__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 32 "case.cu"
template <class T>
static __device__ __forceinline__ void overloaded__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      overloaded__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    overloaded__thread<T>(spawn_thread, d);
  });
}
#line 36 "case.cu"
template <class T>
__global__ void overloaded(T** d) {
  d[threadIdx.x] = nullptr;
}
// spawnc: overloaded for one thread, whose built-ins are local variables.
#line 36 "case.cu"
template <class T>
static __device__ __forceinline__ void overloaded__thread(const spawn::Thread& spawn_thread, T** d) {
  SPAWN_BUILTINS(spawn_thread);
#line 37 "case.cu"
{
  d[threadIdx.x] = nullptr;
}
}
// spawnc: overloaded as a guarded branch launches it: the same work, counted and timed.
#line 36 "case.cu"
template <class T>
static __global__ void overloaded__launched(spawn::Ticket spawn_ticket, T** d) {
  overloaded__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 36 "case.cu"
template <class T>
static __device__ __forceinline__ void overloaded__spawn(const spawn::Launch& spawn_launch, T** d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      overloaded__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    overloaded__thread<T>(spawn_thread, d);
  });
}
#line 40 "case.cu"
template <template <class> class C>
__global__ void of_template(int* d) {
  d[threadIdx.x] = C<int>{3, 4}.second;
}
// spawnc: of_template for one thread, whose built-ins are local variables.
#line 40 "case.cu"
template <template <class> class C>
static __device__ __forceinline__ void of_template__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 41 "case.cu"
{
  d[threadIdx.x] = C<int>{3, 4}.second;
}
}
// spawnc: of_template as a guarded branch launches it: the same work, counted and timed.
#line 40 "case.cu"
template <template <class> class C>
static __global__ void of_template__launched(spawn::Ticket spawn_ticket, int* d) {
  of_template__thread<C>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 40 "case.cu"
template <template <class> class C>
static __device__ __forceinline__ void of_template__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_template__launched<C><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_template__thread<C>(spawn_thread, d);
  });
}
#line 44 "case.cu"
__global__ void __launch_bounds__(1024) plain(int* d, float* f, Hidden* h, Outer::Inner* i) {
  struct Local {};
  switch (threadIdx.x) {
    case 0: child__spawn<Hidden>(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), h); break;
    case 1: child__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), i); break;
    case 2: child__spawn<Local>(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), nullptr); break;
    case 3: packed__spawn<1, 2>(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 4: of_any__spawn<'c'>(spawn::launch(spawn_case_cu[4], 1, 32, 0, cudaStreamFireAndForget), d); break;
    case 5: special__spawn(spawn::launch(spawn_case_cu[5], 1, 32, 0, cudaStreamFireAndForget), f); break;
    case 6: overloaded__spawn(spawn::launch(spawn_case_cu[6], 1, 32, 0, cudaStreamFireAndForget), f); break;
    case 7: of_template__spawn<Pair>(spawn::launch(spawn_case_cu[7], 1, 32, 0, cudaStreamFireAndForget), d); break;
  }
}
template <class T, int N>
__global__ void __launch_bounds__(1024) templated(T* d, Pair<T>* pairs) {
  auto begin = d;
  switch (threadIdx.x) {
    case 0: child__spawn<Pair<T>>(spawn::launch(spawn_case_cu[8], 1, 32, 0, cudaStreamFireAndForget), pairs); break;
    case 1: child__spawn(spawn::launch(spawn_case_cu[9], 1, 32, 0, cudaStreamFireAndForget), pairs); break;
    case 2: child__spawn(spawn::launch(spawn_case_cu[10], 1, 32, 0, cudaStreamFireAndForget), begin); break;
    case 3: child__spawn(spawn::launch(spawn_case_cu[11], 1, 32, 0, cudaStreamFireAndForget), N > 2 ? d : d + 1); break;
    case 4: {
      T** d = nullptr;
      child__spawn(spawn::launch(spawn_case_cu[12], 1, 32, 0, cudaStreamFireAndForget), d);
    }
  }
}
// an endless list of types
#line 72 "case.cu"
template <int N, int spawn_depth>
static __device__ __noinline__ void count__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d);
#line 72 "case.cu"
template <int N>
__global__ void __launch_bounds__(1024) count(int* d) {
  d[N] = N;
  if constexpr (N > 0) count__spawn<N - 1>(spawn::launch(spawn_case_cu[13], 1, 1), d);
}
// spawnc: count for one thread, whose built-ins are local variables.
#line 72 "case.cu"
template <int N, int spawn_depth>
static __device__ __forceinline__ void count__thread(const spawn::ThreadAt<spawn_depth>& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 73 "case.cu"
{
  d[N] = N;
  if constexpr (N > 0) count__spawn<N - 1>(spawn_thread.launch(spawn_case_cu[13], 1, 1), d);
}
}
// spawnc: count as a guarded branch launches it: the same work, counted and timed.
#line 72 "case.cu"
template <int N>
static __global__ void __launch_bounds__(1024) count__launched(spawn::Ticket spawn_ticket, int* d) {
  count__thread<N>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 72 "case.cu"
template <int N, int spawn_depth>
static __device__ __noinline__ void count__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      count__launched<N><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    count__thread<N>(spawn_thread, d);
  });
}
#line 77 "case.cu"
template <class T>
__device__ void helper(T* d) {
  child__spawn<T>(spawn::launch(spawn_case_cu[14], 1, 32, 0, cudaStreamFireAndForget), d);
}
__global__ void __launch_bounds__(1024) calls_helper(int* d) { helper(d); }
struct Late;
__global__ void declared(Late* d);
struct Late {
  int value;
};
__global__ void __launch_bounds__(1024) declared(Late* d) { child__spawn(spawn::launch(spawn_case_cu[15], 1, 32), d); }
void run(int* d, float* f) {
  plain<<<spawn::prepare(1), 32>>>(d, f, nullptr, nullptr);
  templated<float, 3><<<spawn::prepare(1), 32>>>(f, nullptr);
  count<3><<<spawn::prepare(1), 1>>>(d);
  calls_helper<<<spawn::prepare(1), 1>>>(d);
  declared<<<spawn::prepare(1), 1>>>(nullptr);
}
// ---- diagnostics
case.cu:47:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:47:13: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'plain' begins [SP091]
case.cu:48:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:48:13: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'plain' begins [SP091]
case.cu:49:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:49:13: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'plain' begins [SP091]
case.cu:50:13: note: launch of 'packed' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:50:13: warning: launch of 'packed' does not wait in a queue: 'packed' has a template parameter pack [SP091]
case.cu:51:13: note: launch of 'of_any' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:51:13: warning: launch of 'of_any' does not wait in a queue: the template arguments of 'of_any' can't be spelled where 'plain' begins [SP091]
case.cu:52:13: note: launch of 'special' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:52:13: warning: launch of 'special' does not wait in a queue: there are several functions 'special', not all plain kernels [SP091]
case.cu:53:13: note: launch of 'overloaded' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:53:13: warning: launch of 'overloaded' does not wait in a queue: there are several functions 'overloaded', not all plain kernels [SP091]
case.cu:54:13: note: launch of 'of_template' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:54:13: warning: launch of 'of_template' does not wait in a queue: the template arguments of 'of_template' can't be spelled where 'plain' begins [SP091]
case.cu:61:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:61:13: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'templated' begins [SP091]
case.cu:62:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:62:13: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'templated' begins [SP091]
case.cu:63:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:63:13: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'templated' begins [SP091]
case.cu:64:13: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:64:13: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'templated' begins [SP091]
case.cu:67:7: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:67:7: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' can't be spelled where 'templated' begins [SP091]
case.cu:75:24: note: launch of 'count' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:75:24: warning: launch of 'count' does not wait in a queue: the template arguments of 'count' are made of those of 'count', which is launched [SP091]
case.cu:79:3: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:79:3: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' are those of 'helper', which is no kernel [SP091]
case.cu:87:37: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:87:37: warning: launch of 'child' does not wait in a queue: the template arguments of 'child' may not be known where 'declared' begins [SP091]
21 launches: 5 host, 16 guarded, 0 kept, 0 refused
