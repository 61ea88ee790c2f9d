// flags:
#include <cstdio>
#define CHECK(call) \
  if ((call) != cudaSuccess) return 1
#define DEPTH(n) cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, n)

int main() {
  CHECK(cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4));
  CHECK(::cudaDeviceSetLimit((cudaLimit)cudaLimitDevRuntimeSyncDepth, 8));
  CHECK(DEPTH(16));
  size_t depth = 0;
  CHECK(cudaDeviceGetLimit(&depth, cudaLimitDevRuntimeSyncDepth));
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  printf("%zu\n", depth);  // cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4)
}
// ---- output
#include <spawn/spawn.cuh>
#line 1 "case.cu"
// flags:
#include <cstdio>
#define CHECK(call) \
  if ((call) != cudaSuccess) return 1
#define DEPTH(n) spawn::set_limit(cudaLimitDevRuntimeSyncDepth, n)

int main() {
  CHECK(spawn::set_limit(cudaLimitDevRuntimeSyncDepth, 4));
  CHECK(::spawn::set_limit((cudaLimit)cudaLimitDevRuntimeSyncDepth, 8));
  CHECK(DEPTH(16));
  size_t depth = 0;
  CHECK(spawn::get_limit(&depth, cudaLimitDevRuntimeSyncDepth));
  CHECK(cudaDeviceSetLimit(cudaLimitStackSize, 4096));
  printf("%zu\n", depth);  // cudaDeviceSetLimit(cudaLimitDevRuntimeSyncDepth, 4)
}
// ---- diagnostics
case.cu:5:18: note: cudaDeviceSetLimit() with cudaLimitDevRuntimeSyncDepth succeeds and does nothing [SP075]
case.cu:8:9: note: cudaDeviceSetLimit() with cudaLimitDevRuntimeSyncDepth succeeds and does nothing [SP075]
case.cu:9:11: note: cudaDeviceSetLimit() with cudaLimitDevRuntimeSyncDepth succeeds and does nothing [SP075]
case.cu:12:9: note: cudaDeviceGetLimit() with cudaLimitDevRuntimeSyncDepth succeeds and does nothing [SP075]
0 launches: 0 host, 0 guarded, 0 kept, 0 refused
