// Progress for threads that wait for others in a loop which calls nothing, as for a volatile flag. Threads of a GPU
// go on independently (CUDA C++ Programming Guide, "Independent Thread Scheduling"); here, one that has had the
// processor for long is made to give way, from the handler of a timer that counts processor time.
#include <signal.h>
#include <ucontext.h>

#include <ctime>

#include "state.h"

extern "C" char __executable_start, etext;

namespace spawn_cpu {

uint64_t visits = 0;

namespace {

constexpr long kTickNanoseconds = 250'000'000;

timer_t timer;
bool has_timer = false;

// The program's own code. Elsewhere, in printf or malloc, the thread may hold a lock.
bool is_in_program([[maybe_unused]] void* context) {
#if defined(__x86_64__)
  const auto at = static_cast<uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.gregs[REG_RIP]);
#elif defined(__aarch64__)
  const auto at = static_cast<uintptr_t>(static_cast<ucontext_t*>(context)->uc_mcontext.pc);
#else
  const uintptr_t at = 0;
#endif
  return at >= reinterpret_cast<uintptr_t>(&__executable_start) && at < reinterpret_cast<uintptr_t>(&etext);
}

void on_tick(int, siginfo_t*, void* context) {
  static uint64_t seen = 0;
  // a visit since the last tick, and the thread may be in the middle of the next one
  const bool is_alone = visits == seen;
  seen = visits;
  if (is_alone && on_device() && is_local(__builtin_frame_address(0)) && is_in_program(context))
    let_others_run();
}

void set_timer(long nanoseconds) {
  itimerspec when{};
  when.it_value.tv_nsec = when.it_interval.tv_nsec = nanoseconds;
  timer_settime(timer, 0, &when, nullptr);
}

}  // namespace

PreemptionScope::PreemptionScope() {
  if (!has_timer) {
    // switching threads in the handler leaves it for a while: it must not stay blocked
    struct sigaction action{};
    action.sa_sigaction = on_tick;
    action.sa_flags = SA_SIGINFO | SA_NODEFER | SA_RESTART;
    sigaction(SIGRTMIN + 1, &action, nullptr);
    sigevent event{};
    event.sigev_notify = SIGEV_SIGNAL;
    event.sigev_signo = SIGRTMIN + 1;
    has_timer = timer_create(CLOCK_PROCESS_CPUTIME_ID, &event, &timer) == 0;
  }
  if (has_timer) set_timer(kTickNanoseconds);
}

PreemptionScope::~PreemptionScope() {
  if (has_timer) set_timer(0);
}

}  // namespace spawn_cpu
