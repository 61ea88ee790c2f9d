// Shared memory: one set of objects, which belongs to the block that is under way; the others' are put aside.
#ifdef SPAWN_CPU_ASAN
#include <sanitizer/asan_interface.h>
#endif

#include <algorithm>
#include <cstring>

#include "state.h"

extern "C" {
// Every `extern __shared__` array is this one.
alignas(1024) char spawn_cpu_dynamic_shared[spawn_cpu::kMaxSharedBytes + 1024];
}

namespace spawn_cpu {
namespace {

struct Object {
  char* address;
  size_t bytes;
};
std::vector<Object>& objects() {
  static auto* const all = new std::vector<Object>;
  return *all;
}

void limit_dynamic([[maybe_unused]] size_t bytes) {
#ifdef SPAWN_CPU_ASAN
  static size_t now = 0;
  static bool is_limited = false;
  if (is_limited && now == bytes) return;
  __asan_unpoison_memory_region(spawn_cpu_dynamic_shared, bytes);
  __asan_poison_memory_region(spawn_cpu_dynamic_shared + bytes, sizeof spawn_cpu_dynamic_shared - bytes);
  now = bytes;
  is_limited = true;
#endif
}

template <class Visit>
void each_object(const Block& block, Visit&& visit) {
  visit(Object{spawn_cpu_dynamic_shared, block.grid->config.shared_bytes});
  for (const Object& object : objects()) visit(object);
}

}  // namespace

void SharedObject::add(char* address, size_t bytes) {
  ++visits;
  objects().push_back({address, bytes});
}

DynamicShared dynamic_shared() { return {spawn_cpu_dynamic_shared}; }

void enter_shared(Block& block) {
  limit_dynamic(block.grid->config.shared_bytes);
  size_t at = 0;
  each_object(block, [&](const Object& object) {
    // an object that was not there when the block was left: there are none after it that were
    if (at == block.saved_shared.size()) return;
    std::memcpy(object.address, block.saved_shared.data() + at, object.bytes);
    at += object.bytes;
  });
  block.saved_shared.clear();
}

void leave_shared(Block& block) {
  size_t bytes = 0;
  each_object(block, [&](const Object& object) { bytes += object.bytes; });
  block.saved_shared.resize(bytes);
  // memcpy: memmove, which inserting them calls, goes byte by byte in AddressSanitizer
  char* to = block.saved_shared.data();
  each_object(block, [&](const Object& object) {
    std::memcpy(to, object.address, object.bytes);
    to += object.bytes;
  });
}

bool is_shared(const void* pointer) {
  const char* address = static_cast<const char*>(pointer);
  const auto holds = [&](const Object& object) {
    return address >= object.address && address < object.address + object.bytes;
  };
  return holds({spawn_cpu_dynamic_shared, sizeof spawn_cpu_dynamic_shared}) ||
         std::any_of(objects().begin(), objects().end(), holds);
}

bool is_local(const void* address) {
  return on_device() && current_thread()->fiber && in_stack(*current_thread()->fiber, address);
}

void check_atomic(const void* address) {
  if (is_local(address))
    fail("atomic function on local memory, which has none: on a GPU, this is an illegal address");
}

uint64_t local_address(const void* address) {
  // what a GPU shows: stacks grow down from here, in frames that are smaller than the host's
  constexpr uint64_t kTop = 0xfffdc0, kHostBytesPerByte = 16;
  if (!is_local(address)) return reinterpret_cast<uint64_t>(address);
  const Fiber& fiber = *current_thread()->fiber;
  const auto depth =
      static_cast<uint64_t>(fiber.stack + fiber.stack_bytes - static_cast<const char*>(address));
  return kTop - depth / kHostBytesPerByte;
}

}  // namespace spawn_cpu
