// flags:
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }

// the parent waits for the leaves, too: they run in place as well, though this kernel does not wait for them
__global__ void child(int* d) {
  if (threadIdx.x == 0) leaf<<<1, 32>>>(d);
}

__global__ void child_that_waits(int* d) {
  leaf<<<1, 32>>>(d);
  cudaDeviceSynchronize();
  d[0] += 1;
}

__global__ void parent(int* d) {
  child<<<1, 32>>>(d);
  child_that_waits<<<1, 1>>>(d);
  cudaDeviceSynchronize();
  d[1] = d[0];
}

// nobody waits for this one: it may go out
__global__ void other_parent(int* d) { child_that_waits<<<1, 1>>>(d); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::never(),
    spawn::never(),
    spawn::never(),
    spawn::never(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:6:25", "child", "leaf"},
    {"case.cu:10:3", "child_that_waits", "leaf"},
    {"case.cu:16:3", "parent", "child"},
    {"case.cu:17:3", "parent", "child_that_waits"},
    {"case.cu:23:40", "other_parent", "child_that_waits"},
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
// spawnc: leaf in the place of a launch that is waited for.
#line 2 "case.cu"
static __device__ __forceinline__ void leaf__join(const spawn::Launch& spawn_launch, int* d) {
  if (!spawn::is_valid(spawn_launch)) {  // the error is CUDA's to report
    leaf<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(d);
    return;
  }
  spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    leaf__thread(spawn_thread, d);
  });
}

#line 3 "case.cu"

// the parent waits for the leaves, too: they run in place as well, though this kernel does not wait for them
__global__ void __launch_bounds__(1024) child(int* d) {
  if (threadIdx.x == 0) leaf__join(spawn::launch(spawn_case_cu[0], 1, 32), d);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 5 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 5 "case.cu"
{
  if (threadIdx.x == 0) leaf__join(spawn::launch(spawn_case_cu[0], 1, 32), d);
}
}
// spawnc: child in the place of a launch that is waited for.
#line 5 "case.cu"
static __device__ __forceinline__ void child__join(const spawn::Launch& spawn_launch, int* d) {
  if (!spawn::is_valid(spawn_launch)) {  // the error is CUDA's to report
    child<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(d);
    return;
  }
  spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child__thread(spawn_thread, d);
  });
}

#line 8 "case.cu"

__global__ void __launch_bounds__(1024) child_that_waits(int* d) {
  leaf__join(spawn::launch(spawn_case_cu[1], 1, 32), d);
  spawn::joined();
  d[0] += 1;
}
// spawnc: child_that_waits for one thread, whose built-ins are local variables.
#line 9 "case.cu"
static __device__ __forceinline__ void child_that_waits__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 9 "case.cu"
{
  leaf__join(spawn::launch(spawn_case_cu[1], 1, 32), d);
  spawn::joined();
  d[0] += 1;
}
}
// spawnc: child_that_waits as a guarded branch launches it: the same work, counted and timed.
#line 9 "case.cu"
static __global__ void __launch_bounds__(1024) child_that_waits__launched(spawn::Ticket spawn_ticket, int* d) {
  child_that_waits__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 9 "case.cu"
static __device__ __forceinline__ void child_that_waits__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      child_that_waits__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child_that_waits__thread(spawn_thread, d);
  });
}
// spawnc: child_that_waits in the place of a launch that is waited for.
#line 9 "case.cu"
static __device__ __forceinline__ void child_that_waits__join(const spawn::Launch& spawn_launch, int* d) {
  if (!spawn::is_valid(spawn_launch)) {  // the error is CUDA's to report
    child_that_waits<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(d);
    return;
  }
  spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    child_that_waits__thread(spawn_thread, d);
  });
}

#line 14 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d) {
  child__join(spawn::launch(spawn_case_cu[2], 1, 32), d);
  child_that_waits__join(spawn::launch(spawn_case_cu[3], 1, 1), d);
  spawn::joined();
  d[1] = d[0];
}

// nobody waits for this one: it may go out
__global__ void __launch_bounds__(1024) other_parent(int* d) { child_that_waits__spawn(spawn::launch(spawn_case_cu[4], 1, 1), d); }
// ---- diagnostics
case.cu:5:17: note: no host launch of 'child' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:6:25: note: launch of 'leaf' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:9:17: note: no host launch of 'child_that_waits' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:10:3: note: launch of 'leaf' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:11:3: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:15:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:3: note: launch of 'child' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:17:3: note: launch of 'child_that_waits' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:18:3: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:23:17: note: no host launch of 'other_parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:23:40: note: launch of 'child_that_waits' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
5 launches: 0 host, 5 guarded, 0 kept, 0 refused
