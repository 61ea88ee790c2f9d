// flags: --carrier auto
namespace tools {
__global__ void child(int* d) { d[threadIdx.x] = 1; }
namespace {
__global__ void hidden(int* d) { d[threadIdx.x] = 2; }
}  // namespace
inline namespace v2 {
__global__ void newer(int* d) { d[threadIdx.x] = 3; }
}  // namespace v2
}  // namespace tools
namespace app {
__global__ void own(int* d) { d[threadIdx.x] = 4; }
__global__ void parent(int* d) {
  if (threadIdx.x == 0) tools::child<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 1) ::tools::hidden<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 2) tools::v2::newer<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  if (threadIdx.x == 3) own<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
}
// named by a using-declaration, which would not name its copy
__global__ void used(int* d) { own<<<1, 32>>>(d); }
}  // namespace app
namespace {
__global__ void quiet(int* d) { tools::child<<<1, 32>>>(d); }
}  // namespace
__global__ void outside(int* d) {
  using namespace tools;
  child<<<1, 32>>>(d);
}
void run(int* d) {
  app::parent<<<1, 32>>>(d);
  quiet<<<1, 32>>>(d);
  ::outside<<<1, 32>>>(d);
  using app::used;
  used<<<1, 32>>>(d);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:14:32", "app::parent", "tools::child"},
    {"case.cu:15:34", "app::parent", "tools::(anonymous namespace)::hidden"},
    {"case.cu:16:36", "app::parent", "tools::v2::newer"},
    {"case.cu:17:25", "app::parent", "app::own"},
    {"case.cu:20:32", "app::used", "app::own"},
    {"case.cu:23:40", "(anonymous namespace)::quiet", "tools::child"},
    {"case.cu:27:3", "outside", "tools::child"},
});
#line 1 "case.cu"
// flags: --carrier auto
namespace tools {
__global__ void child(int* d) { d[threadIdx.x] = 1; }
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{ d[threadIdx.x] = 1; }
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
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
// spawnc: child as it waits in a queue, and the guarded branch of a parent with one.
#line 3 "case.cu"
template <typename spawn_source> struct child__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    child__thread(spawn_thread, d);
  }
};
#line 3 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void child__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const child__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 4 "case.cu"
namespace {
__global__ void hidden(int* d) { d[threadIdx.x] = 2; }
// spawnc: hidden for one thread, whose built-ins are local variables.
#line 5 "case.cu"
static __device__ __forceinline__ void hidden__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 5 "case.cu"
{ d[threadIdx.x] = 2; }
}
// spawnc: hidden as a guarded branch launches it: the same work, counted and timed.
#line 5 "case.cu"
static __global__ void hidden__launched(spawn::Ticket spawn_ticket, int* d) {
  hidden__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 5 "case.cu"
static __device__ __forceinline__ void hidden__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      hidden__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    hidden__thread(spawn_thread, d);
  });
}
// spawnc: hidden as it waits in a queue, and the guarded branch of a parent with one.
#line 5 "case.cu"
template <typename spawn_source> struct hidden__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    hidden__thread(spawn_thread, d);
  }
};
#line 5 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void hidden__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const hidden__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
// spawnc: what launched hidden launches its counted twin now.
#line 5 "case.cu"
[[maybe_unused]] __global__ void hidden(int* d);
#line 6 "case.cu"
}  // namespace
inline namespace v2 {
__global__ void newer(int* d) { d[threadIdx.x] = 3; }
// spawnc: newer for one thread, whose built-ins are local variables.
#line 8 "case.cu"
static __device__ __forceinline__ void newer__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{ d[threadIdx.x] = 3; }
}
// spawnc: newer as a guarded branch launches it: the same work, counted and timed.
#line 8 "case.cu"
static __global__ void newer__launched(spawn::Ticket spawn_ticket, int* d) {
  newer__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 8 "case.cu"
static __device__ __forceinline__ void newer__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      newer__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    newer__thread(spawn_thread, d);
  });
}
// spawnc: newer as it waits in a queue, and the guarded branch of a parent with one.
#line 8 "case.cu"
template <typename spawn_source> struct newer__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    newer__thread(spawn_thread, d);
  }
};
#line 8 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void newer__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const newer__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 9 "case.cu"
}  // namespace v2
}  // namespace tools
namespace app {
__global__ void own(int* d) { d[threadIdx.x] = 4; }
// spawnc: own for one thread, whose built-ins are local variables.
#line 12 "case.cu"
static __device__ __forceinline__ void own__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{ d[threadIdx.x] = 4; }
}
// spawnc: own as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
static __global__ void own__launched(spawn::Ticket spawn_ticket, int* d) {
  own__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
static __device__ __forceinline__ void own__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      own__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    own__thread(spawn_thread, d);
  });
}
// spawnc: own as it waits in a queue, and the guarded branch of a parent with one.
#line 12 "case.cu"
template <typename spawn_source> struct own__entry {
  int* d;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    own__thread(spawn_thread, d);
  }
};
#line 12 "case.cu"
template <typename spawn_kinds> static __device__ __forceinline__ void own__spawn(const spawn::QueuedLaunch<spawn_kinds>& spawn_launch, int* d) {
  const own__entry<spawn::ThisSource> spawn_child{d};
  if (!spawn::push(spawn_launch, spawn::kAll, spawn_child)) spawn::run_serial(spawn_launch, spawn::kAll, spawn_child);
}
#line 13 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) {
  if (threadIdx.x == 0) tools::child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 1) ::tools::hidden__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 2) tools::v2::newer__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 3) own__spawn(spawn::launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d);
}
// spawnc: parent with a queue, in which its children wait until it has ended.
#line 13 "case.cu"
static __global__ void __launch_bounds__(1024) parent__queued(const spawn::Queue<::tools::child__entry<spawn::ThisSource>, ::tools::hidden__entry<spawn::ThisSource>, ::tools::v2::newer__entry<spawn::ThisSource>, own__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 13 "case.cu"
{
  if (threadIdx.x == 0) tools::child__spawn(spawn_queue.launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 1) ::tools::hidden__spawn(spawn_queue.launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 2) tools::v2::newer__spawn(spawn_queue.launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d);
  if (threadIdx.x == 3) own__spawn(spawn_queue.launch(spawn_case_cu[3], 1, 32, 0, cudaStreamFireAndForget), d);
}
#line 19 "case.cu"
// named by a using-declaration, which would not name its copy
__global__ void __launch_bounds__(1024) used(int* d) { own__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d); }
}  // namespace app
namespace {
__global__ void __launch_bounds__(1024) quiet(int* d) { tools::child__spawn(spawn::launch(spawn_case_cu[5], 1, 32), d); }
// spawnc: quiet with a queue, in which its children wait until it has ended.
#line 23 "case.cu"
static __global__ void __launch_bounds__(1024) quiet__queued(const spawn::Queue<::tools::child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 23 "case.cu"
{ tools::child__spawn(spawn_queue.launch(spawn_case_cu[5], 1, 32), d); }
// spawnc: what launched quiet launches its counted twin now.
#line 23 "case.cu"
[[maybe_unused]] __global__ void quiet(int* d);
#line 24 "case.cu"
}  // namespace
__global__ void __launch_bounds__(1024) outside(int* d) {
  using namespace tools;
  child__spawn(spawn::launch(spawn_case_cu[6], 1, 32), d);
}
// spawnc: outside with a queue, in which its children wait until it has ended.
#line 25 "case.cu"
static __global__ void __launch_bounds__(1024) outside__queued(const spawn::Queue<::tools::child__entry<spawn::ThisSource>> spawn_queue, int* d)
#line 25 "case.cu"
{
  using namespace tools;
  child__spawn(spawn_queue.launch(spawn_case_cu[6], 1, 32), d);
}
#line 29 "case.cu"
void run(int* d) {
  app::parent__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  quiet__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  ::outside__queued<<<spawn::prepare(1), 32>>>(spawn::queued(), d);
  using app::used;
  used<<<spawn::prepare(1), 32>>>(d);
}
// ---- diagnostics
case.cu:14:32: note: launch of 'child' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:15:34: note: launch of 'hidden' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:16:36: note: launch of 'newer' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:17:25: note: launch of 'own' guarded: policy spawn, queue, independent (fire-and-forget stream) [SP001]
case.cu:20:32: note: launch of 'own' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:23:40: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:27:3: note: launch of 'child' guarded: policy spawn, queue, independent (a thread reaches this launch once, and no other of its stream) [SP001]
11 launches: 4 host, 7 guarded, 0 kept, 0 refused
