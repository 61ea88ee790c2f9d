// flags: --carrier queue
// functions that launch, of which there can be no template
__global__ void child(int* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d, 1);
}

template <typename T>
__device__ void special(T* d) {
  child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 32);
}
template <>
__device__ void special<unsigned>(unsigned* d) {
  child<<<2, 32, 0, cudaStreamFireAndForget>>>(reinterpret_cast<int*>(d), 64);
}
extern "C" {
__device__ void of_c(int* d) { child<<<1, 32, 0, cudaStreamFireAndForget>>>(d, 3); }
}

__global__ void parent(int* d) {
  special(d);
  special(reinterpret_cast<unsigned*>(d));
  of_c(d);
}

void run(int* d) { parent<<<1, 1>>>(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:10:3", "special", "child"},
    {"case.cu:14:3", "special", "child"},
    {"case.cu:17:32", "of_c", "child"},
});
#line 1 "case.cu"
// flags: --carrier queue
// functions that launch, of which there can be no template
__global__ void child(int* d, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d, 1);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) atomicAdd(d, 1);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void child__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d, n);
  });
}
#line 7 "case.cu"

template <typename T>
__device__ void special(T* d) {
  child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, cudaStreamFireAndForget), d, 32);
}
template <>
__device__ void special<unsigned>(unsigned* d) {
  child__spawn(spawn::launch(spawn_case_cu[1], 2, 32, 0, cudaStreamFireAndForget), reinterpret_cast<int*>(d), 64);
}
extern "C" {
__device__ void of_c(int* d) { child__spawn(spawn::launch(spawn_case_cu[2], 1, 32, 0, cudaStreamFireAndForget), d, 3); }
}

__global__ void __launch_bounds__(1024) parent(int* d) {
  special(d);
  special(reinterpret_cast<unsigned*>(d));
  of_c(d);
}

void run(int* d) { parent<<<spawn::prepare(1), 1>>>(d); }
// ---- diagnostics
case.cu:10:3: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:10:3: warning: launch of 'child' does not wait in a queue: 'special' has explicit specialisations [SP091]
case.cu:14:3: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:14:3: warning: launch of 'child' does not wait in a queue: 'special' has explicit specialisations [SP091]
case.cu:17:32: note: launch of 'child' guarded: policy spawn, independent (fire-and-forget stream) [SP001]
case.cu:17:32: warning: launch of 'child' does not wait in a queue: 'of_c' has C linkage, which its copy, a template, can't have [SP091]
4 launches: 1 host, 3 guarded, 0 kept, 0 refused
