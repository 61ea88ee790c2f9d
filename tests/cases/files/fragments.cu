// flags:
// main.cu of a program in several pieces
struct Item {
  int value;
};
#include "sub/child.cu"
#include "sub/parent.inl"

void run(Item* items) { parent<<<4, 32>>>(items, 9); }
// ---- file sub/child.cu
__global__ void child(Item* items, int n) {
  if (threadIdx.x < n) items[threadIdx.x].value++;
}
// ---- file sub/parent.inl
__global__ void parent(Item* items, int n) {
  child<<<1, n>>>(items, n);
}
// ---- output
#include <spawn/spawn.cuh>
#line 1 "case.cu"
// flags:
// main.cu of a program in several pieces
struct Item {
  int value;
};
#include "sub/child.cu"
#include "sub/parent.inl"

void run(Item* items) { parent<<<spawn::prepare(4), 32>>>(items, 9); }
// ---- output sub/child.cu
#include <spawn/spawn.cuh>
#line 1 "sub/child.cu"
__global__ void child(Item* items, int n) {
  if (threadIdx.x < n) items[threadIdx.x].value++;
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 1 "sub/child.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, Item* items, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 1 "sub/child.cu"
{
  if (threadIdx.x < n) items[threadIdx.x].value++;
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 1 "sub/child.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, Item* items, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), items, n);
}
// spawnc: the guarded branch.
#line 1 "sub/child.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, Item* items, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, items, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, items, n);
  });
}
#line 4 "sub/child.cu"
// ---- output sub/parent.inl
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_parent_inl[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_parent_inl_table(spawn_parent_inl, {{"parent.inl:2:3", "parent", "child"}});
#line 1 "sub/parent.inl"
__global__ void __launch_bounds__(1024) parent(Item* items, int n) {
  child__spawn(spawn::launch(spawn_parent_inl[0], 1, n), items, n);
}
// ---- diagnostics
sub/parent.inl:2:3: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 1 host, 1 guarded, 0 kept, 0 refused
