// flags:
// other template arguments make another function
template <int N> __device__ int power(int a) {
  if constexpr (N == 0) return 1;
  else return a * power<N - 1>(a);
}
template <int N> struct Unrolled {
  static __device__ int sum(const int* d) { return d[N] + Unrolled<N - 1>::sum(d); }
};
template <> struct Unrolled<0> {
  static __device__ int sum(const int* d) { return d[0]; }
};
template <int kLevels, class T> __device__ int levels(T* d) {
  if constexpr (kLevels > 0) return levels<kLevels - 1, T*>(&d);
  else return d != nullptr;
}
__device__ int total() { return 0; }
template <class A, class... R> __device__ int total(A a, R... r) { return a + total(r...); }
// overloads, and functions of the system
__device__ int twice(int a) { return a + a; }
__device__ int twice(const int* a) { return twice(*a); }
__device__ int max(int a, float2 b) { return max(a, (int)b.x); }
struct Cell {
  int value;
  __device__ explicit Cell(int a) : value(a) { Cell copy = *this; value = copy.value; }
  __device__ Cell() : Cell(3) {}
  __device__ Cell operator*(Cell o) const { return Cell(value * o.value); }
};
template <class T> struct Pair {
  T a, b;
  __device__ T at(int i) const { return i ? b : a; }
  __device__ T at(int i, int j) const { return at(i + 2 * j); }
};
template <class T> __device__ Pair<T> operator-(Pair<T> p) { return {-p.a, -p.b}; }
template <class T> __device__ Pair<T> operator+(Pair<T> p, Pair<T> q) { return {p.a + q.a, p.b + q.b}; }
__global__ void child(int* d) {
  const Cell cell = Cell() * Cell(d[1]);
  d[threadIdx.x] = power<3>(d[0]) + levels<2, int>(d) + total(1, 2, 3) + twice(d) +
                   max(d[0], float2{1, 2}) + cell.value + Pair<int>{1, 2}.at(0, 1);
}
// a kernel that launches itself does not call itself
__global__ void again(int* d) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (d[0]) again<<<1, 1, 0, cudaStreamFireAndForget>>>(d + 1);
}
__global__ void start(int* d) {
  d[1] = (-Pair<int>{1, 2} + Pair<int>{3, 4}).a + Unrolled<4>::sum(d);
  again<<<1, 1, 0, cudaStreamFireAndForget>>>(d);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:43:3", "again", "child"},
    {"case.cu:44:13", "again", "again"},
    {"case.cu:48:3", "start", "again"},
});
#line 1 "case.cu"
// flags:
// other template arguments make another function
template <int N> __device__ int power(int a) {
  if constexpr (N == 0) return 1;
  else return a * power<N - 1>(a);
}
template <int N> struct Unrolled {
  static __device__ int sum(const int* d) { return d[N] + Unrolled<N - 1>::sum(d); }
};
template <> struct Unrolled<0> {
  static __device__ int sum(const int* d) { return d[0]; }
};
template <int kLevels, class T> __device__ int levels(T* d) {
  if constexpr (kLevels > 0) return levels<kLevels - 1, T*>(&d);
  else return d != nullptr;
}
__device__ int total() { return 0; }
template <class A, class... R> __device__ int total(A a, R... r) { return a + total(r...); }
// overloads, and functions of the system
__device__ int twice(int a) { return a + a; }
__device__ int twice(const int* a) { return twice(*a); }
__device__ int max(int a, float2 b) { return max(a, (int)b.x); }
struct Cell {
  int value;
  __device__ explicit Cell(int a) : value(a) { Cell copy = *this; value = copy.value; }
  __device__ Cell() : Cell(3) {}
  __device__ Cell operator*(Cell o) const { return Cell(value * o.value); }
};
template <class T> struct Pair {
  T a, b;
  __device__ T at(int i) const { return i ? b : a; }
  __device__ T at(int i, int j) const { return at(i + 2 * j); }
};
template <class T> __device__ Pair<T> operator-(Pair<T> p) { return {-p.a, -p.b}; }
template <class T> __device__ Pair<T> operator+(Pair<T> p, Pair<T> q) { return {p.a + q.a, p.b + q.b}; }
__global__ void child(int* d) {
  const Cell cell = Cell() * Cell(d[1]);
  d[threadIdx.x] = power<3>(d[0]) + levels<2, int>(d) + total(1, 2, 3) + twice(d) +
                   max(d[0], float2{1, 2}) + cell.value + Pair<int>{1, 2}.at(0, 1);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 36 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 36 "case.cu"
{
  const Cell cell = Cell() * Cell(d[1]);
  d[threadIdx.x] = power<3>(d[0]) + levels<2, int>(d) + total(1, 2, 3) + twice(d) +
                   max(d[0], float2{1, 2}) + cell.value + Pair<int>{1, 2}.at(0, 1);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 36 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 36 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d);
  });
}
#line 41 "case.cu"
// a kernel that launches itself does not call itself
#line 42 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void again__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d);
#line 42 "case.cu"
__global__ void __launch_bounds__(1024) again(int* d) {
  child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
  if (d[0]) again__spawn(spawn::launch(spawn_case_cu[1], 1, 1, 0, cudaStreamFireAndForget), d + 1);
}
// spawnc: again for one thread, whose built-ins are local variables.
#line 42 "case.cu"
template <int spawn_depth> static __device__ __forceinline__ void again__thread(const spawn::ThreadAt<spawn_depth>& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 42 "case.cu"
{
  child__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
  if (d[0]) again__spawn(spawn_thread.launch(spawn_case_cu[1], 1, 1, 0, cudaStreamFireAndForget), d + 1);
}
}
// spawnc: again as a guarded branch launches it: the same work, counted and timed.
#line 42 "case.cu"
static __global__ void __launch_bounds__(1024) again__launched(spawn::Ticket spawn_ticket, int* d) {
  again__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 42 "case.cu"
template <int spawn_depth> static __device__ __noinline__ void again__spawn(const spawn::LaunchAt<spawn_depth>& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      again__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const auto& spawn_thread) {
    again__thread(spawn_thread, d);
  });
}
#line 46 "case.cu"
__global__ void __launch_bounds__(1024) start(int* d) {
  d[1] = (-Pair<int>{1, 2} + Pair<int>{3, 4}).a + Unrolled<4>::sum(d);
  again__spawn(spawn::launch(spawn_case_cu[2], 1, 1, 0, cudaStreamFireAndForget), d);
}
// ---- diagnostics
case.cu:42:17: note: no host launch of 'again' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:43:3: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:44:13: note: launch of 'again' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:46:17: note: no host launch of 'start' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:48:3: note: launch of 'again' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
3 launches: 0 host, 3 guarded, 0 kept, 0 refused
