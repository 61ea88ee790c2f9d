// flags:
// a negative limit is a large one for an unsigned index
__global__ void unsigned_index(int* d, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
__global__ void unsigned_both(int* d, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
__global__ void unsigned_limit(int* d, unsigned n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
__global__ void wide(int* d, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}

__global__ void parent(int* d, int n) {
  if (n == 1) unsigned_index<<<1, 32>>>(d, n);
  else if (n == 2) unsigned_both<<<1, 32>>>(d, n);
  else if (n == 3) unsigned_limit<<<1, 32>>>(d, n);
  else wide<<<1, 32>>>(d, n);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:21:15", "parent", "unsigned_index"},
    {"case.cu:22:20", "parent", "unsigned_both"},
    {"case.cu:23:20", "parent", "unsigned_limit"},
    {"case.cu:24:8", "parent", "wide"},
});
#line 1 "case.cu"
// flags:
// a negative limit is a large one for an unsigned index
__global__ void unsigned_index(int* d, int n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
// spawnc: unsigned_index for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void unsigned_index__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
}
// spawnc: unsigned_index as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void unsigned_index__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  unsigned_index__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void unsigned_index__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, static_cast<unsigned int>(n));
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      unsigned_index__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, static_cast<unsigned int>(n), [&](const spawn::Thread& spawn_thread) {
    unsigned_index__thread(spawn_thread, d, n);
  });
}
#line 7 "case.cu"
__global__ void unsigned_both(int* d, unsigned n) {
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
// spawnc: unsigned_both for one thread, whose built-ins are local variables.
#line 7 "case.cu"
static __device__ __forceinline__ void unsigned_both__thread(const spawn::Thread& spawn_thread, int* d, unsigned n) {
  SPAWN_BUILTINS(spawn_thread);
#line 7 "case.cu"
{
  unsigned i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
}
// spawnc: unsigned_both as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
static __global__ void unsigned_both__launched(spawn::Ticket spawn_ticket, int* d, unsigned n) {
  unsigned_both__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
static __device__ __forceinline__ void unsigned_both__spawn(const spawn::Launch& spawn_launch, int* d, unsigned n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      unsigned_both__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    unsigned_both__thread(spawn_thread, d, n);
  });
}
#line 11 "case.cu"
__global__ void unsigned_limit(int* d, unsigned n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
// spawnc: unsigned_limit for one thread, whose built-ins are local variables.
#line 11 "case.cu"
static __device__ __forceinline__ void unsigned_limit__thread(const spawn::Thread& spawn_thread, int* d, unsigned n) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
}
// spawnc: unsigned_limit as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
static __global__ void unsigned_limit__launched(spawn::Ticket spawn_ticket, int* d, unsigned n) {
  unsigned_limit__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
static __device__ __forceinline__ void unsigned_limit__spawn(const spawn::Launch& spawn_launch, int* d, unsigned n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      unsigned_limit__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    unsigned_limit__thread(spawn_thread, d, n);
  });
}
#line 15 "case.cu"
__global__ void wide(int* d, size_t n) {
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
// spawnc: wide for one thread, whose built-ins are local variables.
#line 15 "case.cu"
static __device__ __forceinline__ void wide__thread(const spawn::Thread& spawn_thread, int* d, size_t n) {
  SPAWN_BUILTINS(spawn_thread);
#line 15 "case.cu"
{
  size_t i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
}
// spawnc: wide as a guarded branch launches it: the same work, counted and timed.
#line 15 "case.cu"
static __global__ void wide__launched(spawn::Ticket spawn_ticket, int* d, size_t n) {
  wide__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 15 "case.cu"
static __device__ __forceinline__ void wide__spawn(const spawn::Launch& spawn_launch, int* d, size_t n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, n & spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      wide__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, n & spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    wide__thread(spawn_thread, d, n);
  });
}
#line 19 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n == 1) unsigned_index__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, n);
  else if (n == 2) unsigned_both__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d, n);
  else if (n == 3) unsigned_limit__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d, n);
  else wide__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d, n);
}
// ---- diagnostics
case.cu:20:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:21:15: note: launch of 'unsigned_index' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:22:20: note: launch of 'unsigned_both' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:23:20: note: launch of 'unsigned_limit' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:24:8: note: launch of 'wide' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
4 launches: 0 host, 4 guarded, 0 kept, 0 refused
