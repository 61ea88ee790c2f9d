// CUDA graphs made by hand, of kernels that run one after the other.
#pragma once

#include <tuple>
#include <utility>

#include "sample.h"

class Chain {
 public:
  Chain() { CHECK(cudaGraphCreate(&graph_, 0)); }
  ~Chain() { CHECK(cudaGraphDestroy(graph_)); }
  Chain(const Chain&) = delete;
  Chain& operator=(const Chain&) = delete;

  // kernel<<<grid, block>>>(arguments...), behind what was added before.
  template <typename... Parameters, typename... Arguments>
  void add(void (*kernel)(Parameters...), dim3 grid, dim3 block, Arguments... arguments) {
    static_assert(sizeof...(Parameters) == sizeof...(Arguments));
    std::tuple<Parameters...> values(static_cast<Parameters>(arguments)...);
    std::apply(
        [&](auto&... value) {
          void* addresses[] = {&value...};
          cudaKernelNodeParams parameters{};
          parameters.func = (void*)kernel;
          parameters.gridDim = grid;
          parameters.blockDim = block;
          parameters.kernelParams = addresses;
          cudaGraphNode_t node;
          CHECK(cudaGraphAddKernelNode(&node, graph_, last_ ? &last_ : nullptr, last_ ? 1 : 0, &parameters));
          last_ = node;
        },
        values);
  }

  // Ready to be launched; it outlives the chain.
  cudaGraphExec_t instantiate(cudaStream_t stream) const {
    cudaGraphExec_t made;
    CHECK(cudaGraphInstantiateWithFlags(&made, graph_, 0));
    CHECK(cudaGraphUpload(made, stream));
    return made;
  }

 private:
  cudaGraph_t graph_ = nullptr;
  cudaGraphNode_t last_ = nullptr;
};
