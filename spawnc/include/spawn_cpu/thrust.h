// The part of Thrust that examples of dynamic parallelism use: vectors, tuples, zipped iterators, random numbers,
// and algorithms that have a namesake in the standard library. Numbers differ from Thrust's own.
#pragma once

#include <algorithm>
#include <functional>
#include <iostream>
#include <numeric>
#include <random>
#include <tuple>
#include <utility>
#include <vector>

#include "spawn_cpu.h"

namespace thrust {

// Device memory for a standard container, whose elements the host may use, too.
template <class T>
struct device_malloc_allocator {
  using value_type = T;
  device_malloc_allocator() = default;
  template <class U>
  device_malloc_allocator(const device_malloc_allocator<U>&) {}
  T* allocate(size_t count) {
    T* memory = nullptr;
    if (cudaMallocManaged(&memory, count * sizeof(T)) != cudaSuccess) throw std::bad_alloc();
    return memory;
  }
  void deallocate(T* memory, size_t) { cudaFree(memory); }
  bool operator==(const device_malloc_allocator&) const { return true; }
  bool operator!=(const device_malloc_allocator&) const { return false; }
};

template <class T, class Allocator>
class vector : public std::vector<T, Allocator> {
  using Base = std::vector<T, Allocator>;

 public:
  using Base::Base;
  vector() = default;
  template <class Other>
  vector(const vector<T, Other>& other) : Base((cudaDeviceSynchronize(), other.begin()), other.end()) {}
  template <class Other>
  vector(const std::vector<T, Other>& other) : Base((cudaDeviceSynchronize(), other.begin()), other.end()) {}
  template <class Other>
  vector& operator=(const std::vector<T, Other>& other) {
    cudaDeviceSynchronize();
    this->assign(other.begin(), other.end());
    return *this;
  }
};
template <class T>
using device_vector = vector<T, device_malloc_allocator<T>>;
template <class T>
using host_vector = vector<T, std::allocator<T>>;

template <class T>
T* raw_pointer_cast(T* pointer) {
  return pointer;
}
template <class T>
T* device_pointer_cast(T* pointer) {
  return pointer;
}
template <class T>
using device_ptr = T*;

using std::get;
using std::make_pair;
using std::make_tuple;
using std::pair;
using std::tuple;

template <class... Iterators>
class zip_iterator {
 public:
  explicit zip_iterator(std::tuple<Iterators...> iterators) : iterators_(iterators) {}
  auto operator*() const {
    return std::apply([](auto&... each) { return std::tie(*each...); }, iterators_);
  }
  zip_iterator& operator++() {
    std::apply([](auto&... each) { (++each, ...); }, iterators_);
    return *this;
  }
  bool operator!=(const zip_iterator& other) const { return iterators_ != other.iterators_; }

 private:
  std::tuple<Iterators...> iterators_;
};
template <class... Iterators>
zip_iterator<Iterators...> make_zip_iterator(std::tuple<Iterators...> iterators) {
  return zip_iterator<Iterators...>(iterators);
}

#define SPAWN_CPU_ALGORITHM(name)                            \
  template <class... Arguments>                              \
  auto name(Arguments&&... arguments) {                      \
    cudaDeviceSynchronize();                                 \
    return std::name(std::forward<Arguments>(arguments)...); \
  }
SPAWN_CPU_ALGORITHM(copy)
SPAWN_CPU_ALGORITHM(count)
SPAWN_CPU_ALGORITHM(count_if)
SPAWN_CPU_ALGORITHM(equal)
SPAWN_CPU_ALGORITHM(exclusive_scan)
SPAWN_CPU_ALGORITHM(fill)
SPAWN_CPU_ALGORITHM(inclusive_scan)
SPAWN_CPU_ALGORITHM(is_sorted)
SPAWN_CPU_ALGORITHM(max_element)
SPAWN_CPU_ALGORITHM(min_element)
SPAWN_CPU_ALGORITHM(reduce)
SPAWN_CPU_ALGORITHM(sort)
SPAWN_CPU_ALGORITHM(stable_sort)
SPAWN_CPU_ALGORITHM(transform)
SPAWN_CPU_ALGORITHM(unique)
#undef SPAWN_CPU_ALGORITHM

template <class Iterator, class Generator>
void generate(Iterator first, Iterator last, Generator generator) {
  cudaDeviceSynchronize();
  for (; first != last; ++first) *first = generator();
}
template <class Iterator, class T = int>
void sequence(Iterator first, Iterator last, T start = 0) {
  cudaDeviceSynchronize();
  std::iota(first, last, start);
}

using std::greater;
using std::less;
using std::minus;
using std::multiplies;
using std::plus;

namespace random {
using std::minstd_rand;
using std::uniform_int_distribution;
using std::uniform_real_distribution;
using default_random_engine = std::minstd_rand;
}  // namespace random
using namespace random;

}  // namespace thrust
