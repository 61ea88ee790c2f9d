// Intrinsics for bits, conversions, loads and time (CUDA Math API, "Integer Intrinsics", "Type Casting
// Intrinsics"; CUDA C++ Programming Guide, "Time Function", "Nanosleep Function").
#pragma once

#include <cstdint>
#include <cstring>

#include "atomics.h"
#include "block.h"

namespace spawn_cpu {
// A clock that counts events instead of time, so that a run can be repeated.
uint64_t read_cycles();
uint64_t read_nanoseconds();
void sleep(unsigned nanoseconds);
[[noreturn]] void trap(const char* what);
// How far the calling thread's stack has grown at `address`, as a local address that grows downwards.
uint64_t local_address(const void* address);
bool is_shared(const void* address);
bool is_local(const void* address);
uint64_t grid_id();
bool in_device_code();
unsigned thread_rank();  // in its block

template <class To, class From>
To bit_cast(From value) {
  static_assert(sizeof(To) == sizeof(From));
  To result;
  std::memcpy(&result, &value, sizeof result);
  return result;
}
}  // namespace spawn_cpu

inline int __popc(unsigned x) { return __builtin_popcount(x); }
inline int __popcll(unsigned long long x) { return __builtin_popcountll(x); }
inline int __clz(int x) { return x ? __builtin_clz(static_cast<unsigned>(x)) : 32; }
inline int __clzll(long long x) { return x ? __builtin_clzll(static_cast<unsigned long long>(x)) : 64; }
inline int __ffs(int x) { return __builtin_ffs(x); }
inline int __ffsll(long long x) { return __builtin_ffsll(x); }
inline unsigned __brev(unsigned x) {
  unsigned reversed = 0;
  for (int bit = 0; bit < 32; ++bit) reversed = reversed << 1 | (x >> bit & 1);
  return reversed;
}
inline unsigned long long __brevll(unsigned long long x) {
  return static_cast<unsigned long long>(__brev(static_cast<unsigned>(x))) << 32 |
         __brev(static_cast<unsigned>(x >> 32));
}
inline unsigned __byte_perm(unsigned x, unsigned y, unsigned selector) {
  const uint64_t bytes = static_cast<uint64_t>(y) << 32 | x;
  unsigned result = 0;
  for (int i = 0; i < 4; ++i) {
    const unsigned nibble = selector >> 4 * i & 15;
    unsigned byte = static_cast<unsigned>(bytes >> 8 * (nibble & 7)) & 255;
    if (nibble & 8) byte = byte & 128 ? 255 : 0;
    result |= byte << 8 * i;
  }
  return result;
}
inline unsigned __funnelshift_l(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>(((static_cast<uint64_t>(high) << 32 | low) << (shift & 31)) >> 32);
}
inline unsigned __funnelshift_r(unsigned low, unsigned high, unsigned shift) {
  return static_cast<unsigned>((static_cast<uint64_t>(high) << 32 | low) >> (shift & 31));
}
inline int __mul24(int a, int b) { return (a << 8 >> 8) * (b << 8 >> 8); }
inline unsigned __umul24(unsigned a, unsigned b) { return (a & 0xffffff) * (b & 0xffffff); }
inline int __mulhi(int a, int b) { return static_cast<int>(static_cast<int64_t>(a) * b >> 32); }
inline unsigned __umulhi(unsigned a, unsigned b) {
  return static_cast<unsigned>(static_cast<uint64_t>(a) * b >> 32);
}
inline long long __mul64hi(long long a, long long b) {
  return static_cast<long long>(static_cast<__int128>(a) * b >> 64);
}
inline unsigned long long __umul64hi(unsigned long long a, unsigned long long b) {
  return static_cast<unsigned long long>(static_cast<unsigned __int128>(a) * b >> 64);
}
inline int __hadd(int a, int b) { return static_cast<int>((static_cast<int64_t>(a) + b) >> 1); }
inline unsigned __sad(int a, int b, unsigned c) {
  return static_cast<unsigned>(a < b ? static_cast<int64_t>(b) - a : static_cast<int64_t>(a) - b) + c;
}

inline int __float_as_int(float x) { return spawn_cpu::bit_cast<int>(x); }
inline unsigned __float_as_uint(float x) { return spawn_cpu::bit_cast<unsigned>(x); }
inline float __int_as_float(int x) { return spawn_cpu::bit_cast<float>(x); }
inline float __uint_as_float(unsigned x) { return spawn_cpu::bit_cast<float>(x); }
inline long long __double_as_longlong(double x) { return spawn_cpu::bit_cast<long long>(x); }
inline double __longlong_as_double(long long x) { return spawn_cpu::bit_cast<double>(x); }
inline int __double2hiint(double x) { return static_cast<int>(__double_as_longlong(x) >> 32); }
inline int __double2loint(double x) { return static_cast<int>(__double_as_longlong(x)); }
inline double __hiloint2double(int high, int low) {
  return __longlong_as_double(static_cast<long long>(high) << 32 | static_cast<unsigned>(low));
}

#define SPAWN_CPU_LOAD(name) \
  template <class T>         \
  T name(const T* address) { \
    return *address;         \
  }
SPAWN_CPU_LOAD(__ldg)
SPAWN_CPU_LOAD(__ldca)
SPAWN_CPU_LOAD(__ldcg)
SPAWN_CPU_LOAD(__ldcs)
SPAWN_CPU_LOAD(__ldlu)
SPAWN_CPU_LOAD(__ldcv)
#undef SPAWN_CPU_LOAD
#define SPAWN_CPU_STORE(name)                       \
  template <class T>                                \
  void name(T* address, spawn_cpu::Same<T> value) { \
    *address = value;                               \
  }
SPAWN_CPU_STORE(__stwb)
SPAWN_CPU_STORE(__stcg)
SPAWN_CPU_STORE(__stcs)
SPAWN_CPU_STORE(__stwt)
#undef SPAWN_CPU_STORE

inline uint64_t __cvta_generic_to_global(const void* address) { return reinterpret_cast<uint64_t>(address); }
inline uint64_t __cvta_generic_to_local(const void* address) { return spawn_cpu::local_address(address); }
inline unsigned __isShared(const void* address) { return spawn_cpu::is_shared(address); }
inline unsigned __isLocal(const void* address) { return spawn_cpu::is_local(address); }
inline unsigned __isGlobal(const void* address) {
  return !spawn_cpu::is_shared(address) && !spawn_cpu::is_local(address);
}

inline long long clock64() { return static_cast<long long>(spawn_cpu::read_cycles()); }
// `clock()` is the C library's, for host and device.
inline unsigned long long __globaltimer() { return spawn_cpu::read_nanoseconds(); }
inline void __nanosleep(unsigned nanoseconds) { spawn_cpu::sleep(nanoseconds); }
inline void __trap() { spawn_cpu::trap("__trap()"); }
inline void __brkpt() { spawn_cpu::trap("__brkpt()"); }
inline void __prof_trigger(int) {}
