// Atomic functions and memory fences (CUDA C++ Programming Guide, "Atomic Functions", "Memory Fence Functions").
//
// Device code runs on one core and changes threads only inside the functions of this backend, so a plain
// read-modify-write is atomic among the threads of the device.
#pragma once

#include <cstdint>
#include <type_traits>

namespace spawn_cpu {

// Calls left until the running thread lets others run: a thread that spins on an atomic must not keep the thread
// that it waits for from running.
extern int patience;
void let_others_run();
inline void spend_patience() {
  if (--patience <= 0) let_others_run();
}

// Ends the program when a thread of the device uses an atomic function on its local memory.
void check_atomic(const void* address);

template <class T, class Change>
T change(T* address, Change&& next) {
  check_atomic(address);
  spend_patience();
  const T old = *const_cast<volatile T*>(address);
  *const_cast<volatile T*>(address) = next(old);
  return old;
}

template <class T>
using Same = std::common_type_t<T>;

template <class T>
T compare_and_swap(T* address, T expected, T desired) {
  return change(address,
                [&](T old) { return __builtin_memcmp(&old, &expected, sizeof(T)) == 0 ? desired : old; });
}

}  // namespace spawn_cpu

#define SPAWN_CPU_ATOMIC(name, next)                                   \
  template <class T>                                                   \
  T name(T* address, spawn_cpu::Same<T> value) {                       \
    return spawn_cpu::change(address, [&](T old) { return T(next); }); \
  }                                                                    \
  template <class T>                                                   \
  T name##_block(T* address, spawn_cpu::Same<T> value) {               \
    return name(address, value);                                       \
  }                                                                    \
  template <class T>                                                   \
  T name##_system(T* address, spawn_cpu::Same<T> value) {              \
    return name(address, value);                                       \
  }
SPAWN_CPU_ATOMIC(atomicAdd, old + value)
SPAWN_CPU_ATOMIC(atomicSub, old - value)
SPAWN_CPU_ATOMIC(atomicExch, ((void)old, value))
SPAWN_CPU_ATOMIC(atomicMin, value < old ? value : old)
SPAWN_CPU_ATOMIC(atomicMax, old < value ? value : old)
SPAWN_CPU_ATOMIC(atomicAnd, old& value)
SPAWN_CPU_ATOMIC(atomicOr, old | value)
SPAWN_CPU_ATOMIC(atomicXor, old ^ value)
SPAWN_CPU_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
SPAWN_CPU_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
#undef SPAWN_CPU_ATOMIC

template <class T>
T atomicCAS(T* address, spawn_cpu::Same<T> expected, spawn_cpu::Same<T> desired) {
  return spawn_cpu::compare_and_swap<T>(address, expected, desired);
}
template <class T>
T atomicCAS_block(T* address, spawn_cpu::Same<T> expected, spawn_cpu::Same<T> desired) {
  return spawn_cpu::compare_and_swap<T>(address, expected, desired);
}
template <class T>
T atomicCAS_system(T* address, spawn_cpu::Same<T> expected, spawn_cpu::Same<T> desired) {
  return spawn_cpu::compare_and_swap<T>(address, expected, desired);
}

inline void __threadfence() { spawn_cpu::spend_patience(); }
inline void __threadfence_block() { spawn_cpu::spend_patience(); }
inline void __threadfence_system() { spawn_cpu::spend_patience(); }
