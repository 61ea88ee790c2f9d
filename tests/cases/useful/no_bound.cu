// flags:
// every thread may do something here
__global__ void work_before(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[0] = 1;
  if (i < n) d[i] = 1;
}
__global__ void otherwise(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
  else d[0] = 2;
}
__global__ void work_after(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
  d[0] = 2;
}
__global__ void changed_limit(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = n++;
}
__global__ void limit_in_memory(int* d, int* n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *n) d[i] = 1;
}
__global__ void or_else(int* d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n || m) d[i] = 1;
}
__global__ void up_to(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) d[i] = 1;
}
__global__ void from_on(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) d[i] = 1;
}
__global__ void shifted_index(int* d, int n, int from) {
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
__global__ void changed_index(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = i--;
  if (i < n) d[i + 1] = j;
}

__global__ void parent(int* d, int n) {
  if (n == 1) work_before<<<1, 32>>>(d, n);
  else if (n == 2) otherwise<<<1, 32>>>(d, n);
  else if (n == 3) work_after<<<1, 32>>>(d, n);
  else if (n == 4) changed_limit<<<1, 32>>>(d, n);
  else if (n == 5) limit_in_memory<<<1, 32>>>(d, d);
  else if (n == 6) or_else<<<1, 32>>>(d, n, n);
  else if (n == 7) up_to<<<1, 32>>>(d, n);
  else if (n == 8) from_on<<<1, 32>>>(d, n);
  else if (n == 9) shifted_index<<<1, 32>>>(d, n, n);
  else changed_index<<<1, 32>>>(d, n);
}
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:48:15", "parent", "work_before"},
    {"case.cu:49:20", "parent", "otherwise"},
    {"case.cu:50:20", "parent", "work_after"},
    {"case.cu:51:20", "parent", "changed_limit"},
    {"case.cu:52:20", "parent", "limit_in_memory"},
    {"case.cu:53:20", "parent", "or_else"},
    {"case.cu:54:20", "parent", "up_to"},
    {"case.cu:55:20", "parent", "from_on"},
    {"case.cu:56:20", "parent", "shifted_index"},
    {"case.cu:57:8", "parent", "changed_index"},
});
#line 1 "case.cu"
// flags:
// every thread may do something here
__global__ void work_before(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[0] = 1;
  if (i < n) d[i] = 1;
}
// spawnc: work_before for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void work_before__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  d[0] = 1;
  if (i < n) d[i] = 1;
}
}
// spawnc: work_before as a guarded branch launches it: the same work, counted and timed.
#line 3 "case.cu"
static __global__ void work_before__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  work_before__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 3 "case.cu"
static __device__ __forceinline__ void work_before__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      work_before__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    work_before__thread(spawn_thread, d, n);
  });
}
#line 8 "case.cu"
__global__ void otherwise(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
  else d[0] = 2;
}
// spawnc: otherwise for one thread, whose built-ins are local variables.
#line 8 "case.cu"
static __device__ __forceinline__ void otherwise__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
  else d[0] = 2;
}
}
// spawnc: otherwise as a guarded branch launches it: the same work, counted and timed.
#line 8 "case.cu"
static __global__ void otherwise__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  otherwise__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 8 "case.cu"
static __device__ __forceinline__ void otherwise__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      otherwise__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    otherwise__thread(spawn_thread, d, n);
  });
}
#line 13 "case.cu"
__global__ void work_after(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
  d[0] = 2;
}
// spawnc: work_after for one thread, whose built-ins are local variables.
#line 13 "case.cu"
static __device__ __forceinline__ void work_after__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 13 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
  d[0] = 2;
}
}
// spawnc: work_after as a guarded branch launches it: the same work, counted and timed.
#line 13 "case.cu"
static __global__ void work_after__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  work_after__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 13 "case.cu"
static __device__ __forceinline__ void work_after__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      work_after__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    work_after__thread(spawn_thread, d, n);
  });
}
#line 18 "case.cu"
__global__ void changed_limit(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = n++;
}
// spawnc: changed_limit for one thread, whose built-ins are local variables.
#line 18 "case.cu"
static __device__ __forceinline__ void changed_limit__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 18 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = n++;
}
}
// spawnc: changed_limit as a guarded branch launches it: the same work, counted and timed.
#line 18 "case.cu"
static __global__ void changed_limit__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  changed_limit__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 18 "case.cu"
static __device__ __forceinline__ void changed_limit__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      changed_limit__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    changed_limit__thread(spawn_thread, d, n);
  });
}
#line 22 "case.cu"
__global__ void limit_in_memory(int* d, int* n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *n) d[i] = 1;
}
// spawnc: limit_in_memory for one thread, whose built-ins are local variables.
#line 22 "case.cu"
static __device__ __forceinline__ void limit_in_memory__thread(const spawn::Thread& spawn_thread, int* d, int* n) {
  SPAWN_BUILTINS(spawn_thread);
#line 22 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < *n) d[i] = 1;
}
}
// spawnc: limit_in_memory as a guarded branch launches it: the same work, counted and timed.
#line 22 "case.cu"
static __global__ void limit_in_memory__launched(spawn::Ticket spawn_ticket, int* d, int* n) {
  limit_in_memory__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 22 "case.cu"
static __device__ __forceinline__ void limit_in_memory__spawn(const spawn::Launch& spawn_launch, int* d, int* n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      limit_in_memory__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    limit_in_memory__thread(spawn_thread, d, n);
  });
}
#line 26 "case.cu"
__global__ void or_else(int* d, int n, int m) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n || m) d[i] = 1;
}
// spawnc: or_else for one thread, whose built-ins are local variables.
#line 26 "case.cu"
static __device__ __forceinline__ void or_else__thread(const spawn::Thread& spawn_thread, int* d, int n, int m) {
  SPAWN_BUILTINS(spawn_thread);
#line 26 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n || m) d[i] = 1;
}
}
// spawnc: or_else as a guarded branch launches it: the same work, counted and timed.
#line 26 "case.cu"
static __global__ void or_else__launched(spawn::Ticket spawn_ticket, int* d, int n, int m) {
  or_else__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, m);
}
// spawnc: the guarded branch.
#line 26 "case.cu"
static __device__ __forceinline__ void or_else__spawn(const spawn::Launch& spawn_launch, int* d, int n, int m) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      or_else__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, m);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    or_else__thread(spawn_thread, d, n, m);
  });
}
#line 30 "case.cu"
__global__ void up_to(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) d[i] = 1;
}
// spawnc: up_to for one thread, whose built-ins are local variables.
#line 30 "case.cu"
static __device__ __forceinline__ void up_to__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 30 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i <= n) d[i] = 1;
}
}
// spawnc: up_to as a guarded branch launches it: the same work, counted and timed.
#line 30 "case.cu"
static __global__ void up_to__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  up_to__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 30 "case.cu"
static __device__ __forceinline__ void up_to__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      up_to__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    up_to__thread(spawn_thread, d, n);
  });
}
#line 34 "case.cu"
__global__ void from_on(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) d[i] = 1;
}
// spawnc: from_on for one thread, whose built-ins are local variables.
#line 34 "case.cu"
static __device__ __forceinline__ void from_on__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 34 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i >= n) d[i] = 1;
}
}
// spawnc: from_on as a guarded branch launches it: the same work, counted and timed.
#line 34 "case.cu"
static __global__ void from_on__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  from_on__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 34 "case.cu"
static __device__ __forceinline__ void from_on__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      from_on__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    from_on__thread(spawn_thread, d, n);
  });
}
#line 38 "case.cu"
__global__ void shifted_index(int* d, int n, int from) {
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
// spawnc: shifted_index for one thread, whose built-ins are local variables.
#line 38 "case.cu"
static __device__ __forceinline__ void shifted_index__thread(const spawn::Thread& spawn_thread, int* d, int n, int from) {
  SPAWN_BUILTINS(spawn_thread);
#line 38 "case.cu"
{
  int i = from + blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] = 1;
}
}
// spawnc: shifted_index as a guarded branch launches it: the same work, counted and timed.
#line 38 "case.cu"
static __global__ void shifted_index__launched(spawn::Ticket spawn_ticket, int* d, int n, int from) {
  shifted_index__thread(spawn::CtaScope(spawn_ticket).thread(), d, n, from);
}
// spawnc: the guarded branch.
#line 38 "case.cu"
static __device__ __forceinline__ void shifted_index__spawn(const spawn::Launch& spawn_launch, int* d, int n, int from) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      shifted_index__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n, from);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    shifted_index__thread(spawn_thread, d, n, from);
  });
}
#line 42 "case.cu"
__global__ void changed_index(int* d, int n) {
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = i--;
  if (i < n) d[i + 1] = j;
}
// spawnc: changed_index for one thread, whose built-ins are local variables.
#line 42 "case.cu"
static __device__ __forceinline__ void changed_index__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 42 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x, j = i--;
  if (i < n) d[i + 1] = j;
}
}
// spawnc: changed_index as a guarded branch launches it: the same work, counted and timed.
#line 42 "case.cu"
static __global__ void changed_index__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  changed_index__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 42 "case.cu"
static __device__ __forceinline__ void changed_index__spawn(const spawn::Launch& spawn_launch, int* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      changed_index__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    changed_index__thread(spawn_thread, d, n);
  });
}
#line 46 "case.cu"

__global__ void __launch_bounds__(1024) parent(int* d, int n) {
  if (n == 1) work_before__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d, n);
  else if (n == 2) otherwise__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d, n);
  else if (n == 3) work_after__spawn(spawn::launch(spawn_case_cu[2], 1, 32), d, n);
  else if (n == 4) changed_limit__spawn(spawn::launch(spawn_case_cu[3], 1, 32), d, n);
  else if (n == 5) limit_in_memory__spawn(spawn::launch(spawn_case_cu[4], 1, 32), d, d);
  else if (n == 6) or_else__spawn(spawn::launch(spawn_case_cu[5], 1, 32), d, n, n);
  else if (n == 7) up_to__spawn(spawn::launch(spawn_case_cu[6], 1, 32), d, n);
  else if (n == 8) from_on__spawn(spawn::launch(spawn_case_cu[7], 1, 32), d, n);
  else if (n == 9) shifted_index__spawn(spawn::launch(spawn_case_cu[8], 1, 32), d, n, n);
  else changed_index__spawn(spawn::launch(spawn_case_cu[9], 1, 32), d, n);
}
// ---- diagnostics
case.cu:47:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:48:15: note: launch of 'work_before' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:49:20: note: launch of 'otherwise' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:50:20: note: launch of 'work_after' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:51:20: note: launch of 'changed_limit' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:52:20: note: launch of 'limit_in_memory' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:53:20: note: launch of 'or_else' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:54:20: note: launch of 'up_to' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:55:20: note: launch of 'from_on' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:56:20: note: launch of 'shifted_index' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:57:8: note: launch of 'changed_index' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
10 launches: 0 host, 10 guarded, 0 kept, 0 refused
