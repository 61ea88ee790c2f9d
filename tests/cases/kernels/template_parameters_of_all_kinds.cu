// flags:
template <class T>
struct Box {
  T value;
};

template <int A, class T, template <class> class C>
__global__ void templated(T* d, C<T> box) {
  d[threadIdx.x] = A + box.value;
}

template <class T = int, int N = 4, template <class> class C = Box>
__global__ void defaults(int* d) {
  C<T> box{T(N)};
  d[threadIdx.x] = box.value;
}

template <auto V, unsigned... Ns>
__global__ void values(int* d) {
  d[threadIdx.x] = V + (0 + ... + Ns);
}

enum class Kind { A, B };
template <Kind K>
__global__ void by_kind(int* d) {
  d[threadIdx.x] = K == Kind::A;
}

__global__ void one(int* d) { templated<1, int, Box><<<1, 32>>>(d, Box<int>{3}); }
__global__ void two(int* d) { defaults<><<<1, 32>>>(d); }
__global__ void three(int* d, int n) { n ? defaults<float><<<1, 32>>>(d) : defaults<int, 5><<<1, 32>>>(d); }
__global__ void four(int* d) { values<3, 1, 2><<<1, 32>>>(d); }
__global__ void five(int* d) { by_kind<Kind::B><<<1, 32>>>(d); }
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
    {"case.cu:29:31", "one", "templated"},
    {"case.cu:30:31", "two", "defaults"},
    {"case.cu:31:44", "three", "defaults"},
    {"case.cu:31:76", "three", "defaults"},
    {"case.cu:32:32", "four", "values"},
    {"case.cu:33:32", "five", "by_kind"},
});
#line 1 "case.cu"
// flags:
template <class T>
struct Box {
  T value;
};

template <int A, class T, template <class> class C>
__global__ void templated(T* d, C<T> box) {
  d[threadIdx.x] = A + box.value;
}
// spawnc: templated for one thread, whose built-ins are local variables.
#line 7 "case.cu"
template <int A, class T, template <class> class C>
static __device__ __forceinline__ void templated__thread(const spawn::Thread& spawn_thread, T* d, C<T> box) {
  SPAWN_BUILTINS(spawn_thread);
#line 8 "case.cu"
{
  d[threadIdx.x] = A + box.value;
}
}
// spawnc: templated as a guarded branch launches it: the same work, counted and timed.
#line 7 "case.cu"
template <int A, class T, template <class> class C>
static __global__ void templated__launched(spawn::Ticket spawn_ticket, T* d, C<T> box) {
  templated__thread<A, T, C>(spawn::CtaScope(spawn_ticket).thread(), d, box);
}
// spawnc: the guarded branch.
#line 7 "case.cu"
template <int A, class T, template <class> class C>
static __device__ __forceinline__ void templated__spawn(const spawn::Launch& spawn_launch, T* d, C<T> box) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      templated__launched<A, T, C><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d, box);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    templated__thread<A, T, C>(spawn_thread, d, box);
  });
}
#line 11 "case.cu"

template <class T = int, int N = 4, template <class> class C = Box>
__global__ void defaults(int* d) {
  C<T> box{T(N)};
  d[threadIdx.x] = box.value;
}
// spawnc: defaults for one thread, whose built-ins are local variables.
#line 12 "case.cu"
template <class T, int N, template <class> class C>
static __device__ __forceinline__ void defaults__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 13 "case.cu"
{
  C<T> box{T(N)};
  d[threadIdx.x] = box.value;
}
}
// spawnc: defaults as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
template <class T, int N, template <class> class C>
static __global__ void defaults__launched(spawn::Ticket spawn_ticket, int* d) {
  defaults__thread<T, N, C>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
template <class T = int, int N = 4, template <class> class C = Box>
static __device__ __forceinline__ void defaults__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      defaults__launched<T, N, C><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    defaults__thread<T, N, C>(spawn_thread, d);
  });
}
#line 17 "case.cu"

template <auto V, unsigned... Ns>
__global__ void values(int* d) {
  d[threadIdx.x] = V + (0 + ... + Ns);
}
// spawnc: values for one thread, whose built-ins are local variables.
#line 18 "case.cu"
template <auto V, unsigned... Ns>
static __device__ __forceinline__ void values__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 19 "case.cu"
{
  d[threadIdx.x] = V + (0 + ... + Ns);
}
}
// spawnc: values as a guarded branch launches it: the same work, counted and timed.
#line 18 "case.cu"
template <auto V, unsigned... Ns>
static __global__ void values__launched(spawn::Ticket spawn_ticket, int* d) {
  values__thread<V, Ns...>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 18 "case.cu"
template <auto V, unsigned... Ns>
static __device__ __forceinline__ void values__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      values__launched<V, Ns...><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    values__thread<V, Ns...>(spawn_thread, d);
  });
}
#line 22 "case.cu"

enum class Kind { A, B };
template <Kind K>
__global__ void by_kind(int* d) {
  d[threadIdx.x] = K == Kind::A;
}
// spawnc: by_kind for one thread, whose built-ins are local variables.
#line 24 "case.cu"
template <Kind K>
static __device__ __forceinline__ void by_kind__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 25 "case.cu"
{
  d[threadIdx.x] = K == Kind::A;
}
}
// spawnc: by_kind as a guarded branch launches it: the same work, counted and timed.
#line 24 "case.cu"
template <Kind K>
static __global__ void by_kind__launched(spawn::Ticket spawn_ticket, int* d) {
  by_kind__thread<K>(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 24 "case.cu"
template <Kind K>
static __device__ __forceinline__ void by_kind__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      by_kind__launched<K><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    by_kind__thread<K>(spawn_thread, d);
  });
}
#line 28 "case.cu"

__global__ void __launch_bounds__(1024) one(int* d) { templated__spawn<1, int, Box>(spawn::launch(spawn_case_cu[0], 1, 32), d, Box<int>{3}); }
__global__ void __launch_bounds__(1024) two(int* d) { defaults__spawn<>(spawn::launch(spawn_case_cu[1], 1, 32), d); }
__global__ void __launch_bounds__(1024) three(int* d, int n) { n ? defaults__spawn<float>(spawn::launch(spawn_case_cu[2], 1, 32), d) : defaults__spawn<int, 5>(spawn::launch(spawn_case_cu[3], 1, 32), d); }
__global__ void __launch_bounds__(1024) four(int* d) { values__spawn<3, 1, 2>(spawn::launch(spawn_case_cu[4], 1, 32), d); }
__global__ void __launch_bounds__(1024) five(int* d) { by_kind__spawn<Kind::B>(spawn::launch(spawn_case_cu[5], 1, 32), d); }
// ---- diagnostics
case.cu:29:17: note: no host launch of 'one' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:29:31: note: launch of 'templated' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:30:17: note: no host launch of 'two' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:30:31: note: launch of 'defaults' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:31:17: note: no host launch of 'three' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:31:44: note: launch of 'defaults' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:31:76: note: launch of 'defaults' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:32:17: note: no host launch of 'four' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:32:32: note: launch of 'values' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:33:17: note: no host launch of 'five' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:33:32: note: launch of 'by_kind' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
6 launches: 0 host, 6 guarded, 0 kept, 0 refused
