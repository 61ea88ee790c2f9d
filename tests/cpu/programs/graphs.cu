// Graphs: nodes and their order, parameters that are set later, conditional nodes, what is refused.
// prints: sums 3 13 113
// prints: while 10, if 1 0, else 0 1, switch 30
// prints: nested default: inner body ran 1
// prints: in a conditional body: refused, refused, refused
// prints: patched: 5 after 1, 0x02020202
// prints: in order: 9
#include <cstdio>

__global__ void add(int* p, int v) { *p += v; }
__global__ void twice_and(int* p, int v) { *p = 2 * *p + v; }
__global__ void set(cudaGraphConditionalHandle handle, unsigned value) {
  cudaGraphSetConditional(handle, value);
}
__global__ void set_below(cudaGraphConditionalHandle handle, const int* p, int limit) {
  cudaGraphSetConditional(handle, *p < limit);
}
__global__ void launches(int* p) { add<<<1, 1>>>(p, 1); }

static int* d;

static int value(int index) {
  int read = 0;
  cudaMemcpy(&read, d + index, sizeof read, cudaMemcpyDeviceToHost);
  return read;
}

template <class... P, class... A>
static cudaKernelNodeParams kernel(void** arguments, void (*function)(P...), A&... values) {
  int i = 0;
  ((arguments[i++] = &values), ...);
  cudaKernelNodeParams parameters = {};
  parameters.func = (void*)function;
  parameters.gridDim = parameters.blockDim = dim3(1);
  parameters.kernelParams = arguments;
  return parameters;
}

template <class... P, class... A>
static cudaGraphNode_t node(cudaGraph_t graph, cudaGraphNode_t before, void (*function)(P...), A... values) {
  void* arguments[4];
  const cudaKernelNodeParams parameters = kernel(arguments, function, values...);
  cudaGraphNode_t made = nullptr;
  cudaGraphAddKernelNode(&made, graph, before ? &before : nullptr, before ? 1 : 0, &parameters);
  return made;
}

struct Conditional {
  cudaGraph_t graph = nullptr, body[3] = {};
  cudaGraphConditionalHandle handle = 0;
  cudaGraphNode_t node = nullptr;

  Conditional(cudaGraph_t into, cudaGraphNode_t before, cudaGraphConditionalNodeType type, unsigned size,
              int first)
      : graph(into) {
    if (!graph) cudaGraphCreate(&graph, 0);
    const bool has_default = first >= 0;
    cudaGraphConditionalHandleCreate(&handle, graph, has_default ? first : 0,
                                     has_default ? cudaGraphCondAssignDefault : 0);
    cudaGraphNodeParams parameters = {};
    parameters.type = cudaGraphNodeTypeConditional;
    parameters.conditional.handle = handle;
    parameters.conditional.type = type;
    parameters.conditional.size = size;
    cudaGraphAddNode(&node, graph, before ? &before : nullptr, nullptr, before ? 1 : 0, &parameters);
    for (unsigned i = 0; i < size; ++i) body[i] = parameters.conditional.phGraph_out[i];
  }
};

static cudaGraphExec_t run(cudaGraph_t graph, int times = 1) {
  cudaGraphExec_t made = nullptr;
  if (cudaGraphInstantiate(&made, graph, 0) != cudaSuccess) return nullptr;
  for (int i = 0; i < times; ++i) cudaGraphLaunch(made, 0);
  return made;
}

static const char* answer(cudaGraph_t graph) {
  const bool made = run(graph) != nullptr;
  return made == (cudaGetLastError() == cudaSuccess) ? made ? "accepted" : "refused"
                                                     : "refused without an error";
}

int main() {
  cudaMalloc(&d, 16 * sizeof(int));
  cudaMemset(d, 0, 16 * sizeof(int));
  {
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    const cudaGraphNode_t first = node(graph, nullptr, add, d, 3),
                          second = node(graph, nullptr, add, d + 1, 13);
    const cudaGraphNode_t both[] = {first, second};
    cudaGraphNode_t copy;
    cudaGraphAddMemcpyNode1D(&copy, graph, both, 2, d + 2, d + 1, sizeof(int), cudaMemcpyDeviceToDevice);
    node(graph, copy, add, d + 2, 100);
    run(graph);
    printf("sums %d %d %d\n", value(0), value(1), value(2));
    cudaGraphDestroy(graph);
  }
  {
    cudaMemset(d, 0, 16 * sizeof(int));
    Conditional loop(nullptr, nullptr, cudaGraphCondTypeWhile, 1, 1);
    node(loop.body[0], node(loop.body[0], nullptr, add, d, 1), set_below, loop.handle, (const int*)d, 10);
    run(loop.graph);
    for (int i = 0; i < 2; ++i) {
      Conditional branch(nullptr, nullptr, cudaGraphCondTypeIf, 2, 1 - i);
      node(branch.body[0], nullptr, add, d + 1 + i, 1);
      node(branch.body[1], nullptr, add, d + 3 + i, 1);
      run(branch.graph);
    }
    Conditional choice(nullptr, nullptr, cudaGraphCondTypeSwitch, 3, 2);
    for (int i = 0; i < 3; ++i) node(choice.body[i], nullptr, add, d + 5, 10 * (i + 1));
    run(choice.graph);
    printf("while %d, if %d %d, else %d %d, switch %d\n", value(0), value(1), value(2), value(3), value(4),
           value(5));
  }
  {
    cudaMemset(d, 0, 16 * sizeof(int));
    Conditional loop(nullptr, nullptr, cudaGraphCondTypeWhile, 1, 1);
    const cudaGraphNode_t counted = node(loop.body[0], nullptr, add, d, 1);
    Conditional inner(loop.body[0], counted, cudaGraphCondTypeIf, 1, 1);
    node(inner.body[0], node(inner.body[0], nullptr, set, inner.handle, 0u), add, d + 1, 1);
    node(loop.body[0], inner.node, set_below, loop.handle, (const int*)d, 3);
    run(loop.graph);
    printf("nested default: inner body ran %d\n", value(1));
  }
  {
    Conditional with_launch(nullptr, nullptr, cudaGraphCondTypeIf, 1, 1);
    node(with_launch.body[0], nullptr, launches, d);
    Conditional with_function(nullptr, nullptr, cudaGraphCondTypeIf, 1, 1);
    cudaHostNodeParams host = {};
    host.fn = [](void*) {};
    cudaGraphNode_t added;
    cudaGraphAddHostNode(&added, with_function.body[0], nullptr, 0, &host);
    Conditional with_pageable(nullptr, nullptr, cudaGraphCondTypeIf, 1, 1);
    static int pageable = 7;
    cudaGraphAddMemcpyNode1D(&added, with_pageable.body[0], nullptr, 0, d, &pageable, sizeof(int),
                             cudaMemcpyHostToDevice);
    printf("in a conditional body: %s, %s, %s\n", answer(with_launch.graph), answer(with_function.graph),
           answer(with_pageable.graph));
  }
  {
    cudaMemset(d, 0, 16 * sizeof(int));
    Conditional branch(nullptr, nullptr, cudaGraphCondTypeIf, 1, 1);
    const cudaGraphNode_t patched = node(branch.body[0], nullptr, add, d, 1);
    cudaMemsetParams bytes = {};
    bytes.dst = d + 1, bytes.value = 1, bytes.elementSize = 1, bytes.width = 4, bytes.height = 1;
    cudaGraphNode_t filled;
    cudaGraphAddMemsetNode(&filled, branch.body[0], &patched, 1, &bytes);
    const cudaGraphExec_t made = run(branch.graph);
    const int before = value(0);
    int* to = d;
    int by = 4;
    void* arguments[2];
    const cudaKernelNodeParams parameters = kernel(arguments, add, to, by);
    cudaGraphExecKernelNodeSetParams(made, patched, &parameters);
    bytes.value = 2;
    cudaGraphExecMemsetNodeSetParams(made, filled, &bytes);
    cudaGraphLaunch(made, 0);
    printf("patched: %d after %d, 0x%08x\n", value(0), before, value(1));
  }
  {
    // launches of one executable follow each other, whatever their streams
    cudaMemset(d, 0, 16 * sizeof(int));
    cudaGraph_t graph;
    cudaGraphCreate(&graph, 0);
    node(graph, node(graph, nullptr, twice_and, d, 1), add, d + 1, 1);
    cudaStream_t streams[2];
    for (cudaStream_t& stream : streams) cudaStreamCreateWithFlags(&stream, cudaStreamNonBlocking);
    cudaGraphExec_t made;
    cudaGraphInstantiate(&made, graph, 0);
    cudaDeviceSynchronize();
    cudaGraphLaunch(made, streams[0]);
    cudaGraphLaunch(made, streams[1]);
    add<<<1, 1, 0, streams[1]>>>(d, 6);
    cudaDeviceSynchronize();
    printf("in order: %d\n", value(0));
  }
  return cudaGetLastError() != cudaSuccess;
}
