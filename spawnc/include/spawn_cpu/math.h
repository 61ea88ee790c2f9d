// Math functions that C++ does not have, and fast intrinsics, computed as the plain functions are (CUDA Math API).
#pragma once

#include <math.h>

#include <cmath>
#include <cstdlib>

// std::min and std::max exist for equal types only; these are CUDA's.
#define SPAWN_CPU_MIN_MAX(type)                                \
  constexpr type min(type a, type b) { return b < a ? b : a; } \
  constexpr type max(type a, type b) { return a < b ? b : a; }
SPAWN_CPU_MIN_MAX(int)
SPAWN_CPU_MIN_MAX(unsigned)
SPAWN_CPU_MIN_MAX(long)
SPAWN_CPU_MIN_MAX(unsigned long)
SPAWN_CPU_MIN_MAX(long long)
SPAWN_CPU_MIN_MAX(unsigned long long)
#undef SPAWN_CPU_MIN_MAX
constexpr unsigned min(unsigned a, int b) { return min(a, static_cast<unsigned>(b)); }
constexpr unsigned min(int a, unsigned b) { return min(static_cast<unsigned>(a), b); }
constexpr unsigned max(unsigned a, int b) { return max(a, static_cast<unsigned>(b)); }
constexpr unsigned max(int a, unsigned b) { return max(static_cast<unsigned>(a), b); }
inline float min(float a, float b) { return std::fmin(a, b); }
inline float max(float a, float b) { return std::fmax(a, b); }
inline double min(double a, double b) { return std::fmin(a, b); }
inline double max(double a, double b) { return std::fmax(a, b); }
inline double min(float a, double b) { return std::fmin(a, b); }
inline double max(float a, double b) { return std::fmax(a, b); }
inline double min(double a, float b) { return std::fmin(a, b); }
inline double max(double a, float b) { return std::fmax(a, b); }

inline double rsqrt(double x) { return 1 / std::sqrt(x); }
inline float rsqrtf(float x) { return 1 / std::sqrt(x); }
inline double rcbrt(double x) { return 1 / std::cbrt(x); }
inline float rcbrtf(float x) { return 1 / std::cbrt(x); }
inline double sinpi(double x) { return std::sin(M_PI * x); }
inline double cospi(double x) { return std::cos(M_PI * x); }
inline float sinpif(float x) { return static_cast<float>(sinpi(x)); }
inline float cospif(float x) { return static_cast<float>(cospi(x)); }
inline void sincospi(double x, double* sine, double* cosine) { *sine = sinpi(x), *cosine = cospi(x); }
inline void sincospif(float x, float* sine, float* cosine) { *sine = sinpif(x), *cosine = cospif(x); }
inline double normcdf(double x) { return std::erfc(-x * M_SQRT1_2) / 2; }
inline float normcdff(float x) { return static_cast<float>(normcdf(x)); }
inline double norm3d(double a, double b, double c) { return std::sqrt(a * a + b * b + c * c); }
inline float norm3df(float a, float b, float c) { return std::sqrt(a * a + b * b + c * c); }
inline double rnorm3d(double a, double b, double c) { return 1 / norm3d(a, b, c); }
inline float rnorm3df(float a, float b, float c) { return 1 / norm3df(a, b, c); }
inline double rhypot(double a, double b) { return 1 / std::hypot(a, b); }
inline float rhypotf(float a, float b) { return 1 / std::hypot(a, b); }
inline float fdividef(float a, float b) { return a / b; }
inline unsigned umin(unsigned a, unsigned b) { return min(a, b); }
inline unsigned umax(unsigned a, unsigned b) { return max(a, b); }

inline float __fdividef(float a, float b) { return a / b; }
inline float __expf(float x) { return std::exp(x); }
inline float __exp10f(float x) { return std::pow(10.f, x); }
inline float __logf(float x) { return std::log(x); }
inline float __log2f(float x) { return std::log2(x); }
inline float __log10f(float x) { return std::log10(x); }
inline float __sinf(float x) { return std::sin(x); }
inline float __cosf(float x) { return std::cos(x); }
inline float __tanf(float x) { return std::tan(x); }
inline float __powf(float x, float y) { return std::pow(x, y); }
inline void __sincosf(float x, float* sine, float* cosine) { *sine = std::sin(x), *cosine = std::cos(x); }
inline float __saturatef(float x) { return x > 0 ? (x < 1 ? x : 1) : 0; }
inline float __frsqrt_rn(float x) { return 1 / std::sqrt(x); }

#define SPAWN_CPU_ROUND_NEAREST(f, type)                      \
  inline type __##f##add_rn(type a, type b) { return a + b; } \
  inline type __##f##sub_rn(type a, type b) { return a - b; } \
  inline type __##f##mul_rn(type a, type b) { return a * b; } \
  inline type __##f##div_rn(type a, type b) { return a / b; } \
  inline type __##f##sqrt_rn(type a) { return std::sqrt(a); } \
  inline type __##f##rcp_rn(type a) { return 1 / a; }
SPAWN_CPU_ROUND_NEAREST(f, float)
SPAWN_CPU_ROUND_NEAREST(d, double)
#undef SPAWN_CPU_ROUND_NEAREST
inline float __fmaf_rn(float a, float b, float c) { return std::fma(a, b, c); }
inline double __fma_rn(double a, double b, double c) { return std::fma(a, b, c); }

#define SPAWN_CPU_CONVERSIONS(name, from, type)                                      \
  inline type __##name##_rn(from x) { return static_cast<type>(std::nearbyint(x)); } \
  inline type __##name##_rz(from x) { return static_cast<type>(std::trunc(x)); }     \
  inline type __##name##_ru(from x) { return static_cast<type>(std::ceil(x)); }      \
  inline type __##name##_rd(from x) { return static_cast<type>(std::floor(x)); }
SPAWN_CPU_CONVERSIONS(float2int, float, int)
SPAWN_CPU_CONVERSIONS(float2uint, float, unsigned)
SPAWN_CPU_CONVERSIONS(float2ll, float, long long)
SPAWN_CPU_CONVERSIONS(float2ull, float, unsigned long long)
SPAWN_CPU_CONVERSIONS(double2int, double, int)
SPAWN_CPU_CONVERSIONS(double2uint, double, unsigned)
SPAWN_CPU_CONVERSIONS(double2ll, double, long long)
SPAWN_CPU_CONVERSIONS(double2ull, double, unsigned long long)
#undef SPAWN_CPU_CONVERSIONS
inline float __int2float_rn(int x) { return static_cast<float>(x); }
inline float __uint2float_rn(unsigned x) { return static_cast<float>(x); }
inline float __ll2float_rn(long long x) { return static_cast<float>(x); }
inline float __ull2float_rn(unsigned long long x) { return static_cast<float>(x); }
inline double __int2double_rn(int x) { return x; }
inline double __uint2double_rn(unsigned x) { return x; }
inline double __ll2double_rn(long long x) { return static_cast<double>(x); }
inline double __ull2double_rn(unsigned long long x) { return static_cast<double>(x); }
inline float __double2float_rn(double x) { return static_cast<float>(x); }
