// Numbers that look random, each a function of its place: all cores, and the device, draw them in any order.
#pragma once

#include <cuda_runtime.h>

// The finaliser of SplitMix64 (Steele et al. 2014).
__host__ __device__ inline unsigned long long mixed(unsigned long long bits) {
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9u;
  bits = (bits ^ bits >> 27) * 0x94d049bb133111ebu;
  return bits ^ bits >> 31;
}

// Number `place` of the sequence `seed`.
__host__ __device__ inline unsigned long long draw(unsigned long long place, unsigned long long seed) {
  return mixed(place + seed * 0x9e3779b97f4a7c15u);
}

// From 0 to `most` - 1.
__host__ __device__ inline int draw_below(int most, unsigned long long place, unsigned long long seed) {
  return static_cast<int>((draw(place, seed) >> 32) * most >> 32);
}

// From 0 to 1, without both.
inline double draw_fraction(unsigned long long place, unsigned long long seed) {
  return (static_cast<double>(draw(place, seed) >> 11) + 0.5) / (1ull << 53);
}
