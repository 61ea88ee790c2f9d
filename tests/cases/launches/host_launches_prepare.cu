// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
__global__ void child(int* d) {
  if (threadIdx.x == 0) leaf<<<1, 32>>>(d);
}
__global__ void parent(int* d) {
  if (threadIdx.x == 0) child<<<1, 32>>>(d);
}
__global__ void plain(int* d) { d[0] = 1; }

#define CONFIGURATION 1, 32

void run(int* d, cudaStream_t s) {
  parent<<<1, 32>>>(d);
  child<<<dim3(2, 2), 32, 0, s>>>(d);
  parent<<< {1, 2}, 32>>>(d);
  plain<<<1, 32>>>(d);
  leaf<<<1, 32>>>(d);
  parent<<<CONFIGURATION>>>(d);
  auto again = [=] { parent<<<1, 32>>>(d); };
  again();
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:4:25", "child", "leaf"},
    {"case.cu:7:25", "parent", "child"},
});
#line 1 "case.cu"
// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
// spawnc: leaf for one thread, whose built-ins are local variables.
#line 2 "case.cu"
static __device__ __forceinline__ void leaf__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 2 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: leaf as a guarded branch launches it: the same work, counted and timed.
#line 2 "case.cu"
static __global__ void leaf__launched(spawn::Ticket spawn_ticket, int* d) {
  leaf__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 2 "case.cu"
static __device__ __forceinline__ void leaf__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      leaf__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    leaf__thread(spawn_thread, d);
  });
}
#line 3 "case.cu"
__global__ void __launch_bounds__(1024) child(int* d) {
  if (threadIdx.x == 0) leaf__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  if (threadIdx.x == 0) leaf__spawn(spawn_thread.launch(spawn_case_cu[0], 1, 32), d);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void __launch_bounds__(1024) child__launched(spawn::Ticket spawn_ticket, int* d) {
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
#line 6 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d) {
  if (threadIdx.x == 0) child__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d);
}
__global__ void plain(int* d) { d[0] = 1; }

#define CONFIGURATION 1, 32

void run(int* d, cudaStream_t s) {
  parent<<<spawn::prepare(1), 32>>>(d);
  child<<<spawn::prepare(dim3(2, 2), s), 32, 0, s>>>(d);
  parent<<< spawn::prepare(dim3{1, 2}), 32>>>(d);
  plain<<<1, 32>>>(d);
  leaf<<<1, 32>>>(d);
  parent<<<CONFIGURATION>>>(d);
  auto again = [=] { parent<<<spawn::prepare(1), 32>>>(d); };
  again();
}
// ---- diagnostics
case.cu:4:25: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:7:25: note: launch of 'child' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
9 launches: 7 host, 2 guarded, 0 kept, 0 refused
