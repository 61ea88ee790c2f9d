// flags:
template <class T, int N>
__global__ void child(T* d, T (&)[N], int n);

template <class T>
__global__ void deduced(T* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] += T(1);
}

template <int N, class T>
__global__ void partly(T* d) {
  d[threadIdx.x] += N;
}

__global__ void one(int* d, int n) { deduced<<<1, n>>>(d, n); }
__global__ void two(float* d, int n) { deduced<float><<<1, n>>>(d, n); }
__global__ void three(int* d) { partly<(3 > 2)><<<1, 32>>>(d); }
__global__ void four(int* d) { partly<sizeof(long), int><<<1, 32>>>(d); }

template <class T>
__global__ void dependent(T* d, int n) {
  if (n > 1) deduced<T><<<1, n>>>(d, n);
}

template <class T>
__global__ void dependent_deduced(T* d, int n) {
  if (n > 1) deduced<<<1, n>>>(d, n);
}

template __global__ void dependent<int>(int*, int);
template __global__ void dependent_deduced<float>(float*, int);
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
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:15:38", "one", "deduced"},
    {"case.cu:16:40", "two", "deduced"},
    {"case.cu:17:33", "three", "partly"},
    {"case.cu:18:32", "four", "partly"},
    {"case.cu:22:14", "dependent", "deduced"},
    {"case.cu:27:14", "dependent_deduced", "deduced"},
});
#line 1 "case.cu"
// flags:
template <class T, int N>
__global__ void child(T* d, T (&)[N], int n);

template <class T>
__global__ void deduced(T* d, int n) {
  if (threadIdx.x < n) d[threadIdx.x] += T(1);
}
// spawnc: deduced for one thread, whose built-ins are local variables.
#line 5 "case.cu"
template <class T>
static __device__ __forceinline__ void deduced__thread(const spawn::Thread& spawn_thread, T* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{
  if (threadIdx.x < n) d[threadIdx.x] += T(1);
}
}
// spawnc: deduced as a guarded branch launches it: the same work, counted and timed.
#line 5 "case.cu"
template <class T>
static __global__ void deduced__launched(spawn::Ticket spawn_ticket, T* d, int n) {
  deduced__thread<T>(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 5 "case.cu"
template <class T>
static __device__ __forceinline__ void deduced__spawn(const spawn::Launch& spawn_launch, T* d, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      deduced__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    deduced__thread<T>(spawn_thread, d, n);
  });
}
#line 9 "case.cu"

template <int N, class T>
__global__ void partly(T* d) {
  d[threadIdx.x] += N;
}
// spawnc: partly for one thread, whose built-ins are local variables.
#line 10 "case.cu"
template <int N, class T>
static __device__ __forceinline__ void partly__thread(const spawn::Thread& spawn_thread, T* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{
  d[threadIdx.x] += N;
}
}
// spawnc: partly as a guarded branch launches it: the same work, counted and timed.
#line 10 "case.cu"
template <int N, class T>
static __global__ void partly__launched(spawn::Ticket spawn_ticket, T* d) {
  partly__thread<N, T>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 10 "case.cu"
template <int N, class T>
static __device__ __forceinline__ void partly__spawn(const spawn::Launch& spawn_launch, T* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      partly__launched<N, T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    partly__thread<N, T>(spawn_thread, d);
  });
}
#line 14 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d, int n) { deduced__spawn(spawn::launch(spawn_case_cu[0], 1, n), d, n); }
__global__ void __launch_bounds__(1024) two(float* d, int n) { deduced__spawn<float>(spawn::launch(spawn_case_cu[1], 1, n), d, n); }
__global__ void __launch_bounds__(1024) three(int* d) { partly__spawn<(3 > 2)>(spawn::launch(spawn_case_cu[2], 1, 32), d); }
__global__ void __launch_bounds__(1024) four(int* d) { partly__spawn<sizeof(long), int>(spawn::launch(spawn_case_cu[3], 1, 32), d); }

template <class T>
__global__ void __launch_bounds__(1024) dependent(T* d, int n) {
  if (n > 1) deduced__spawn<T>(spawn::launch(spawn_case_cu[4], 1, n), d, n);
}

template <class T>
__global__ void __launch_bounds__(1024) dependent_deduced(T* d, int n) {
  if (n > 1) deduced__spawn(spawn::launch(spawn_case_cu[5], 1, n), d, n);
}

template __global__ void dependent<int>(int*, int);
template __global__ void dependent_deduced<float>(float*, int);
// ---- diagnostics
case.cu:15:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:15:38: note: launch of 'deduced' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:16:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:40: note: launch of 'deduced' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:17:33: note: launch of 'partly' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:18:17: note: no host launch of 'four' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:18:32: note: launch of 'partly' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:21:17: note: no host launch of 'dependent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:22:14: note: launch of 'deduced' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:26:17: note: no host launch of 'dependent_deduced' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:27:14: note: launch of 'deduced' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
6 launches: 0 host, 6 guarded, 0 kept, 0 refused
