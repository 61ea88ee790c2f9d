// flags: --policy always
#include <stdio.h>
#define CHECK(call) do { if ((call) != cudaSuccess) printf("%s\n", #call); } while (0)
#define NEW_STREAM(stream) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)
// a helper; its clone has what it has
template <class T> __device__ T* taken(T* p) {
  cudaEvent_t event;
  if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming)) return p + threadIdx.x;
  return::cudaEventDestroy(event) ? p : p + threadIdx.x;
}
struct Stream {
  cudaStream_t stream{};
  __device__ Stream() : stream() { CHECK(NEW_STREAM(stream)); }
  __device__ ~Stream() { CHECK(cudaStreamDestroy(stream)); }
};
__host__ __device__ int devices() {
  int count = 0;
  return cudaGetDeviceCount(&count) ? -1 : count;
}
__global__ void child(int* d, int n) {
  int* p = nullptr;
  cudaMalloc(&p, n);
  *taken(d) += n;
  cudaFree(p);
}
__global__ void with_barrier(int* d) {
  __shared__ int devices[32];
  cudaGetDeviceCount(devices + threadIdx.x);
  __syncthreads();
  cudaGetDevice(devices + threadIdx.x);
  d[threadIdx.x] = devices[31 - threadIdx.x];
}
__global__ void parent(int* d, int n) {
  cudaStream_t stream;
  CHECK(NEW_STREAM(stream));
  child<<<devices(), 32, 0, stream>>>(d, n);
  with_barrier<<<1, 32, 0, cudaStreamFireAndForget>>>(d);
  CHECK(::cudaStreamDestroy(stream));
  if (cudaPeekAtLastError() != cudaSuccess) d[0] = -1;
}
__global__ void ordered(int* d) {
  cudaStream_t stream;
  if (auto error = [&] { return cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }()) d[0] = error;
  for (int i = 0; i < 2; ++i) child<<<1, 32, 0, stream>>>(d, i);
  cudaStreamDestroy(stream);
}
__global__ void another() { Stream stream; }
void run(int* d) {
  int* p;
  cudaMalloc(&p, 4);
  parent<<<1, 32>>>(d, devices());
  ordered<<<1, 32>>>(d);
  another<<<1, 1>>>();
}
// ---- output
#include <spawn/spawn.cuh>
#include <spawn/in_turn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::always(),
    spawn::always(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:36:3", "parent", "child"},
    {"case.cu:37:3", "parent", "with_barrier"},
});
#line 1 "case.cu"
// flags: --policy always
#include <stdio.h>
#define CHECK(call) do { if ((call) != cudaSuccess) printf("%s\n", #call); } while (0)
#define NEW_STREAM(stream) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking)
// a helper; its clone has what it has
template <class T> __device__ T* taken(T* p) { using spawn::in_turn::cudaEventCreateWithFlags;
  cudaEvent_t event;
  if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming)) return p + threadIdx.x;
  return spawn::in_turn::cudaEventDestroy(event) ? p : p + threadIdx.x;
}
// spawnc: taken for the serial bodies that call it.
#line 6 "case.cu"
template <class T> static __device__ T* taken__thread(const spawn::Thread& spawn_thread, T* p) {
  SPAWN_BUILTINS(spawn_thread);
#line 6 "case.cu"
{ using spawn::in_turn::cudaEventCreateWithFlags;
  cudaEvent_t event;
  if (cudaEventCreateWithFlags(&event, cudaEventDisableTiming)) return p + threadIdx.x;
  return spawn::in_turn::cudaEventDestroy(event) ? p : p + threadIdx.x;
}
}

#line 11 "case.cu"
struct Stream {
  cudaStream_t stream{};
  __device__ Stream() : stream() { using spawn::in_turn::cudaStreamCreateWithFlags; CHECK(NEW_STREAM(stream)); }
  __device__ ~Stream() { using spawn::in_turn::cudaStreamDestroy; CHECK(cudaStreamDestroy(stream)); }
};
__host__ __device__ int devices() { using spawn::in_turn::cudaGetDeviceCount;
  int count = 0;
  return cudaGetDeviceCount(&count) ? -1 : count;
}
__global__ void child(int* d, int n) { using spawn::in_turn::cudaFree, spawn::in_turn::cudaMalloc;
  int* p = nullptr;
  cudaMalloc(&p, n);
  *taken(d) += n;
  cudaFree(p);
}
// spawnc: child for one thread, whose built-ins are local variables.
#line 20 "case.cu"
static __device__ __forceinline__ void child__thread(const spawn::Thread& spawn_thread, int* d, int n) {
  SPAWN_BUILTINS(spawn_thread);
#line 20 "case.cu"
{ using spawn::in_turn::cudaFree, spawn::in_turn::cudaMalloc;
  int* p = nullptr;
  cudaMalloc(&p, n);
  *taken__thread(spawn_thread, d) += n;
  cudaFree(p);
}
}
// spawnc: child as a guarded branch launches it: the same work, counted and timed.
#line 20 "case.cu"
static __global__ void child__launched(spawn::Ticket spawn_ticket, int* d, int n) {
  child__thread(spawn::CtaScope(spawn_ticket).thread(), d, n);
}
// spawnc: the guarded branch.
#line 20 "case.cu"
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
#line 26 "case.cu"
__global__ void with_barrier(int* d) { using spawn::in_turn::cudaGetDevice, spawn::in_turn::cudaGetDeviceCount;
  __shared__ int devices[32];
  cudaGetDeviceCount(devices + threadIdx.x);
  __syncthreads();
  cudaGetDevice(devices + threadIdx.x);
  d[threadIdx.x] = devices[31 - threadIdx.x];
}
// spawnc: with_barrier for one block, run by one thread: each part between barriers for all threads in turn.
#line 26 "case.cu"
static __device__ __forceinline__ void with_barrier__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 26 "case.cu"
{ using spawn::in_turn::cudaGetDevice, spawn::in_turn::cudaGetDeviceCount;
  int devices[32]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  cudaGetDeviceCount(devices + threadIdx.x);
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  cudaGetDevice(devices + threadIdx.x);
  d[threadIdx.x] = devices[31 - threadIdx.x]; });
}
}
// spawnc: with_barrier as a guarded branch launches it: the same work, counted and timed.
#line 26 "case.cu"
static __global__ void with_barrier__launched(spawn::Ticket spawn_ticket, int* d) {
  const spawn::BlockCtaScope spawn_scope(spawn_ticket);
#line 26 "case.cu"
{ using spawn::in_turn::cudaGetDevice, spawn::in_turn::cudaGetDeviceCount;
  __shared__ int devices[32];
  cudaGetDeviceCount(devices + threadIdx.x);
  __syncthreads();
  cudaGetDevice(devices + threadIdx.x);
  d[threadIdx.x] = devices[31 - threadIdx.x];
}
}
// spawnc: the guarded branch.
#line 26 "case.cu"
static __device__ __forceinline__ void with_barrier__spawn(const spawn::Launch& spawn_launch, int* d) {
  spawn::Ticket spawn_ticket = spawn::should_launch(spawn_launch, spawn::kAll);
  while (spawn_ticket.goes_out())
    if (const spawn::Turn spawn_turn{spawn_launch, spawn_ticket}) {
      with_barrier__launched<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(spawn_ticket, d);
      spawn::launched(spawn_launch, spawn_ticket);
    }
  if (spawn_ticket.is_serial()) spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    with_barrier__block(spawn_block, d);
  });
}
#line 33 "case.cu"
__global__ void __launch_bounds__(1024) parent(int* d, int n) { spawn::StreamOrder spawn_order; using spawn::in_turn::cudaStreamCreateWithFlags;
  cudaStream_t stream;
  CHECK(NEW_STREAM(stream));
  child__spawn(spawn_order.launch(spawn_case_cu[0], devices(), 32, 0, stream), d, n);
  with_barrier__spawn(spawn::launch(spawn_case_cu[1], 1, 32, 0, cudaStreamFireAndForget), d);
  CHECK(spawn::in_turn::cudaStreamDestroy(stream));
  if (cudaPeekAtLastError() != cudaSuccess) d[0] = -1;
}
__global__ void ordered(int* d) { using spawn::in_turn::cudaStreamCreateWithFlags, spawn::in_turn::cudaStreamDestroy;
  cudaStream_t stream;
  if (auto error = [&] { return cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking); }()) d[0] = error;
  for (int i = 0; i < 2; ++i) spawn::in_turn::launch([&] { child<<<1, 32, 0, stream>>>(d, i); });
  cudaStreamDestroy(stream);
}
__global__ void another() { Stream stream; }
void run(int* d) {
  int* p;
  cudaMalloc(&p, 4);
  parent<<<spawn::prepare(1), 32>>>(d, devices());
  ordered<<<1, 32>>>(d);
  another<<<1, 1>>>();
}
// ---- diagnostics
case.cu:36:3: note: launch of 'child' guarded: policy always, in order (the order of the launches into 'stream' is kept at run time) [SP001]
case.cu:37:3: note: launch of 'with_barrier' guarded: policy always, independent (fire-and-forget stream) [SP001]
case.cu:44:31: warning: the stream 'stream' is not made for this launch: the order of its launches can't be kept [SP060]
6 launches: 3 host, 2 guarded, 0 kept, 1 refused
