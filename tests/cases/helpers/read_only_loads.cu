// flags:
// __ldg() in a serial body is a plain load: the read-only cache would not show what the parent wrote.
#define LDG(p) __ldg(&(p))
struct Edge {
  float weight;  // not the function
};
__device__ float weight(const float* w, int i) { return __ldg(w + i); }
template <class T> __device__ T first(const T* p) { return __ldg(p); }
__host__ __device__ inline int at(const int* p) {
#ifdef __CUDA_ARCH__
  return ::__ldg(p);
#else
  return *p;
#endif
}
__device__ int plain(const int* p) { return *p; }

__global__ void scale(const float4* in, const float* w, const int* order, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto chosen = [](const float4* p) { return __ldg(p); };
  if (i >= n) return;
  float4 value = chosen(in + LDG(order[i]));
  value.x += weight(w, i) + first(w) + at(order) + plain(order);
  out[i] = i ? value : ::__ldg(in);
}

__global__ void prefix(const int* __restrict__ in, int* out) {
  __shared__ int sums[64];
  sums[threadIdx.x] = __ldg(in + threadIdx.x);
  __syncthreads();
  if (threadIdx.x) sums[threadIdx.x] += at(in) + sums[0];
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x];
}

__global__ void parent(float4* in, float* w, int* order, float4* out, int n) {
  w[threadIdx.x] = order[threadIdx.x] = threadIdx.x;
  in[threadIdx.x] = make_float4(n, n, n, n);
  if (n > 9) scale<<<(n + 63) / 64, 64>>>(in, w, order, out, n);
  else prefix<<<1, 64>>>(order, order + n);
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:39:14", "parent", "scale"},
    {"case.cu:40:8", "parent", "prefix"},
});
#line 1 "case.cu"
// flags:
// __ldg() in a serial body is a plain load: the read-only cache would not show what the parent wrote.
#define LDG(p) __ldg(&(p))
struct Edge {
  float weight;  // not the function
};
__device__ float weight(const float* w, int i) { return __ldg(w + i); }
// spawnc: weight for the serial bodies that call it.
#line 7 "case.cu"
static __device__ float weight__thread(const spawn::Thread& spawn_thread, const float* w, int i) {
  SPAWN_BUILTINS(spawn_thread);
  using spawn::plain::__ldg;
#line 7 "case.cu"
{ return __ldg(w + i); }
}

#line 8 "case.cu"
template <class T> __device__ T first(const T* p) { return __ldg(p); }
// spawnc: first for the serial bodies that call it.
#line 8 "case.cu"
template <class T> static __device__ T first__thread(const spawn::Thread& spawn_thread, const T* p) {
  SPAWN_BUILTINS(spawn_thread);
  using spawn::plain::__ldg;
#line 8 "case.cu"
{ return __ldg(p); }
}

#line 9 "case.cu"
__host__ __device__ inline int at(const int* p) {
#ifdef __CUDA_ARCH__
  return ::__ldg(p);
#else
  return *p;
#endif
}
// spawnc: at for the serial bodies that call it.
#line 9 "case.cu"
static __host__ __device__ inline int at__thread(const spawn::Thread& spawn_thread, const int* p) {
  SPAWN_BUILTINS(spawn_thread);
  using spawn::plain::__ldg;
#line 9 "case.cu"
{
#ifdef __CUDA_ARCH__
  return spawn::plain::__ldg(p);
#else
  return *p;
#endif
}
}

#line 16 "case.cu"
__device__ int plain(const int* p) { return *p; }

__global__ void scale(const float4* in, const float* w, const int* order, float4* out, int n) {
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto chosen = [](const float4* p) { return __ldg(p); };
  if (i >= n) return;
  float4 value = chosen(in + LDG(order[i]));
  value.x += weight(w, i) + first(w) + at(order) + plain(order);
  out[i] = i ? value : ::__ldg(in);
}
// spawnc: scale for one thread, whose built-ins are local variables.
#line 18 "case.cu"
static __device__ __forceinline__ void scale__thread(const spawn::Thread& spawn_thread,
    const float4* in, const float* w, const int* order, float4* out, int n) {
  SPAWN_BUILTINS(spawn_thread);
  using spawn::plain::__ldg;
#line 18 "case.cu"
{
  const int i = blockIdx.x * blockDim.x + threadIdx.x;
  const auto chosen = [](const float4* p) { return __ldg(p); };
  if (i >= n) return;
  float4 value = chosen(in + LDG(order[i]));
  value.x += weight__thread(spawn_thread, w, i) + first__thread(spawn_thread, w) + at__thread(spawn_thread, order) + plain(order);
  out[i] = i ? value : spawn::plain::__ldg(in);
}
}
// spawnc: scale as a guarded branch launches it: the same work, counted and timed.
#line 18 "case.cu"
static __global__ void scale__launched(spawn::Ticket spawn_ticket,
    const float4* in, const float* w, const int* order, float4* out, int n) {
  scale__thread(spawn::CtaScope(spawn_ticket).thread(), in, w, order, out, n);
}
// spawnc: the guarded branch.
#line 18 "case.cu"
static __device__ __forceinline__ void scale__spawn(const spawn::Launch& spawn_launch,
    const float4* in, const float* w, const int* order, float4* out, int n) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      scale__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, in, w, order, out, n);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial(spawn_launch, spawn::kAll, [&](const spawn::Thread& spawn_thread) {
    scale__thread(spawn_thread, in, w, order, out, n);
  });
}
#line 26 "case.cu"

__global__ void prefix(const int* __restrict__ in, int* out) {
  __shared__ int sums[64];
  sums[threadIdx.x] = __ldg(in + threadIdx.x);
  __syncthreads();
  if (threadIdx.x) sums[threadIdx.x] += at(in) + sums[0];
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x];
}
// spawnc: prefix for one block, run by one thread: each part between barriers for all threads in turn.
#line 27 "case.cu"
static __device__ __forceinline__ void prefix__block(const spawn::Block& spawn_block,
    const int* __restrict__ in, int* out) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
  using spawn::plain::__ldg;
#line 27 "case.cu"
{
  int sums[64]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  sums[threadIdx.x] = __ldg(in + threadIdx.x);
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  if (threadIdx.x) sums[threadIdx.x] += at__thread(spawn_thread, in) + sums[0];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  out[threadIdx.x] = sums[threadIdx.x]; });
}
}
// spawnc: prefix as a guarded branch launches it: the same work, counted and timed.
#line 27 "case.cu"
static __global__ void prefix__launched(spawn::Ticket spawn_ticket,
    const int* __restrict__ in, int* out) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 27 "case.cu"
{
  __shared__ int sums[64];
  sums[threadIdx.x] = __ldg(in + threadIdx.x);
  __syncthreads();
  if (threadIdx.x) sums[threadIdx.x] += at(in) + sums[0];
  __syncthreads();
  out[threadIdx.x] = sums[threadIdx.x];
}
}
// spawnc: the guarded branch.
#line 27 "case.cu"
static __device__ __forceinline__ void prefix__spawn(const spawn::Launch& spawn_launch,
    const int* __restrict__ in, int* out) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      prefix__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, in, out);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    prefix__block(spawn_block, in, out);
  });
}
#line 35 "case.cu"

__global__ void __launch_bounds__(1024) parent(float4* in, float* w, int* order, float4* out, int n) {
  w[threadIdx.x] = order[threadIdx.x] = threadIdx.x;
  in[threadIdx.x] = make_float4(n, n, n, n);
  if (n > 9) scale__spawn(spawn::launch(spawn_case_cu[0], (n + 63) / 64, 64), in, w, order, out, n);
  else prefix__spawn(spawn::launch(spawn_case_cu[1], 1, 64), order, order + n);
}
// ---- diagnostics
case.cu:36:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:39:14: note: launch of 'scale' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:40:8: note: launch of 'prefix' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
2 launches: 0 host, 2 guarded, 0 kept, 0 refused
