// Atomic functions in the body of a block that one thread runs: its shared variables are locals of that thread.
//
// Local memory has no atomics: on a GPU, one there ends the kernel with an illegal address. No other thread can see
// it either, so a plain read-modify-write is as good (CUDA C++ Programming Guide, "Atomic Functions").
#pragma once

#include <cuda_runtime.h>

#include <type_traits>

namespace spawn {
namespace detail {

// Not deduced: as in CUDA's overloads, the pointer decides, and the value is converted.
template <typename T>
struct AsPointed {
  using Type = T;
};

// The same address, of which the compiler knows nothing more: it warns of an atomic on a local variable even where
// the branch to it is not taken.
template <typename T>
__device__ __forceinline__ T* elsewhere(T* address) {
#ifndef SPAWN_CPU
  asm("" : "+l"(address));
#endif
  return address;
}

template <typename T, typename Next>
__device__ __forceinline__ T exchange_locally(T* address, Next&& next) {
  const T old = *address;
  *address = next(old);
  return old;
}

// Signed numbers wrap around, as they do in the atomic functions.
template <typename T>
__device__ __forceinline__ T wrapping_sum(T a, T b) {
  if constexpr (std::is_integral_v<T>)
    return static_cast<T>(static_cast<unsigned long long>(a) + static_cast<unsigned long long>(b));
  else
    return a + b;
}

template <typename T>
__device__ __forceinline__ T wrapping_difference(T a, T b) {
  return static_cast<T>(static_cast<unsigned long long>(a) - static_cast<unsigned long long>(b));
}

}  // namespace detail

// Function templates, which a using-declaration brings into a body: lambdas need not capture them, and where an
// argument is of class type (__half, float2), CUDA's own overload is found as well, and is the better match.
namespace atomics {

#define SPAWN_ATOMIC_IN(name, next)                                                                  \
  template <typename T>                                                                              \
  __device__ __forceinline__ T name(T* address, typename detail::AsPointed<T>::Type value) {         \
    if constexpr (std::is_arithmetic_v<T>)                                                           \
      if (__isLocal(address))                                                                        \
        return detail::exchange_locally(address, [&]([[maybe_unused]] T old) -> T { return next; }); \
    return ::name(detail::elsewhere(address), value);                                                \
  }
#define SPAWN_ATOMIC(name, next)      \
  SPAWN_ATOMIC_IN(name, next)         \
  SPAWN_ATOMIC_IN(name##_block, next) \
  SPAWN_ATOMIC_IN(name##_system, next)
SPAWN_ATOMIC(atomicAdd, detail::wrapping_sum(old, value))
SPAWN_ATOMIC(atomicSub, detail::wrapping_difference(old, value))
SPAWN_ATOMIC(atomicExch, value)
SPAWN_ATOMIC(atomicMin, value < old ? value : old)
SPAWN_ATOMIC(atomicMax, old < value ? value : old)
SPAWN_ATOMIC(atomicInc, old >= value ? 0 : old + 1)
SPAWN_ATOMIC(atomicDec, old == 0 || old > value ? value : old - 1)
SPAWN_ATOMIC(atomicAnd, old& value)
SPAWN_ATOMIC(atomicOr, old | value)
SPAWN_ATOMIC(atomicXor, old ^ value)
#undef SPAWN_ATOMIC
#undef SPAWN_ATOMIC_IN

#define SPAWN_ATOMIC_CAS(name)                                                                            \
  template <typename T>                                                                                   \
  __device__ __forceinline__ T name(T* address, typename detail::AsPointed<T>::Type expected,             \
                                    typename detail::AsPointed<T>::Type desired) {                        \
    if constexpr (std::is_arithmetic_v<T>)                                                                \
      if (__isLocal(address))                                                                             \
        return detail::exchange_locally(address, [&](T old) { return old == expected ? desired : old; }); \
    return ::name(detail::elsewhere(address), expected, desired);                                         \
  }
SPAWN_ATOMIC_CAS(atomicCAS)
SPAWN_ATOMIC_CAS(atomicCAS_block)
SPAWN_ATOMIC_CAS(atomicCAS_system)
#undef SPAWN_ATOMIC_CAS

}  // namespace atomics

// In a block's body, these hide CUDA's functions of the same names.
#define SPAWN_USING_ATOMIC(name)      \
  using spawn::atomics::name;         \
  using spawn::atomics::name##_block; \
  using spawn::atomics::name##_system
#define SPAWN_BLOCK_ATOMICS       \
  SPAWN_USING_ATOMIC(atomicAdd);  \
  SPAWN_USING_ATOMIC(atomicSub);  \
  SPAWN_USING_ATOMIC(atomicExch); \
  SPAWN_USING_ATOMIC(atomicMin);  \
  SPAWN_USING_ATOMIC(atomicMax);  \
  SPAWN_USING_ATOMIC(atomicInc);  \
  SPAWN_USING_ATOMIC(atomicDec);  \
  SPAWN_USING_ATOMIC(atomicCAS);  \
  SPAWN_USING_ATOMIC(atomicAnd);  \
  SPAWN_USING_ATOMIC(atomicOr);   \
  SPAWN_USING_ATOMIC(atomicXor)

}  // namespace spawn
