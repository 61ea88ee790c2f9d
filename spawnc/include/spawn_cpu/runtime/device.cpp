// The device as programs see it: properties, limits, names of errors, the seed of the schedule, the clock.
#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "state.h"

namespace spawn_cpu {
namespace {

// few: grids that fill the device, as the drain of a queue, take long enough
constexpr int kMultiprocessors = 2, kThreadsPerMultiprocessor = 1024, kKilohertz = 1700000;
constexpr int kMaxBlocksPerMultiprocessor = 32;

size_t limits[] = {1024, 1 << 20, 8 << 20, 2, 2048, 128, 0};
uint64_t cycles = 0;

uint64_t& sequence() {
  static uint64_t state = settings().seed * 0x9e3779b97f4a7c15u;
  return state;
}

uint64_t number_from(const char* name, uint64_t otherwise) {
  const char* text = std::getenv(name);
  return text && *text ? std::strtoull(text, nullptr, 10) : otherwise;
}

}  // namespace

const Settings& settings() {
  static const Settings from_environment = {number_from("SPAWN_CPU_SEED", 0),
                                            static_cast<unsigned>(number_from("SPAWN_CPU_TIMEOUT", 0)),
                                            number_from("SPAWN_CPU_MEMORY_MIB", 4096) << 20,
                                            static_cast<int>(number_from("SPAWN_CPU_DRIVER", 13000))};
  return from_environment;
}

uint64_t choose(uint64_t end) {
  // SplitMix64
  uint64_t z = sequence() += 0x9e3779b97f4a7c15u;
  z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
  z = (z ^ z >> 27) * 0x94d049bb133111ebu;
  return (z ^ z >> 31) % end;
}

std::recursive_mutex& machine() {
  static auto* const mutex = new std::recursive_mutex;
  return *mutex;
}

size_t limit_of(cudaLimit limit) { return limits[limit]; }

void pass_cycles(uint64_t count) { cycles += count; }

uint64_t read_cycles() {
  ++visits;
  // with a seed, anything measured is a surprise
  cycles += permutes() ? 1 + choose(2000) : 30;
  spend_patience();
  return cycles;
}
uint64_t read_nanoseconds() {
  return static_cast<uint64_t>(static_cast<double>(read_cycles()) * 1e6 / kKilohertz);
}

void sleep(unsigned nanoseconds) {
  cycles += static_cast<uint64_t>(nanoseconds) * kKilohertz / 1000000;
  let_others_run();
}

cudaError_t kernel_attributes(cudaFuncAttributes* attributes) {
  *attributes = {};
  attributes->maxThreadsPerBlock = 1024;
  attributes->numRegs = 32;
  attributes->ptxVersion = attributes->binaryVersion = 90;
  attributes->maxDynamicSharedSizeBytes = static_cast<int>(kMaxSharedBytes);
  return cudaSuccess;
}

cudaError_t active_blocks(int* blocks, int block_size, size_t shared_bytes) {
  if (block_size <= 0 || block_size > 1024) return set_error(cudaErrorInvalidValue);
  const int by_threads = kThreadsPerMultiprocessor / block_size;
  const int by_shared = static_cast<int>(kMaxSharedBytes / (shared_bytes + 1024));
  *blocks = by_threads < by_shared ? by_threads : by_shared;
  if (*blocks > kMaxBlocksPerMultiprocessor) *blocks = kMaxBlocksPerMultiprocessor;
  return cudaSuccess;
}

}  // namespace spawn_cpu

using namespace spawn_cpu;

cudaError_t cudaGetDeviceCount(int* count) {
  *count = 1;
  return cudaSuccess;
}
cudaError_t cudaGetDevice(int* device) {
  *device = 0;
  return cudaSuccess;
}
cudaError_t cudaSetDevice(int device) {
  return set_error(device == 0 ? cudaSuccess : cudaErrorInvalidDevice);
}
cudaError_t cudaSetDeviceFlags(unsigned) { return cudaSuccess; }
cudaError_t cudaDeviceSetCacheConfig(cudaFuncCache) { return cudaSuccess; }
cudaError_t cudaDeviceSetSharedMemConfig(cudaSharedMemConfig) { return cudaSuccess; }
cudaError_t cudaDeviceReset() { return cudaDeviceSynchronize(); }
cudaError_t cudaDriverGetVersion(int* version) {
  *version = settings().driver_version;
  return cudaSuccess;
}
cudaError_t cudaRuntimeGetVersion(int* version) {
  *version = 13000;
  return cudaSuccess;
}
cudaError_t cudaThreadExchangeStreamCaptureMode(cudaStreamCaptureMode* mode) {
  static thread_local cudaStreamCaptureMode now = cudaStreamCaptureModeGlobal;
  std::swap(now, *mode);
  return cudaSuccess;
}

cudaError_t cudaDeviceSetLimit(cudaLimit limit, size_t value) {
  if (limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize)
    return set_error(cudaErrorInvalidValue);
  // there is no such limit since CDP2 (CUDA C++ Programming Guide, "CDP2 vs CDP1")
  if (limit == cudaLimitDevRuntimeSyncDepth) return set_error(cudaErrorNotSupported);
  limits[limit] = value;
  return cudaSuccess;
}
cudaError_t cudaDeviceGetLimit(size_t* value, cudaLimit limit) {
  if (limit < cudaLimitStackSize || limit > cudaLimitPersistingL2CacheSize)
    return set_error(cudaErrorInvalidValue);
  *value = limits[limit];
  return cudaSuccess;
}

cudaError_t cudaGetDeviceProperties(cudaDeviceProp* properties, int device) {
  if (device != 0) return set_error(cudaErrorInvalidDevice);
  *properties = {};
  std::snprintf(properties->name, sizeof properties->name, "CPU (emulated GPU)");
  properties->totalGlobalMem = settings().memory_bytes;
  properties->sharedMemPerBlock = 48 * 1024;
  properties->sharedMemPerBlockOptin = kMaxSharedBytes;
  properties->sharedMemPerMultiprocessor = 228 * 1024;
  properties->regsPerBlock = properties->regsPerMultiprocessor = 65536;
  properties->warpSize = kWarp;
  properties->memPitch = 0x7fffffff;
  properties->maxThreadsPerBlock = 1024;
  properties->maxThreadsDim[0] = properties->maxThreadsDim[1] = 1024;
  properties->maxThreadsDim[2] = 64;
  properties->maxGridSize[0] = 0x7fffffff;
  properties->maxGridSize[1] = properties->maxGridSize[2] = 65535;
  properties->clockRate = kKilohertz;
  properties->totalConstMem = 65536;
  properties->major = 9;
  properties->multiProcessorCount = kMultiprocessors;
  properties->canMapHostMemory = properties->concurrentKernels = properties->unifiedAddressing = 1;
  properties->managedMemory = properties->concurrentManagedAccess = 1;
  properties->textureAlignment = 512;
  properties->asyncEngineCount = 1;
  properties->memoryClockRate = 2600000;
  properties->memoryBusWidth = 64;
  properties->l2CacheSize = 1 << 20;
  properties->maxThreadsPerMultiProcessor = kThreadsPerMultiprocessor;
  properties->maxBlocksPerMultiProcessor = kMaxBlocksPerMultiprocessor;
  return cudaSuccess;
}

cudaError_t cudaDeviceGetAttribute(int* value, cudaDeviceAttr attribute, int device) {
  cudaDeviceProp p;
  if (const cudaError_t error = cudaGetDeviceProperties(&p, device)) return error;
  switch (attribute) {
    case cudaDevAttrMaxThreadsPerBlock:
      return *value = p.maxThreadsPerBlock, cudaSuccess;
    case cudaDevAttrMaxBlockDimX:
      return *value = p.maxThreadsDim[0], cudaSuccess;
    case cudaDevAttrMaxBlockDimY:
      return *value = p.maxThreadsDim[1], cudaSuccess;
    case cudaDevAttrMaxBlockDimZ:
      return *value = p.maxThreadsDim[2], cudaSuccess;
    case cudaDevAttrMaxGridDimX:
      return *value = p.maxGridSize[0], cudaSuccess;
    case cudaDevAttrMaxGridDimY:
      return *value = p.maxGridSize[1], cudaSuccess;
    case cudaDevAttrMaxGridDimZ:
      return *value = p.maxGridSize[2], cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlock:
      return *value = static_cast<int>(p.sharedMemPerBlock), cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerBlockOptin:
      return *value = static_cast<int>(kMaxSharedBytes), cudaSuccess;
    case cudaDevAttrMaxSharedMemoryPerMultiprocessor:
      return *value = 228 * 1024, cudaSuccess;
    case cudaDevAttrTotalConstantMemory:
      return *value = static_cast<int>(p.totalConstMem), cudaSuccess;
    case cudaDevAttrWarpSize:
      return *value = kWarp, cudaSuccess;
    case cudaDevAttrMaxRegistersPerBlock:
      return *value = p.regsPerBlock, cudaSuccess;
    case cudaDevAttrClockRate:
      return *value = kKilohertz, cudaSuccess;
    case cudaDevAttrMultiProcessorCount:
      return *value = kMultiprocessors, cudaSuccess;
    case cudaDevAttrMaxThreadsPerMultiProcessor:
      return *value = kThreadsPerMultiprocessor, cudaSuccess;
    case cudaDevAttrMaxBlocksPerMultiprocessor:
      return *value = kMaxBlocksPerMultiprocessor, cudaSuccess;
    case cudaDevAttrComputeCapabilityMajor:
      return *value = p.major, cudaSuccess;
    case cudaDevAttrComputeCapabilityMinor:
      return *value = p.minor, cudaSuccess;
    case cudaDevAttrCanMapHostMemory:
    case cudaDevAttrConcurrentKernels:
    case cudaDevAttrUnifiedAddressing:
    case cudaDevAttrManagedMemory:
    case cudaDevAttrConcurrentManagedAccess:
      return *value = 1, cudaSuccess;
    case cudaDevAttrComputeMode:
    case cudaDevAttrIntegrated:
    case cudaDevAttrCooperativeLaunch:
      return *value = 0, cudaSuccess;
  }
  return set_error(cudaErrorInvalidValue);
}

#define SPAWN_CPU_ERRORS(ERROR)                                                                              \
  ERROR(cudaSuccess, "no error")                                                                             \
  ERROR(cudaErrorInvalidValue, "invalid argument")                                                           \
  ERROR(cudaErrorMemoryAllocation, "out of memory")                                                          \
  ERROR(cudaErrorInitializationError, "initialization error")                                                \
  ERROR(cudaErrorInvalidConfiguration, "invalid configuration argument")                                     \
  ERROR(cudaErrorInvalidPitchValue, "invalid pitch argument")                                                \
  ERROR(cudaErrorInvalidSymbol, "invalid device symbol")                                                     \
  ERROR(cudaErrorInvalidHostPointer, "invalid host pointer")                                                 \
  ERROR(cudaErrorInvalidDevicePointer, "invalid device pointer")                                             \
  ERROR(cudaErrorInvalidMemcpyDirection, "invalid copy direction for memcpy")                                \
  ERROR(cudaErrorLaunchMaxDepthExceeded, "launch would exceed maximum depth of nested launches")             \
  ERROR(cudaErrorSyncDepthExceeded, "synchronization depth exceeded")                                        \
  ERROR(cudaErrorLaunchPendingCountExceeded, "launch failed due to insufficient pending launch count")       \
  ERROR(cudaErrorInvalidDeviceFunction, "invalid device function")                                           \
  ERROR(cudaErrorNoDevice, "no CUDA-capable device is detected")                                             \
  ERROR(cudaErrorInvalidDevice, "invalid device ordinal")                                                    \
  ERROR(cudaErrorInvalidResourceHandle, "invalid resource handle")                                           \
  ERROR(cudaErrorNotReady, "device not ready")                                                               \
  ERROR(cudaErrorIllegalAddress, "an illegal memory access was encountered")                                 \
  ERROR(cudaErrorLaunchOutOfResources, "too many resources requested for launch")                            \
  ERROR(cudaErrorLaunchTimeout, "the launch timed out and was terminated")                                   \
  ERROR(cudaErrorHostMemoryAlreadyRegistered, "part or all of the requested memory range is already mapped") \
  ERROR(cudaErrorHostMemoryNotRegistered, "pointer does not correspond to a registered memory region")       \
  ERROR(cudaErrorLaunchFailure, "unspecified launch failure")                                                \
  ERROR(cudaErrorNotPermitted, "operation not permitted")                                                    \
  ERROR(cudaErrorNotSupported, "operation not supported")                                                    \
  ERROR(cudaErrorUnknown, "unknown error")

const char* cudaGetErrorName(cudaError_t error) {
  switch (error) {
#define SPAWN_CPU_NAME(name, text) \
  case name:                       \
    return #name;
    SPAWN_CPU_ERRORS(SPAWN_CPU_NAME)
#undef SPAWN_CPU_NAME
  }
  return "unrecognized error code";
}
const char* cudaGetErrorString(cudaError_t error) {
  switch (error) {
#define SPAWN_CPU_TEXT(name, text) \
  case name:                       \
    return text;
    SPAWN_CPU_ERRORS(SPAWN_CPU_TEXT)
#undef SPAWN_CPU_TEXT
  }
  return "unrecognized error code";
}
