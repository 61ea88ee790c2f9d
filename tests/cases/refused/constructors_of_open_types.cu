// What the constructor of a type does that the template leaves open is not known: it may read the child's built-ins.
struct Own {
  int v;
  __device__ Own(int n) : v(n + threadIdx.x) {}
};
template <typename T> __global__ void child(int* p, int n) { p[threadIdx.x] = T(p[n]).v; }
template <typename T> __global__ void of_numbers(T* p, int n) { p[threadIdx.x] = T(p[n] + 0.5); }
__global__ void parent(int* p, int n) {
  child<Own><<<1, 32, 0, cudaStreamFireAndForget>>>(p, n);
  of_numbers<int><<<1, 32, 0, cudaStreamFireAndForget>>>(p, n);
}
// Its parameter hides the constant.
constexpr int kSide = 64;
__global__ void fold(int* p) { p[0] = __shfl_down_sync(~0u, p[threadIdx.x], 1); }
template <int kSide> __global__ void hides(int* p) {
  if (kSide > 0) fold<<<1, kSide, 0, cudaStreamFireAndForget>>>(p);
}
void run(int* p) {
  parent<<<1, 1>>>(p, 3);
  hides<32><<<1, 1>>>(p);
}
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:10:3", "parent", "of_numbers"}});
#line 1 "case.cu"
// What the constructor of a type does that the template leaves open is not known: it may read the child's built-ins.
struct Own {
  int v;
  __device__ Own(int n) : v(n + threadIdx.x) {}
};
template <typename T> __global__ void child(int* p, int n) { p[threadIdx.x] = T(p[n]).v; }
template <typename T> __global__ void of_numbers(T* p, int n) { p[threadIdx.x] = T(p[n] + 0.5); }
// spawnc: of_numbers for one thread, whose built-ins are local variables.
#line 7 "case.cu"
template <typename T> static __device__ __forceinline__ void of_numbers__thread(const spawn::Thread& spawn_thread, T* p, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{ p[threadIdx.x] = T(p[n] + 0.5); }
}
// spawnc: of_numbers as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
template <typename T> static __global__ void of_numbers__launched(spawn::Ticket spawn_ticket, T* p, int n) {
  of_numbers__thread<T>(spawn::CtaScope(spawn_ticket).thread(), p, n);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
template <typename T> static __device__ __forceinline__ void of_numbers__spawn(const spawn::Launch& spawn_launch, T* p, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      of_numbers__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, p, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    of_numbers__thread<T>(spawn_thread, p, n);
  });
}
#line 8 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* p, int n) {
  spawn::in_turn::launch([&] { child<Own><<<1, 32, 0, cudaStreamFireAndForget>>>(p, n); });
  of_numbers__spawn<int>(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), p, n);
}
// Its parameter hides the constant.
constexpr int kSide = 64;
__global__ void fold(int* p) { p[0] = __shfl_down_sync(~0u, p[threadIdx.x], 1); }
template <int kSide> __global__ void hides(int* p) {
  if (kSide > 0) fold<<<1, kSide, 0, cudaStreamFireAndForget>>>(p);
}
void run(int* p) {
  parent<<<spawn::prepare(1), 1>>>(p, 3);
  hides<32><<<1, 1>>>(p);
}
// ---- diagnostics
case.cu:9:3: warning: child kernel 'child' calls 'n', which depends on a template parameter [SP043]
  case.cu:6:79: note: here
  case.cu:6:39: note: 'child' is defined here
case.cu:10:3: note: launch of 'of_numbers' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:16:18: warning: child kernel 'fold' uses the warp operation __shfl_down_sync, which one thread cannot run in its place [SP030]
  case.cu:14:39: note: here
  case.cu:14:17: note: 'fold' is defined here
5 launches: 2 host, 1 guarded, 0 kept, 2 refused
