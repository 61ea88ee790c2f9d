// flags:
#include <cstdio>
#define CHECK(call) \
  do { \
    cudaError_t status = (call); \
    if (status != cudaSuccess) { \
      printf("%s\n", cudaGetErrorString(status)); \
      return; \
    } \
  } while (0)

__global__ void leaf(int* d) { d[threadIdx.x] += 1; }

__global__ void at_the_end(int* d) {
  if (threadIdx.x == 0) {
    leaf<<<1, 32>>>(d);
    cudaDeviceSynchronize();
  }
  __syncthreads();
}

__global__ void status_looked_at(int* d) {
  if (threadIdx.x == 0) {
    leaf<<<1, 32>>>(d);
    CHECK(cudaDeviceSynchronize());
  } else {
    d[threadIdx.x + 32] = 1;
  }
  return;
}

// the recursion of a reduction: the block goes on as its own child
__global__ void reduce(int* in, int* out, unsigned n) {
  if (n == 2 && threadIdx.x == 0) {
    out[blockIdx.x] = in[0] + in[1];
    return;
  }
  unsigned stride = n >> 1;
  if (stride > 1 && threadIdx.x < stride) in[threadIdx.x] += in[threadIdx.x + stride];
  __syncthreads();
  if (threadIdx.x == 0) {
    reduce<<<1, stride>>>(in, out, stride);
    cudaDeviceSynchronize();
  }
  __syncthreads();
}

// the wait goes, whatever becomes of the launch
__global__ void votes(int* d) { d[0] = __any_sync(~0u, d[threadIdx.x]); }
__global__ void launches_votes(int* d) {
  votes<<<1, 32>>>(d);
  cudaDeviceSynchronize();
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::by_controller(),
    spawn::by_controller(),
    spawn::never(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:16:5", "at_the_end", "leaf"},
    {"case.cu:24:5", "status_looked_at", "leaf"},
    {"case.cu:42:5", "reduce", "reduce"},
});
#line 1 "case.cu"
// flags:
#include <cstdio>
#define CHECK(call) \
  do { \
    cudaError_t status = (call); \
    if (status != cudaSuccess) { \
      printf("%s\n", cudaGetErrorString(status)); \
      return; \
    } \
  } while (0)

__global__ void leaf(int* d) { d[threadIdx.x] += 1; }
// spawnc: leaf for one thread, whose built-ins are local variables.
#line 12 "case.cu"
static __device__ __forceinline__ void leaf__thread(const spawn::Thread& spawn_thread, int* d) {
  SPAWN_BUILTINS(spawn_thread);
#line 12 "case.cu"
{ d[threadIdx.x] += 1; }
}
// spawnc: leaf as a guarded branch launches it: the same work, counted and timed.
#line 12 "case.cu"
static __global__ void leaf__launched(spawn::Ticket spawn_ticket, int* d) {
  leaf__thread(spawn::CtaScope(spawn_ticket).thread(), d);
}
// spawnc: the guarded branch.
#line 12 "case.cu"
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
#line 13 "case.cu"

__global__ void __launch_bounds__(1024) at_the_end(int* d) {
  if (threadIdx.x == 0) {
    leaf__spawn(spawn::launch(spawn_case_cu[0], 1, 32), d);
    spawn::joined_at_end();
  }
  __syncthreads();
}

__global__ void __launch_bounds__(1024) status_looked_at(int* d) {
  if (threadIdx.x == 0) {
    leaf__spawn(spawn::launch(spawn_case_cu[1], 1, 32), d);
    CHECK(spawn::joined_at_end());
  } else {
    d[threadIdx.x + 32] = 1;
  }
  return;
}

// the recursion of a reduction: the block goes on as its own child
// spawnc: reduce as its own child: a block that launches it last goes on as that.
#line 33 "case.cu"
__global__ void reduce(int* in, int* out, unsigned n);
#line 33 "case.cu"
template <typename spawn_source> struct reduce__joined {
  int* in;
  int* out;
  unsigned n;
  __device__ __forceinline__ void operator()(const spawn::Launch& spawn_launch) const {
    reduce<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(in, out, n);
  }
};
#line 33 "case.cu"
static __device__ __forceinline__ void reduce__join(const spawn::TailLaunch<reduce__joined<spawn::ThisSource>>& spawn_launch, int* in, int* out, unsigned n) {
  spawn_launch.hand_over(reduce__joined<spawn::ThisSource>{in, out, n});
}
#line 33 "case.cu"
__global__ void __launch_bounds__(1024) reduce(int* in, int* out, unsigned n) { for (spawn::BlockTail<reduce__joined<spawn::ThisSource>> spawn_tail({in, out, n}); spawn_tail.goes_on();) { SPAWN_BUILTINS(spawn_tail); int* in = spawn_tail.child.in; int* out = spawn_tail.child.out; unsigned n = spawn_tail.child.n;
  if (n == 2 && threadIdx.x == 0) {
    out[blockIdx.x] = in[0] + in[1];
    return;
  }
  unsigned stride = n >> 1;
  if (stride > 1 && threadIdx.x < stride) in[threadIdx.x] += in[threadIdx.x + stride];
  __syncthreads();
  if (threadIdx.x == 0) {
    reduce__join(spawn_tail.launch(spawn_case_cu[2], 1, stride), in, out, stride);
    spawn::joined_at_end();
  }
  __syncthreads();
} }

// the wait goes, whatever becomes of the launch
__global__ void votes(int* d) { d[0] = __any_sync(~0u, d[threadIdx.x]); }
__global__ void launches_votes(int* d) {
  votes<<<1, 32>>>(d);
  spawn::joined_at_end();
}
// ---- diagnostics
case.cu:14:17: note: no host launch of 'at_the_end' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:16:5: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:17:5: note: cudaDeviceSynchronize() in device code is dropped: a kernel ends after its children, and nothing else follows [SP074]
case.cu:22:17: note: no host launch of 'status_looked_at' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:24:5: note: launch of 'leaf' guarded: policy spawn, independent (a thread reaches this launch once, and no other of its stream) [SP001]
case.cu:25:11: note: cudaDeviceSynchronize() in device code is dropped: a kernel ends after its children, and nothing else follows [SP074]
case.cu:33:17: note: no host launch of 'reduce' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:42:5: note: launch of 'reduce' guarded: in place, by its whole block, which goes on as the child (nothing follows it) [SP001]
case.cu:43:5: note: cudaDeviceSynchronize() in device code is dropped: a kernel ends after its children, and nothing else follows [SP074]
case.cu:51:3: warning: child kernel 'votes' uses the warp operation __any_sync, which one thread cannot run in its place [SP030]
  case.cu:49:40: note: here
  case.cu:49:17: note: 'votes' is defined here
case.cu:52:3: note: cudaDeviceSynchronize() in device code is dropped: a kernel ends after its children, and nothing else follows [SP074]
4 launches: 0 host, 3 guarded, 0 kept, 1 refused
