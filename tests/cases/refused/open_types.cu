// flags:
// what an open type's constructors, conversions and operators read is seen in no call; numbers run nothing
struct Here {
  int i;
  __device__ Here(int n) : i(n + threadIdx.x) {}
  __device__ operator int() const { return i; }
};
template <class T> __global__ void declared(int* out, int n) { T x(n); out[threadIdx.x] = x; }
template <class T> __global__ void made(int* out, int n) { out[threadIdx.x] = T(n); }
template <class T> __global__ void copied(int* out, int n) { T x = n; out[threadIdx.x] = x; }
template <class T> __global__ void number(int* out, int n) { out[threadIdx.x] = T(n); }

__global__ void parent(int* out, int n) {
  switch (n) {
    case 0: declared<Here><<<1, 4>>>(out, n); break;
    case 1: made<Here><<<1, 4>>>(out, n); break;
    case 2: copied<Here><<<1, 4>>>(out, n); break;
  }
}
__global__ void other_parent(int* out, int n) { number<unsigned><<<1, 4>>>(out, n); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::by_controller()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:20:49", "other_parent", "number"}});
#line 1 "case.cu"
// flags:
// what an open type's constructors, conversions and operators read is seen in no call; numbers run nothing
struct Here {
  int i;
  __device__ Here(int n) : i(n + threadIdx.x) {}
  __device__ operator int() const { return i; }
};
template <class T> __global__ void declared(int* out, int n) { T x(n); out[threadIdx.x] = x; }
template <class T> __global__ void made(int* out, int n) { out[threadIdx.x] = T(n); }
template <class T> __global__ void copied(int* out, int n) { T x = n; out[threadIdx.x] = x; }
template <class T> __global__ void number(int* out, int n) { out[threadIdx.x] = T(n); }
// spawnc: number for one thread, whose built-ins are local variables.
#line 11 "case.cu"
template <class T> static __device__ __forceinline__ void number__thread(const spawn::Thread& spawn_thread, int* out, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 11 "case.cu"
{ out[threadIdx.x] = T(n); }
}
// spawnc: number as a guarded branch launches it: the same work, counted and timed.
#line 11 "case.cu"
template <class T> static __global__ void number__launched(spawn::Ticket spawn_ticket, int* out, int n) {
  number__thread<T>(spawn::CtaScope(spawn_ticket).thread(), out, n);
}
// spawnc: the guarded branch.
#line 11 "case.cu"
template <class T> static __device__ __forceinline__ void number__spawn(const spawn::Launch& spawn_launch, int* out, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      number__launched<T><<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, out, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    number__thread<T>(spawn_thread, out, n);
  });
}
#line 12 "case.cu"

__global__ void parent(int* out, int n) {
  switch (n) {
    case 0: declared<Here><<<1, 4>>>(out, n); break;
    case 1: made<Here><<<1, 4>>>(out, n); break;
    case 2: copied<Here><<<1, 4>>>(out, n); break;
  }
}
__global__ void __launch_bounds__(1024) other_parent(int* out, int n) { number__spawn<unsigned>(spawn::launch(spawn_case_cu[0], 1, 4), out, n); }
// ---- diagnostics
case.cu:15:13: warning: child kernel 'declared' calls 'Here', a member function that reads built-ins [SP035]
  case.cu:8:36: note: here
  case.cu:8:36: note: 'declared' is defined here
case.cu:16:13: warning: child kernel 'made' calls 'Here', a member function that reads built-ins [SP035]
  case.cu:9:36: note: here
  case.cu:9:36: note: 'made' is defined here
case.cu:17:13: warning: child kernel 'copied' calls 'Here', a member function that reads built-ins [SP035]
  case.cu:10:36: note: here
  case.cu:10:36: note: 'copied' is defined here
case.cu:20:17: note: no host launch of 'other_parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:20:49: note: launch of 'number' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
4 launches: 0 host, 1 guarded, 0 kept, 3 refused
