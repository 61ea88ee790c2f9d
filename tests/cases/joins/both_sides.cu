// flags: -gencode arch=compute_90,code=sm_90
__global__ void leaf(int* d) { d[threadIdx.x] += 1; }

static __host__ __device__ void fence() {
#ifdef __CUDA_ARCH__
  cudaDeviceSynchronize();
#else
  cudaDeviceSynchronize();
#endif
}

__global__ void parent(int* d) {
  leaf<<<1, 32>>>(d);
  fence();
  d[1] = d[0];
}

int main() { fence(); }
// ---- output
#include <spawn/spawn.cuh>
// spawnc: the guarded launches of this file, as the runtime knows them.
static __device__ spawn::Site spawn_case_cu[] = {spawn::never()};
static const spawn::SiteTable spawn_case_cu_table(spawn_case_cu, {{"case.cu:13:3", "parent", "leaf"}});
#line 1 "case.cu"
// flags: -gencode arch=compute_90,code=sm_90
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

static __host__ __device__ void fence() {
#ifdef __CUDA_ARCH__
  spawn::joined();
#else
  cudaDeviceSynchronize();
#endif
}

__global__ void __launch_bounds__(1024) parent(int* d) {
  leaf__join(spawn::launch(spawn_case_cu[0], 1, 32), d);
  fence();
  d[1] = d[0];
}

int main() { fence(); }
// ---- diagnostics
case.cu:6:3: note: cudaDeviceSynchronize() in device code is over when it begins: the children run in place [SP074]
case.cu:12:17: note: no host launch of 'parent' in the rewritten files: SPAWN_* environment variables are not read for it [SP071]
case.cu:13:3: note: launch of 'leaf' guarded: in place, by the launching thread (its parent waits for it) [SP001]
1 launch: 0 host, 1 guarded, 0 kept, 0 refused
