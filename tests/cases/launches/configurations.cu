// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }

template <int N, int M = 0>
struct Value {
  static const int v = N + M;
};

__global__ void one(int* d, int n) { child<<<{1, 2, 3}, {(unsigned)n}>>>(d, n); }
__global__ void two(int* d, int n) { child<<<1, {4, 1}>>>(d, n); }
__global__ void three(int* d, int n) { child<<<dim3(n, 2), dim3(32, 2, 2)>>>(d, n); }
__global__ void four(int* d, int n) { child<<<n>>2, (n>>1)+1>>>(d, n>>3); }
__global__ void five(int* d, int n) { child<<<1, Value<8, 1>::v>>>(d, n); }
__global__ void six(int* d, int n) { child<<<1, Value<Value<Value<2>::v>::v>::v>>>(d, n); }
__global__ void seven(int* d, int n) { child<<<1, 32, 0>>>(d, n); }
__global__ void eight(int* d, int n) { child<<<1, 32, n * sizeof(int), 0>>>(d, n); }
__global__ void nine(int* d, int n) {
  dim3 grid(n), block = {16, 16, 1};
  child<<<grid, block>>>(d, n);
}
__global__ void ten(int* d, int n) { child<<<1, n > 3 ? 64 : 32>>>(d, n); }
__global__ void eleven(int* d, int n) { child<<<1, [=] { return n, 2; }()>>>(d, n); }
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:9:38", "one", "child"},
    {"case.cu:10:38", "two", "child"},
    {"case.cu:11:40", "three", "child"},
    {"case.cu:12:39", "four", "child"},
    {"case.cu:13:39", "five", "child"},
    {"case.cu:14:38", "six", "child"},
    {"case.cu:15:40", "seven", "child"},
    {"case.cu:16:40", "eight", "child"},
    {"case.cu:19:3", "nine", "child"},
    {"case.cu:21:38", "ten", "child"},
    {"case.cu:22:41", "eleven", "child"},
});
#line 1 "case.cu"
// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += n; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n);
  });
}
#line 3 "case.cu"

template <int N, int M = 0>
struct Value {
  static const int v = N + M;
};

__global__ void __launch_bounds__(1024) one(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[0], {1, 2, 3}, {(unsigned)n}), d, n); }
__global__ void __launch_bounds__(1024) two(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[1], 1, {4, 1}), d, n); }
__global__ void __launch_bounds__(1024) three(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[2], dim3(n, 2), dim3(32, 2, 2)), d, n); }
__global__ void __launch_bounds__(1024) four(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[3], n>>2, (n>>1)+1), d, n>>3); }
__global__ void __launch_bounds__(1024) five(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[4], 1, Value<8, 1>::v), d, n); }
__global__ void __launch_bounds__(1024) six(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[5], 1, Value<Value<Value<2>::v>::v>::v), d, n); }
__global__ void __launch_bounds__(1024) seven(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[6], 1, 32, 0), d, n); }
__global__ void __launch_bounds__(1024) eight(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[7], 1, 32, n * sizeof(int), 0), d, n); }
__global__ void __launch_bounds__(1024) nine(int* d, int n) {
  dim3 grid(n), block = {16, 16, 1};
  child__spawn(spawn::launch(spawn_case_cu[8], grid, block), d, n);
}
__global__ void __launch_bounds__(1024) ten(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[9], 1, n > 3 ? 64 : 32), d, n); }
__global__ void __launch_bounds__(1024) eleven(int* d, int n) { child__spawn(spawn::launch(spawn_case_cu[10], 1, [=] { return n, 2; }()), d, n); }
// ---- diagnostics
case.cu:9:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:9:38: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:10:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:10:38: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:11:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:11:40: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:12:17: note: no host launch of 'four' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:12:39: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:13:17: note: no host launch of 'five' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:39: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:14:17: note: no host launch of 'six' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:14:38: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:15:17: note: no host launch of 'seven' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:40: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:17: note: no host launch of 'eight' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:40: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:17: note: no host launch of 'nine' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:19:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:21:17: note: no host launch of 'ten' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:21:38: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:22:17: note: no host launch of 'eleven' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:22:41: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
11 launches: 0 host, 11 guarded, 0 kept, 0 refused
