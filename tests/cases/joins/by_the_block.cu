// flags:
namespace work {
__global__ void add(int* d, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += by;
}
}  // namespace work

__global__ void mirror(int* d) {
  __shared__ int row[32];
  row[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = row[31 - threadIdx.x];
}

__global__ void steps(int* d, int n) {
  for (int step = 0; step < 3; ++step) {
    if (threadIdx.x == 0) {
      int by = d[0] % 7;
      work::add<<<(n + 63) / 64, 64>>>(d, n, by);
      cudaDeviceSynchronize();
    }
    __syncthreads();
    d[threadIdx.x] *= 2;
    __syncthreads();
  }
}

// the wait of all threads; no braces
__global__ void wait_of_all(int* d, int n) {
  if (threadIdx.x == 0)
    work::add<<<1, n>>>(d, n, 1);
  cudaDeviceSynchronize();
  __syncthreads();
  d[threadIdx.x] *= 2;
}

// by the launching thread, as before: two launches, a child with barriers, a result used before the barrier
__global__ void not_by_the_block(int* d, int n) {
  if (threadIdx.x == 0) {
    work::add<<<1, n>>>(d, n, 1);
    work::add<<<1, n>>>(d, n, 2);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    mirror<<<1, 32>>>(d);
    cudaDeviceSynchronize();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    work::add<<<1, n>>>(d, n, 1);
    cudaDeviceSynchronize();
    d[1] = d[0];
  }
  __syncthreads();
  d[threadIdx.x] *= 2;
}

// another thread waits for the child before the barrier: the launching thread runs it
__global__ void polls(int* d, volatile int* flag) {
  if (threadIdx.x == 0) {
    work::add<<<1, 1>>>((int*)flag, 1, 1);
    cudaDeviceSynchronize();
  } else {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  d[threadIdx.x] *= 2;
}
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {
    spawn::never(),
    spawn::never(),
    spawn::never(),
    spawn::never(),
    spawn::never(),
    spawn::never(),
    spawn::never(),
};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {
    {"case.cu:20:13", "steps", "work::add"},
    {"case.cu:32:11", "wait_of_all", "work::add"},
    {"case.cu:41:11", "not_by_the_block", "work::add"},
    {"case.cu:42:11", "not_by_the_block", "work::add"},
    {"case.cu:47:5", "not_by_the_block", "mirror"},
    {"case.cu:52:11", "not_by_the_block", "work::add"},
    {"case.cu:63:11", "polls", "work::add"},
});
#line 1 "case.cu"
// flags:
namespace work {
__global__ void add(int* d, int n, int by) {
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += by;
}
// spawnc: add for one thread, whose built-ins are local variables.
#line 3 "case.cu"
static __device__ __forceinline__ void add__thread(const spawn::Thread& spawn_thread, int* d, int n, int by) {
  SPAWN_BUILTINS(spawn_thread);
#line 3 "case.cu"
{
  int i = blockIdx.x * blockDim.x + threadIdx.x;
  if (i < n) d[i] += by;
}
}
// spawnc: add in the place of a launch that is waited for.
#line 3 "case.cu"
static __device__ __forceinline__ void add__join(const spawn::Launch& spawn_launch, int* d, int n, int by) {
  if (!spawn::is_valid(spawn_launch)) {  // the error is CUDA's to report
    add<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(d, n, by);
    return;
  }
  spawn::run_serial(spawn_launch, n, [&](const spawn::Thread& spawn_thread) {
    add__thread(spawn_thread, d, n, by);
  });
}

// spawnc: add as a thread hands it over to its block, which runs it together.
#line 3 "case.cu"
template <typename spawn_source> struct add__joined {
  int* d;
  int n;
  int by;
  __device__ __forceinline__ void operator()(const spawn::Thread& spawn_thread) const {
    add__thread(spawn_thread, d, n, by);
  }
};
#line 3 "case.cu"
static __device__ __forceinline__ void add__join(const spawn::BlockLaunch<add__joined<spawn::ThisSource>>& spawn_launch, int* d, int n, int by) {
  if (spawn::is_valid(spawn_launch))
    spawn_launch.hand_over(n, add__joined<spawn::ThisSource>{d, n, by});
  else  // the error is CUDA's to report
    add<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(d, n, by);
}

#line 7 "case.cu"
}  // namespace work

__global__ void mirror(int* d) {
  __shared__ int row[32];
  row[threadIdx.x] = d[threadIdx.x];
  __syncthreads();
  d[threadIdx.x] = row[31 - threadIdx.x];
}
// spawnc: mirror for one block, run by one thread: each part between barriers for all threads in turn.
#line 9 "case.cu"
static __device__ __forceinline__ void mirror__block(const spawn::Block& spawn_block, int* d) {
  SPAWN_BLOCK_BUILTINS(spawn_block);
#line 9 "case.cu"
{
  int row[32]; spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  row[threadIdx.x] = d[threadIdx.x];
  }); spawn_block.each_thread([&](const spawn::Thread& spawn_thread) { SPAWN_BUILTINS(spawn_thread);
  d[threadIdx.x] = row[31 - threadIdx.x]; });
}
}
// spawnc: mirror in the place of a launch that is waited for.
#line 9 "case.cu"
static __device__ __forceinline__ void mirror__join(const spawn::Launch& spawn_launch, int* d) {
  if (!spawn::is_valid(spawn_launch)) {  // the error is CUDA's to report
    mirror<<<spawn_launch.grid, spawn_launch.block, spawn_launch.shared_bytes, spawn_launch.stream>>>(d);
    return;
  }
  spawn::run_serial_blocks(spawn_launch, [&](const spawn::Block& spawn_block) {
    mirror__block(spawn_block, d);
  });
}

#line 15 "case.cu"

__global__ void __launch_bounds__(1024) steps(int* d, int n) {
  for (int step = 0; step < 3; ++step) {
    { spawn::BlockJoin<::work::add__joined<spawn::ThisSource>> spawn_join; if (threadIdx.x == 0) {
      int by = d[0] % 7;
      work::add__join(spawn_join.launch(spawn_case_cu[0], (n + 63) / 64, 64), d, n, by);
      spawn::joined();
    }
    __syncthreads(); spawn_join.run(); }
    d[threadIdx.x] *= 2;
    __syncthreads();
  }
}

// the wait of all threads; no braces
__global__ void __launch_bounds__(1024) wait_of_all(int* d, int n) {
  { spawn::BlockJoin<::work::add__joined<spawn::ThisSource>> spawn_join; if (threadIdx.x == 0)
    work::add__join(spawn_join.launch(spawn_case_cu[1], 1, n), d, n, 1);
  spawn::joined();
  __syncthreads(); spawn_join.run(); }
  d[threadIdx.x] *= 2;
}

// by the launching thread, as before: two launches, a child with barriers, a result used before the barrier
__global__ void __launch_bounds__(1024) not_by_the_block(int* d, int n) {
  if (threadIdx.x == 0) {
    work::add__join(spawn::launch(spawn_case_cu[2], 1, n), d, n, 1);
    work::add__join(spawn::launch(spawn_case_cu[3], 1, n), d, n, 2);
    spawn::joined();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    mirror__join(spawn::launch(spawn_case_cu[4], 1, 32), d);
    spawn::joined();
  }
  __syncthreads();
  if (threadIdx.x == 0) {
    work::add__join(spawn::launch(spawn_case_cu[5], 1, n), d, n, 1);
    spawn::joined();
    d[1] = d[0];
  }
  __syncthreads();
  d[threadIdx.x] *= 2;
}

// another thread waits for the child before the barrier: the launching thread runs it
__global__ void __launch_bounds__(1024) polls(int* d, volatile int* flag) {
  if (threadIdx.x == 0) {
    work::add__join(spawn::launch(spawn_case_cu[6], 1, 1), (int*)flag, 1, 1);
    spawn::joined();
  } else {
    while (*flag == 0) {
    }
  }
  __syncthreads();
  d[threadIdx.x] *= 2;
}
// ---- diagnostics
case.cu:16:17: note: no host launch of 'steps' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:20:13: note: launch of 'add' guarded: in place, by its whole block (its parent waits for it) [SP001]
case.cu:21:7: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:30:17: note: no host launch of 'wait_of_all' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:32:11: note: launch of 'add' guarded: in place, by its whole block (its parent waits for it) [SP001]
case.cu:33:3: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:39:17: note: no host launch of 'not_by_the_block' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:41:11: note: launch of 'add' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:42:11: note: launch of 'add' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:43:5: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:47:5: note: launch of 'mirror' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:48:5: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:52:11: note: launch of 'add' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:53:5: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:61:17: note: no host launch of 'polls' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:63:11: note: launch of 'add' guarded: in place, by the launching thread (its parent waits for it) [SP001]
case.cu:64:5: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
7 launches: 0 host, 7 guarded, 0 kept, 0 refused
