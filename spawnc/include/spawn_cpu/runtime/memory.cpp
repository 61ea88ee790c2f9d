// Device, managed and pinned memory, and copies.
#include <cstdlib>
#include <cstring>
#include <map>

#include "state.h"

#ifdef SPAWN_CPU_ASAN
#include <sanitizer/asan_interface.h>
#endif

namespace spawn_cpu {
namespace {

// Above, opening and closing all of it at each launch would take long.
constexpr size_t kMaxClosedBytes = size_t{64} << 20;

struct Allocation {
  size_t bytes;
  cudaMemoryType type;
  bool is_ours;  // not registered by cudaHostRegister
};
using Allocations = std::map<const char*, Allocation>;

Allocations& allocations() {
  static auto* const all = new Allocations;
  return *all;
}
size_t device_bytes = 0;
int users = 0;           // scopes that have device memory open
bool is_closed = false;  // what was allocated before is closed

bool is_on_device(cudaMemoryType type) { return type != cudaMemoryTypeHost; }

void close([[maybe_unused]] const char* address, [[maybe_unused]] const Allocation& allocation) {
#ifdef SPAWN_CPU_ASAN
  if (allocation.type == cudaMemoryTypeDevice) __asan_poison_memory_region(address, allocation.bytes);
#endif
}

void open([[maybe_unused]] const char* address, [[maybe_unused]] const Allocation& allocation) {
#ifdef SPAWN_CPU_ASAN
  if (allocation.type == cudaMemoryTypeDevice) __asan_unpoison_memory_region(address, allocation.bytes);
#endif
}

Allocations::iterator find(const void* pointer) {
  const char* address = static_cast<const char*>(pointer);
  auto next = allocations().upper_bound(address);
  if (next == allocations().begin()) return allocations().end();
  --next;
  return address < next->first + next->second.bytes || address == next->first ? next : allocations().end();
}

cudaError_t submit_operation(cudaStream_t stream, std::function<void()> operation, bool wait) {
  const auto task = std::make_shared<Task>();
  task->operation = std::move(operation);
  if (on_device()) return set_error(submit_from_device(stream, task));
  const cudaError_t error = submit_from_host(stream, task);
  if (error == cudaSuccess && wait) run_until([&] { return task->done; });
  return set_error(error);
}

cudaError_t copy(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width, size_t height,
                 cudaMemcpyKind kind, cudaStream_t stream, bool wait) {
  const Lock lock(machine());
  if (kind < cudaMemcpyHostToHost || kind > cudaMemcpyDefault)
    return set_error(cudaErrorInvalidMemcpyDirection);
  if (width == 0 || height == 0) return cudaSuccess;
  if (!fits(to, to_pitch * (height - 1) + width) || !fits(from, from_pitch * (height - 1) + width))
    return set_error(cudaErrorInvalidValue);
  const auto operation = [=] {
    for (size_t row = 0; row < height; ++row)
      std::memmove(static_cast<char*>(to) + row * to_pitch, static_cast<const char*>(from) + row * from_pitch,
                   width);
  };
  // pageable memory is the caller's again when the call returns
  return submit_operation(stream, operation, wait || !is_registered(to) || !is_registered(from));
}

cudaError_t set(void* pointer, size_t pitch, int value, size_t width, size_t height, cudaStream_t stream) {
  const Lock lock(machine());
  if (width == 0 || height == 0) return cudaSuccess;
  if (!fits(pointer, pitch * (height - 1) + width)) return set_error(cudaErrorInvalidValue);
  const auto operation = [=] {
    for (size_t row = 0; row < height; ++row)
      std::memset(static_cast<char*>(pointer) + row * pitch, value, width);
  };
  return submit_operation(stream, operation, false);
}

cudaError_t release(void* pointer, bool on_host) {
  if (!pointer) return cudaSuccess;
  const Lock lock(machine());
  if (!on_device()) cudaDeviceSynchronize();
  const auto found = allocations().find(static_cast<const char*>(pointer));
  if (found == allocations().end() || !found->second.is_ours || is_on_device(found->second.type) == on_host)
    return set_error(cudaErrorInvalidValue);
  if (is_on_device(found->second.type)) device_bytes -= found->second.bytes;
  open(found->first, found->second);
  allocations().erase(found);
  std::free(pointer);
  return cudaSuccess;
}

}  // namespace

bool is_registered(const void* pointer) { return find(pointer) != allocations().end(); }

bool fits(const void* pointer, size_t bytes) {
  const auto found = find(pointer);
  if (found == allocations().end()) return pointer != nullptr || bytes == 0;
  return static_cast<const char*>(pointer) + bytes <= found->first + found->second.bytes;
}

bool take_device_memory(size_t bytes) {
  if (bytes > settings().memory_bytes - device_bytes) return false;
  device_bytes += bytes;
  return true;
}

void give_device_memory(size_t bytes) { device_bytes -= bytes; }

cudaError_t allocate(void** pointer, size_t bytes, cudaMemoryType type) {
  constexpr size_t kAlignment = 256;
  const Lock lock(machine());
  *pointer = nullptr;
  if (bytes == 0) return cudaSuccess;
  if (is_on_device(type) && bytes > settings().memory_bytes - device_bytes)
    return set_error(cudaErrorMemoryAllocation);
  if (posix_memalign(pointer, kAlignment, bytes) != 0) return set_error(cudaErrorMemoryAllocation);
  // what nobody wrote differs from run to run on a GPU; here it differs from seed to seed
  std::memset(*pointer, static_cast<int>(0xcd ^ (settings().seed & 0xff)), bytes);
  if (is_on_device(type)) device_bytes += bytes;
  const Allocation allocation = {bytes, type, true};
  allocations()[static_cast<const char*>(*pointer)] = allocation;
  if (users == 0 && device_bytes <= kMaxClosedBytes) {
    close(static_cast<const char*>(*pointer), allocation);
    is_closed = true;
  }
  return cudaSuccess;
}

DeviceMemoryScope::DeviceMemoryScope() {
  if (users++ > 0 || !is_closed) return;
  for (const auto& [address, allocation] : allocations()) open(address, allocation);
  is_closed = false;
}

DeviceMemoryScope::~DeviceMemoryScope() {
  if (--users > 0 || device_bytes > kMaxClosedBytes) return;
  for (const auto& [address, allocation] : allocations()) close(address, allocation);
  is_closed = true;
}

cudaError_t device_pointer_of(void** device, void* host) {
  const Lock lock(machine());
  *device = host;
  return is_registered(host) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

}  // namespace spawn_cpu

using namespace spawn_cpu;

cudaError_t cudaFree(void* pointer) { return release(pointer, false); }
cudaError_t cudaFreeHost(void* pointer) { return release(pointer, true); }
cudaError_t cudaFreeAsync(void* pointer, cudaStream_t stream) {
  const cudaError_t error = cudaStreamSynchronize(stream);
  return error ? error : cudaFree(pointer);
}

cudaError_t cudaHostRegister(void* pointer, size_t bytes, unsigned) {
  const Lock lock(machine());
  if (!pointer || bytes == 0) return set_error(cudaErrorInvalidValue);
  if (is_registered(pointer)) return set_error(cudaErrorHostMemoryAlreadyRegistered);
  allocations()[static_cast<const char*>(pointer)] = {bytes, cudaMemoryTypeHost, false};
  return cudaSuccess;
}
cudaError_t cudaHostUnregister(void* pointer) {
  const Lock lock(machine());
  cudaDeviceSynchronize();
  const auto found = allocations().find(static_cast<const char*>(pointer));
  if (found == allocations().end() || found->second.is_ours)
    return set_error(cudaErrorHostMemoryNotRegistered);
  allocations().erase(found);
  return cudaSuccess;
}

cudaError_t cudaMemGetInfo(size_t* free_bytes, size_t* total_bytes) {
  *total_bytes = settings().memory_bytes;
  *free_bytes = settings().memory_bytes - device_bytes;
  return cudaSuccess;
}

cudaError_t cudaMemcpy(void* to, const void* from, size_t bytes, cudaMemcpyKind kind) {
  return copy(to, bytes, from, bytes, bytes, 1, kind, nullptr, true);
}
cudaError_t cudaMemcpyAsync(void* to, const void* from, size_t bytes, cudaMemcpyKind kind,
                            cudaStream_t stream) {
  return copy(to, bytes, from, bytes, bytes, 1, kind, stream, false);
}
cudaError_t cudaMemcpyPeer(void* to, int, const void* from, int, size_t bytes) {
  return cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToDevice);
}
cudaError_t cudaMemcpy2D(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                         size_t height, cudaMemcpyKind kind) {
  return copy(to, to_pitch, from, from_pitch, width, height, kind, nullptr, true);
}
cudaError_t cudaMemcpy2DAsync(void* to, size_t to_pitch, const void* from, size_t from_pitch, size_t width,
                              size_t height, cudaMemcpyKind kind, cudaStream_t stream) {
  return copy(to, to_pitch, from, from_pitch, width, height, kind, stream, false);
}

cudaError_t cudaMemset(void* pointer, int value, size_t bytes) {
  return set(pointer, bytes, value, bytes, 1, nullptr);
}
cudaError_t cudaMemsetAsync(void* pointer, int value, size_t bytes, cudaStream_t stream) {
  return set(pointer, bytes, value, bytes, 1, stream);
}
cudaError_t cudaMemset2D(void* pointer, size_t pitch, int value, size_t width, size_t height) {
  return set(pointer, pitch, value, width, height, nullptr);
}

cudaError_t cudaMemPrefetchAsync(const void* pointer, size_t bytes, int, cudaStream_t) {
  return fits(pointer, bytes) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}
cudaError_t cudaMemAdvise(const void* pointer, size_t bytes, cudaMemoryAdvise, int) {
  return fits(pointer, bytes) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaPointerGetAttributes(cudaPointerAttributes* attributes, const void* pointer) {
  const Lock lock(machine());
  const auto found = find(pointer);
  const bool known = found != allocations().end();
  void* address = const_cast<void*>(pointer);
  *attributes = {};
  attributes->type = known ? found->second.type : cudaMemoryTypeUnregistered;
  attributes->devicePointer = known ? address : nullptr;
  attributes->hostPointer = attributes->type == cudaMemoryTypeDevice ? nullptr : address;
  return cudaSuccess;
}
