// Kernel launches. The translator makes of
//
//     k<T><<<grid, block>>>(a, b);             (spawn_cpu::configure(grid, block), k<T>(a, b));
//     __global__ void k(int a, int b) {        void k(int a, int b) {
//       ...                                      spawn_cpu::kernel("k", [=]() mutable -> void {...}, a, b);
//     }                                        }
//
// so that the call itself resolves overloads, converts arguments and evaluates them once, at the launch; the
// closure holds the parameters, and every thread runs a copy of its own. nvcc's host code works the same way.
#pragma once

#include <cstdint>
#include <type_traits>
#include <utility>

#include "api.h"

namespace spawn_cpu {

// A kernel with its parameters.
class Body {
 public:
  virtual ~Body() = default;
  // One thread, from its first to its last statement.
  virtual void run() const = 0;

  bool launches = false;  // there are launches in the kernel's text
};

struct Place {
  const char* file;
  int line;
};

// Notes the configuration of the launch whose arguments are evaluated next.
void configure(dim3 grid, dim3 block, size_t shared_bytes = 0, cudaStream_t stream = nullptr,
               const char* file = __builtin_FILE(), int line = __builtin_LINE());
// Puts a grid with the noted configuration into its stream. Owns `body`.
void launch(const char* kernel, Body* body);
// Ends the program when a child gets a pointer to local or shared memory (CUDA C++ Programming Guide, "CUDA
// Dynamic Parallelism", "Memory Coherence and Consistency").
void check_pointer_argument(const char* kernel, int index, const volatile void* pointer);

template <class T>
void check_argument([[maybe_unused]] const char* kernel, [[maybe_unused]] int index,
                    [[maybe_unused]] const T& argument) {
  if constexpr (std::is_pointer_v<T>)
    if constexpr (std::is_object_v<std::remove_pointer_t<T>> || std::is_void_v<std::remove_pointer_t<T>>)
      check_pointer_argument(kernel, index, argument);
}

template <bool kLaunches = false, class F, class... Arguments>
void kernel(const char* name, const F& body, const Arguments&... arguments) {
  class Closure final : public Body {
   public:
    explicit Closure(const F& function) : function_(function) { launches = kLaunches; }
    void run() const override {
      F own(function_);
      own();
    }

   private:
    F function_;
  };
  [[maybe_unused]] int index = 0;
  (check_argument(name, ++index, arguments), ...);
  launch(name, new Closure(body));
}

template <class... P, size_t... I>
cudaError_t launch_with(void (*kernel)(P...), void** arguments, std::index_sequence<I...>) {
  kernel(*static_cast<std::remove_reference_t<P>*>(arguments[I])...);
  return cudaPeekAtLastError();
}

// Kernels of which only the address is left, as in a graph's nodes: how to call them.
using Call = void (*)(const void* kernel, void** arguments);
void know(const void* kernel, Call call);
cudaError_t launch_known(const void* kernel, void** arguments);

// The address of a kernel, by which it is known from now on.
template <class... P>
void* address_of(void (*kernel)(P...)) {
  void* const address = reinterpret_cast<void*>(kernel);
  know(address, [](const void* known, void** arguments) {
    launch_with(reinterpret_cast<void (*)(P...)>(const_cast<void*>(known)), arguments,
                std::index_sequence_for<P...>{});
  });
  return address;
}
inline const void* address_of(const void* kernel) { return kernel; }

// `kAddress->*k` is address_of(k) where no parenthesis can be put behind k.
constexpr struct Address {
  template <class... P>
  void* operator->*(void (*kernel)(P...)) const {
    return address_of(kernel);
  }
} kAddress{};

// Where each parameter lies in a buffer of cudaGetParameterBuffer: at its own alignment.
template <class... P>
void parameter_offsets(void** arguments, char* buffer) {
  size_t offset = 0, index = 0;
  ((offset = (offset + alignof(P) - 1) / alignof(P) * alignof(P), arguments[index++] = buffer + offset,
    offset += sizeof(P)),
   ...);
}

void* parameter_buffer(size_t alignment, size_t bytes);

// A `__shared__` object, made known so that several blocks can be under way at a time.
class SharedObject {
 public:
  template <class T>
  explicit SharedObject(T& object) {
    add(const_cast<char*>(reinterpret_cast<const volatile char*>(&object)), sizeof(T));
  }

 private:
  static void add(char* address, size_t bytes);
};

// What an `extern __shared__` array refers to, whatever its type.
struct DynamicShared {
  template <class T>
  operator T&() const {
    return *reinterpret_cast<T*>(address);
  }
  void* address;
};
DynamicShared dynamic_shared();

}  // namespace spawn_cpu

template <class... P>
cudaError_t cudaLaunchKernel(void (*kernel)(P...), dim3 grid, dim3 block, void** arguments,
                             size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  spawn_cpu::configure(grid, block, shared_bytes, stream);
  return spawn_cpu::launch_with(kernel, arguments, std::index_sequence_for<P...>{});
}

inline cudaError_t cudaLaunchKernel(const void* kernel, dim3 grid, dim3 block, void** arguments,
                                    size_t shared_bytes = 0, cudaStream_t stream = nullptr) {
  spawn_cpu::configure(grid, block, shared_bytes, stream);
  return spawn_cpu::launch_known(kernel, arguments);
}

template <class... P, class... Arguments>
cudaError_t cudaLaunchKernelEx(const cudaLaunchConfig_t* config, void (*kernel)(P...),
                               Arguments&&... arguments) {
  spawn_cpu::configure(config->gridDim, config->blockDim, config->dynamicSmemBytes, config->stream);
  kernel(std::forward<Arguments>(arguments)...);
  return cudaPeekAtLastError();
}

inline void* cudaGetParameterBuffer(size_t alignment, size_t bytes) {
  return spawn_cpu::parameter_buffer(alignment, bytes);
}
template <class... P>
cudaError_t cudaLaunchDevice(void (*kernel)(P...), void* buffer, dim3 grid, dim3 block, unsigned shared_bytes,
                             cudaStream_t stream) {
  void* arguments[sizeof...(P) + 1];
  spawn_cpu::parameter_offsets<P...>(arguments, static_cast<char*>(buffer));
  return cudaLaunchKernel(kernel, grid, block, arguments, shared_bytes, stream);
}

template <class T>
cudaError_t cudaFuncGetAttributes(cudaFuncAttributes* attributes, T* kernel) {
  spawn_cpu::address_of(kernel);
  return spawn_cpu::kernel_attributes(attributes);
}
