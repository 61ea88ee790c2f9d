// flags:
namespace geo {
struct Point {
  int x;
};
__device__ int index(Point p) { return threadIdx.x + p.x; }
}  // namespace geo
struct Pair {
  geo::Point a, b;
  __device__ Pair(int x) : a{x}, b{x} {}
};
__global__ void child(int* d, geo::Point p) {
  geo::Point q = p, r;
  r = q;
  Pair pair = 3;
  d[index(p)] = r.x + pair.a.x;
}
__global__ void parent(int* d) { child<<<1, 32>>>(d, geo::Point{2}); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:18:34", "parent", "child"}});
#line 1 "case.cu"
// flags:
namespace geo {
struct Point {
  int x;
};
__device__ int index(Point p) { return threadIdx.x + p.x; }
// spawnc: index for the serial bodies that call it.
#line 6 "case.cu"
static __device__ int index__thread(const spawn::Thread& spawn_thread, Point p) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{ return threadIdx.x + p.x; }
}

#line 7 "case.cu"
}  // namespace geo
struct Pair {
  geo::Point a, b;
  __device__ Pair(int x) : a{x}, b{x} {}
};
__global__ void child(int* d, geo::Point p) {
  geo::Point q = p, r;
  r = q;
  Pair pair = 3;
  d[index(p)] = r.x + pair.a.x;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 12 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, geo::Point p) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{
  geo::Point q = p, r;
  r = q;
  Pair pair = 3;
  d[index__thread(spawn_thread, p)] = r.x + pair.a.x;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, geo::Point p) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, p);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, geo::Point p) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, p);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, p);
  });
}
#line 18 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) { child__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, geo::Point{2}); }
// ---- diagnostics
case.cu:18:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:18:34: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
