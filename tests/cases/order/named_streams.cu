// flags:
__global__ void child(int* d, int n) { d[threadIdx.x] += n; }
__global__ void own(int* d, int n) {
  for (int i = 0; i < n; ++i) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    child<<<1, 32, 0, s>>>(d, i);
    cudaStreamDestroy(s);
  }
}
__global__ void shared_by_two(int* d) {
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  child<<<1, 32, 0, s>>>(d, 1);
  child<<<2, 32, 0, s>>>(d, 2);
  cudaStreamDestroy(s);
}
__global__ void from_outside(int* d, cudaStream_t s) { child<<<1, 32, 0, s>>>(d, 1); }
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:7:5", "own", "child"},
    {"case.cu:14:3", "shared_by_two", "child"},
    {"case.cu:15:3", "shared_by_two", "child"},
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
__global__ void __launch_bounds__(1024) own(int* d, int n) { using spawn::in_turn::cudaStreamCreateWithFlags, spawn::in_turn::cudaStreamDestroy;
  for (int i = 0; i < n; ++i) {
    cudaStream_t s;
    cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
    child__spawn(spawn::launch(spawn_case_cu[0], 1, 32, 0, s), d, i);
    cudaStreamDestroy(s);
  }
}
__global__ void __launch_bounds__(1024) shared_by_two(int* d) { spawn::StreamOrder spawn_order; using spawn::in_turn::cudaStreamCreateWithFlags, spawn::in_turn::cudaStreamDestroy;
  cudaStream_t s;
  cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
  child__spawn(spawn_order.launch(spawn_case_cu[1], 1, 32, 0, s), d, 1);
  child__spawn(spawn_order.launch(spawn_case_cu[2], 2, 32, 0, s), d, 2);
  cudaStreamDestroy(s);
}
__global__ void from_outside(int* d, cudaStream_t s) { child<<<1, 32, 0, s>>>(d, 1); }
// ---- diagnostics
case.cu:3:17: note: no host launch of 'own' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:7:5: note: launch of 'child' guarded: policy spawn, independent (stream made for this launch) [SP001]
case.cu:11:17: note: no host launch of 'shared_by_two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:14:3: note: launch of 'child' guarded: policy spawn, in order (the order of the launches into 's' is kept at run time) [SP001]
case.cu:15:3: note: launch of 'child' guarded: policy spawn, in order (the order of the launches into 's' is kept at run time) [SP001]
case.cu:18:56: warning: the stream 's' is not made for this launch: the order of its launches can't be kept [SP060]
4 launches: 0 host, 3 guarded, 0 kept, 1 refused
