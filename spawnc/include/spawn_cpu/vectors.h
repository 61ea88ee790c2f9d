// The built-in vector types, dim3, and the built-in variables (CUDA C++ Programming Guide, "Built-in Vector
// Types", "Built-in Variables").
#pragma once

#include <cstddef>

#define SPAWN_CPU_VECTORS(name, scalar, align2, align4)                                \
  struct name##1 { scalar x; };                                                        \
  struct alignas(align2) name##2 { scalar x, y; };                                     \
  struct name##3 { scalar x, y, z; };                                                  \
  struct alignas(align4) name##4 { scalar x, y, z, w; };                               \
  constexpr name##1 make_##name##1(scalar x) { return {x}; }                           \
  constexpr name##2 make_##name##2(scalar x, scalar y) { return {x, y}; }              \
  constexpr name##3 make_##name##3(scalar x, scalar y, scalar z) { return {x, y, z}; } \
  constexpr name##4 make_##name##4(scalar x, scalar y, scalar z, scalar w) { return {x, y, z, w}; }

SPAWN_CPU_VECTORS(char, signed char, 2, 4)
SPAWN_CPU_VECTORS(uchar, unsigned char, 2, 4)
SPAWN_CPU_VECTORS(short, short, 4, 8)
SPAWN_CPU_VECTORS(ushort, unsigned short, 4, 8)
SPAWN_CPU_VECTORS(int, int, 8, 16)
SPAWN_CPU_VECTORS(uint, unsigned, 8, 16)
SPAWN_CPU_VECTORS(long, long, 16, 16)
SPAWN_CPU_VECTORS(ulong, unsigned long, 16, 16)
SPAWN_CPU_VECTORS(longlong, long long, 16, 16)
SPAWN_CPU_VECTORS(ulonglong, unsigned long long, 16, 16)
SPAWN_CPU_VECTORS(float, float, 8, 16)
SPAWN_CPU_VECTORS(double, double, 16, 16)
#undef SPAWN_CPU_VECTORS

struct dim3 {
  unsigned x, y, z;
  constexpr dim3(unsigned x = 1, unsigned y = 1, unsigned z = 1) : x(x), y(y), z(z) {}
  constexpr dim3(uint3 v) : x(v.x), y(v.y), z(v.z) {}
  constexpr operator uint3() const { return {x, y, z}; }
};

// Set whenever another thread of the program goes on. Variables, not macros: rewritten code has locals of these
// names.
extern uint3 threadIdx, blockIdx;
extern dim3 blockDim, gridDim;
constexpr int warpSize = 32;
