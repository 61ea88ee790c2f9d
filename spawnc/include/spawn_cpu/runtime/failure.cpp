// The end of a program that went wrong: what happened, and in which kernel, block and thread.
#include <signal.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <new>

#include "state.h"

#ifdef SPAWN_CPU_ASAN
#include <sanitizer/common_interface_defs.h>
#endif

namespace spawn_cpu {
namespace {

constexpr int kExitStopped = 86;    // documented in docs/cpu.md
constexpr int kExitTimedOut = 124;  // as timeout(1) does

// The source line of an address, by addr2line, which comes with the compiler. Empty when it can't be told.
void locate(const void* pc, char* text, size_t size) {
  text[0] = '\0';
  char command[256];
  std::snprintf(command, sizeof command, "addr2line -s -e /proc/%d/exe %p 2>/dev/null", getpid(), pc);
  FILE* pipe = popen(command, "r");
  if (!pipe) return;
  char line[512];
  if (std::fgets(line, sizeof line, pipe) && !std::strchr(line, '?')) {
    line[std::strcspn(line, " \n")] = '\0';
    std::snprintf(text, size, " at %s", line);
  }
  pclose(pipe);
}

void print_where() {
  const Block* block = current_block();
  const Thread* thread = current_thread();
  if (block && !thread)  // between two threads
    for (const Thread& candidate : block->threads)
      if (!candidate.ended) thread = &candidate;
  if (!block || !thread) {
    std::fprintf(stderr, "  in host code\n");
    return;
  }
  char text[512];
  describe(*block, *thread, text, sizeof text);
  std::fprintf(stderr, "  in %s\n", text);
}

[[noreturn]] void end(int code) {
  std::fflush(stderr);
  _exit(code);
}

const void* program_counter(void* context) {
#if defined(__x86_64__)
  return reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  return reinterpret_cast<const void*>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
  (void)context;
  return nullptr;
#endif
}

void on_signal(int signal, siginfo_t* info, void* context) {
  const char* what = "invalid memory access";
  if (signal == SIGFPE) what = "division by zero";
  if (signal == SIGABRT) what = "abort(), perhaps by a failed assert";
  if (signal == SIGILL) what = "illegal instruction";
  const bool overflow = signal == SIGSEGV && on_device() && current_thread()->fiber &&
                        in_guard(*current_thread()->fiber, info->si_addr);
  if (overflow) what = "stack overflow";
  std::fflush(stdout);
  char place[600];
  locate(program_counter(context), place, sizeof place);
  std::fprintf(stderr, "spawn-cpu: error: %s%s\n", what, signal == SIGABRT ? "" : place);
  print_where();
  if (overflow)
    std::fprintf(stderr, "  cudaDeviceSetLimit(cudaLimitStackSize, ...) gives threads a larger stack\n");
  end(kExitStopped);
}

void on_timeout(int, siginfo_t*, void*) {
  std::fprintf(stderr, "spawn-cpu: error: no end after %u s\n", settings().timeout_seconds);
  print_where();
  end(kExitTimedOut);
}

void out_of_memory() {
  if (on_device()) fail("memory exhausted");
  throw std::bad_alloc();
}

void install(int signal, void (*handler)(int, siginfo_t*, void*)) {
  struct sigaction action{};
  action.sa_sigaction = handler;
  action.sa_flags = SA_SIGINFO | SA_ONSTACK;
  sigaction(signal, &action, nullptr);
}

void start_timer(unsigned seconds) {
  install(SIGRTMIN, on_timeout);
  sigevent event{};
  event.sigev_notify = SIGEV_SIGNAL;
  event.sigev_signo = SIGRTMIN;
  timer_t timer;
  itimerspec when{};
  when.it_value.tv_sec = seconds;
  if (timer_create(CLOCK_MONOTONIC, &event, &timer) == 0) timer_settime(timer, 0, &when, nullptr);
}

__attribute__((constructor)) void prepare_for_failures() {
  // a thread whose stack overflowed has none for the handler
  static char stack[128 * 1024];
  stack_t now{};
  sigaltstack(nullptr, &now);
  if (now.ss_flags & SS_DISABLE) {
    stack_t ours{};
    ours.ss_sp = stack;
    ours.ss_size = sizeof stack;
    sigaltstack(&ours, nullptr);
  }
  for (const int signal : {SIGSEGV, SIGBUS, SIGFPE, SIGABRT, SIGILL}) install(signal, on_signal);
  std::set_new_handler(out_of_memory);
  if (settings().timeout_seconds > 0) start_timer(settings().timeout_seconds);
}

}  // namespace

void describe(const Block& block, const Thread& thread, char* text, size_t size) {
  const Configuration& config = block.grid->config;
  std::snprintf(text, size, "kernel %s, block (%u,%u,%u), thread (%u,%u,%u); launched at %s:%d",
                block.grid->kernel, block.index.x, block.index.y, block.index.z, thread.index.x,
                thread.index.y, thread.index.z, config.place.file, config.place.line);
}

void fail(const char* format, ...) {
  std::fflush(stdout);
  std::fputs("spawn-cpu: error: ", stderr);
  va_list arguments;
  va_start(arguments, format);
  std::vfprintf(stderr, format, arguments);
  va_end(arguments);
  std::fputc('\n', stderr);
  print_where();
  end(kExitStopped);
}

void trap(const char* what) { fail("%s", what); }

}  // namespace spawn_cpu

#ifdef SPAWN_CPU_ASAN
namespace {

bool was_reported = false;

void on_death() {
  if (!was_reported) spawn_cpu::print_where();
}

__attribute__((constructor)) void set_death_callback() { __sanitizer_set_death_callback(on_death); }

}  // namespace

extern "C" const char* __asan_default_options() {
  return "exitcode=86:detect_leaks=0:detect_odr_violation=0:detect_stack_use_after_return=0:handle_abort=0:"
         "alloc_dealloc_mismatch=0:"
         "allocator_may_return_null=1:print_legend=0:print_summary=0";
}

extern "C" void __asan_on_error() {
  was_reported = true;
  std::fflush(stdout);
  std::fputs("spawn-cpu: error: memory error, described below\n", stderr);
  spawn_cpu::print_where();
  std::fflush(stderr);
}
#endif
