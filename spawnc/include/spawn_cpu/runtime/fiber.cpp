// Threads of the device as fibers: made with ucontext, switched with the compiler's own setjmp and longjmp.
// swapcontext makes a system call, and AddressSanitizer makes one in each longjmp of the C library: both cost 10
// times as much. A thread that never waits shares its fiber with those before and after it.
#include <sys/mman.h>
#include <ucontext.h>
#include <unistd.h>

#include "state.h"

#ifdef SPAWN_CPU_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace spawn_cpu {
namespace {

constexpr size_t kGuardBytes = 16384;
constexpr size_t kMinStackBytes = 256 * 1024;
constexpr size_t kHostBytesPerDeviceByte = 64;  // frames of host code, unoptimised and checked, are larger

Context home;
void* home_fake_stack = nullptr;
const void* home_stack = nullptr;
size_t home_stack_bytes = 0;
Fiber* running = nullptr;
std::vector<Fiber*> idle;
size_t in_use = 0;

void before_switch([[maybe_unused]] void** fake_stack, [[maybe_unused]] const void* stack,
                   [[maybe_unused]] size_t bytes) {
#ifdef SPAWN_CPU_ASAN
  __sanitizer_start_switch_fiber(fake_stack, stack, bytes);
#endif
}

void after_switch([[maybe_unused]] void* fake_stack, [[maybe_unused]] bool into_fiber) {
#ifdef SPAWN_CPU_ASAN
  __sanitizer_finish_switch_fiber(fake_stack, into_fiber ? &home_stack : nullptr,
                                  into_fiber ? &home_stack_bytes : nullptr);
#endif
}

// The compiler wants the two in functions of their own, of which it may not take registers to be kept (noipa).
[[noreturn]] __attribute__((noipa)) void jump(Context& to) { __builtin_longjmp(to.words, 1); }

__attribute__((noipa)) void leave(Fiber& fiber) {
  before_switch(&fiber.fake_stack, home_stack, home_stack_bytes);
  if (__builtin_setjmp(fiber.context.words) == 0) jump(home);
  after_switch(running->fake_stack, true);
}

// Makes the fiber's first frame; the system call that setcontext makes is for new fibers only.
[[noreturn]] __attribute__((noipa)) void begin(const Fiber& fiber);

void fiber_main() {
  after_switch(nullptr, true);
  for (;;) {
    while (Thread* thread = next_unstarted()) {
      thread->fiber = running;
      begin_thread(*thread);
      current_block()->grid->body->run();
      thread->fiber = nullptr;
      thread_ended(*thread);
    }
    idle.push_back(running);
    --in_use;
    leave(*running);
  }
}

Fiber* make_fiber() {
  const size_t wanted = limit_of(cudaLimitStackSize) * kHostBytesPerDeviceByte;
  const size_t bytes = wanted < kMinStackBytes ? kMinStackBytes : (wanted + 4095) / 4096 * 4096;
  void* memory = mmap(nullptr, bytes + kGuardBytes, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED || mprotect(memory, kGuardBytes, PROT_NONE) != 0)
    fail("memory exhausted: no room for the stack of another thread, %zu are in use", in_use);
  Fiber* fiber = new Fiber;
  fiber->stack = static_cast<char*>(memory) + kGuardBytes;
  fiber->stack_bytes = bytes;
  return fiber;
}

void begin(const Fiber& fiber) {
  ucontext_t context;
  getcontext(&context);
  context.uc_stack.ss_sp = fiber.stack;
  context.uc_stack.ss_size = fiber.stack_bytes;
  context.uc_link = nullptr;
  makecontext(&context, fiber_main, 0);
  setcontext(&context);
  fail("internal: setcontext failed");
}

__attribute__((noipa)) void enter(Fiber& fiber) {
  running = &fiber;
  before_switch(&home_fake_stack, fiber.stack, fiber.stack_bytes);
  if (__builtin_setjmp(home.words) == 0) {
    if (fiber.started) jump(fiber.context);
    fiber.started = true;
    begin(fiber);
  }
  after_switch(home_fake_stack, false);
}

}  // namespace

void run_on_fiber(Thread& thread) {
  Fiber* fiber = thread.fiber;
  if (!fiber) {
    // the thread is the first in the queue: the fiber takes it from there
    fiber = idle.empty() ? make_fiber() : idle.back();
    if (!idle.empty()) idle.pop_back();
    ++in_use;
  }
  enter(*fiber);
}

void suspend() { leave(*running); }

bool in_stack(const Fiber& fiber, const void* address) {
  const char* at = static_cast<const char*>(address);
  return at >= fiber.stack && at < fiber.stack + fiber.stack_bytes;
}

bool in_guard(const Fiber& fiber, const void* address) {
  const char* at = static_cast<const char*>(address);
  return at < fiber.stack && at >= fiber.stack - kGuardBytes;
}

size_t fibers_in_use() { return in_use; }

}  // namespace spawn_cpu
