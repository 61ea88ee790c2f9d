// Graphs: their nodes, what may not stand in a conditional body, executables and their parameters.
#include "graph.h"

#include <cstring>
#include <unordered_set>

namespace spawn_cpu {
namespace {

// Measured (H200, CUDA 13.0): 200 graphs of 50 kernels take 40 MiB.
constexpr size_t kBytesOfNode = 4096;

struct Graphs {
  std::unordered_map<cudaGraph_t, std::unique_ptr<Graph>> graphs;
  std::unordered_map<cudaGraph_t, Graph*> bodies;
  std::unordered_set<const Node*> nodes;
  std::unordered_map<cudaGraphExec_t, std::shared_ptr<Exec>> execs;
  std::map<cudaGraphConditionalHandle, Graph*> handles;
  std::map<cudaGraphConditionalHandle, Exec*> running;  // whose value the device sets
  cudaGraphConditionalHandle last_handle = 0;
  uint64_t made = 0;
};
Graphs& all() {
  static auto* const graphs = new Graphs;
  return *graphs;
}

Graph* find(cudaGraph_t handle) {
  if (const auto found = all().graphs.find(handle); found != all().graphs.end()) return found->second.get();
  const auto body = all().bodies.find(handle);
  return body != all().bodies.end() ? body->second : nullptr;
}

std::shared_ptr<Exec> find(cudaGraphExec_t handle) {
  const auto found = all().execs.find(handle);
  return found != all().execs.end() ? found->second : nullptr;
}

// Of one that is not there, the number of all nodes.
size_t number_of(const Graph& graph, cudaGraphNode_t node) {
  size_t number = 0;
  while (number < graph.nodes.size() && reinterpret_cast<cudaGraphNode_t>(graph.nodes[number].get()) != node)
    ++number;
  return number;
}

cudaError_t add(cudaGraphNode_t* made, cudaGraph_t graph_handle, const cudaGraphNode_t* after, size_t count,
                Action action) {
  Graph* const graph = find(graph_handle);
  if (!graph) return set_error(cudaErrorInvalidValue);
  auto node = std::make_unique<Node>();
  node->graph = graph;
  node->action = std::move(action);
  for (size_t i = 0; i < count; ++i) {
    const size_t number = number_of(*graph, after[i]);
    if (number == graph->nodes.size()) return set_error(cudaErrorInvalidValue);
    node->after.push_back(number);
  }
  all().nodes.insert(node.get());
  *made = reinterpret_cast<cudaGraphNode_t>(node.get());
  graph->nodes.push_back(std::move(node));
  return cudaSuccess;
}

cudaError_t kernel_action(const cudaKernelNodeParams& parameters, Action* action) {
  action->type = cudaGraphNodeTypeKernel;
  action->config = {
      parameters.gridDim, parameters.blockDim, parameters.sharedMemBytes, nullptr, {"a graph", 0}};
  if (const cudaError_t error = check_configuration(action->config)) return error;
  if (!bind_kernel(parameters.func, parameters.kernelParams, &action->kernel))
    return cudaErrorInvalidDeviceFunction;
  action->text = kernel_text(action->kernel.name, action->config);
  return cudaSuccess;
}

cudaError_t memcpy_action(void* to, const void* from, size_t bytes, cudaMemcpyKind kind, Action* action) {
  if (bytes == 0 || !fits(to, bytes) || !fits(from, bytes)) return cudaErrorInvalidValue;
  action->type = cudaGraphNodeTypeMemcpy;
  action->kind = kind;
  action->is_pageable = !is_registered(to) || !is_registered(from);
  action->text = "memcpy " + std::to_string(bytes);
  action->operation = [=] { std::memmove(to, from, bytes); };
  return cudaSuccess;
}

cudaError_t memset_action(const cudaMemsetParams& parameters, Action* action) {
  const cudaMemsetParams p = parameters;
  if (p.width == 0 || p.height != 1 || (p.elementSize != 1 && p.elementSize != 2 && p.elementSize != 4) ||
      !fits(p.dst, p.width * p.elementSize))
    return cudaErrorInvalidValue;
  action->type = cudaGraphNodeTypeMemset;
  action->text = "memset " + std::to_string(p.width * p.elementSize) + " to " + std::to_string(p.value);
  action->operation = [=] {
    for (size_t i = 0; i < p.width; ++i)
      std::memcpy(static_cast<char*>(p.dst) + i * p.elementSize, &p.value, p.elementSize);
  };
  return cudaSuccess;
}

bool may_stand_in_body(const Action& action) {
  return action.type != cudaGraphNodeTypeHost && !action.is_pageable && !action.kernel.launches();
}

// False: the graph has a node that can't be where it is.
bool copy_nodes(const Graph& graph, Exec& exec, std::vector<ExecNode>& nodes, size_t* count) {
  exec.handles.insert(graph.handles.begin(), graph.handles.end());
  nodes.resize(graph.nodes.size());  // once: `of` points to them
  for (size_t number = 0; number < nodes.size(); ++number) {
    const Node& node = *graph.nodes[number];
    if (graph.is_body && !may_stand_in_body(node.action)) return false;
    nodes[number].action = node.action;
    nodes[number].after = node.after;
    exec.of[&node] = &nodes[number];
    ++*count;
    nodes[number].bodies.resize(node.bodies.size());
    for (size_t body = 0; body < node.bodies.size(); ++body)
      if (!copy_nodes(*node.bodies[body], exec, nodes[number].bodies[body], count)) return false;
  }
  return true;
}

void forget(Graph& graph) {
  for (const auto& [handle, made] : graph.handles) all().handles.erase(handle);
  for (const auto& node : graph.nodes) {
    all().nodes.erase(node.get());
    for (const auto& body : node->bodies) {
      all().bodies.erase(reinterpret_cast<cudaGraph_t>(body.get()));
      forget(*body);
    }
  }
}

// The parameters of a node of an executable: as CUDA has it, of a node whose graph still exists.
cudaError_t set_action(cudaGraphExec_t handle, cudaGraphNode_t node_handle, Action action) {
  const std::shared_ptr<Exec> exec = find(handle);
  const auto* node = reinterpret_cast<const Node*>(node_handle);
  if (!exec || !all().nodes.count(node) || !exec->of.count(node)) return set_error(cudaErrorInvalidValue);
  ExecNode& target = *exec->of[node];
  if (target.action.type != action.type || target.action.kind != action.kind)
    return set_error(cudaErrorInvalidValue);
  if (node->graph->is_body && !may_stand_in_body(action)) return set_error(cudaErrorNotSupported);
  // CUDA 12.4.0 could not set those of a memset in a conditional body
  if (node->graph->is_body && action.type == cudaGraphNodeTypeMemset && settings().driver_version == 12040)
    return set_error(cudaErrorNotSupported);
  // "A node whose function originally did not use CUDA dynamic parallelism cannot be updated to a function which uses
  // CDP" (CUDA Runtime API)
  if (action.kernel.launches() && !target.action.kernel.launches()) return set_error(cudaErrorNotSupported);
  target.action = std::move(action);
  print_graph_event("patch", *exec, &target.action);
  return cudaSuccess;
}

}  // namespace
}  // namespace spawn_cpu

using namespace spawn_cpu;

cudaError_t cudaGraphCreate(cudaGraph_t* graph, unsigned) {
  const Lock lock(machine());
  auto made = std::make_unique<Graph>();
  *graph = reinterpret_cast<cudaGraph_t>(made.get());
  all().graphs[*graph] = std::move(made);
  return cudaSuccess;
}

cudaError_t cudaGraphDestroy(cudaGraph_t handle) {
  const Lock lock(machine());
  const auto found = all().graphs.find(handle);
  if (found == all().graphs.end()) return set_error(cudaErrorInvalidValue);
  forget(*found->second);
  all().graphs.erase(found);
  return cudaSuccess;
}

cudaError_t cudaGraphAddKernelNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t after_count, const cudaKernelNodeParams* parameters) {
  const Lock lock(machine());
  Action action;
  if (const cudaError_t error = kernel_action(*parameters, &action)) return set_error(error);
  return add(node, graph, after, after_count, std::move(action));
}

cudaError_t cudaGraphAddMemcpyNode1D(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                     size_t after_count, void* to, const void* from, size_t bytes,
                                     cudaMemcpyKind kind) {
  const Lock lock(machine());
  Action action;
  if (const cudaError_t error = memcpy_action(to, from, bytes, kind, &action)) return set_error(error);
  return add(node, graph, after, after_count, std::move(action));
}

cudaError_t cudaGraphAddMemsetNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                   size_t after_count, const cudaMemsetParams* parameters) {
  const Lock lock(machine());
  Action action;
  if (const cudaError_t error = memset_action(*parameters, &action)) return set_error(error);
  return add(node, graph, after, after_count, std::move(action));
}

cudaError_t cudaGraphAddHostNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                                 size_t after_count, const cudaHostNodeParams* parameters) {
  const Lock lock(machine());
  Action action;
  action.type = cudaGraphNodeTypeHost;
  action.text = "host function";
  action.operation = [p = *parameters] { p.fn(p.userData); };
  return add(node, graph, after, after_count, std::move(action));
}

cudaError_t cudaGraphAddNode(cudaGraphNode_t* node, cudaGraph_t graph, const cudaGraphNode_t* after,
                             const cudaGraphEdgeData*, size_t after_count, cudaGraphNodeParams* parameters) {
  const Lock lock(machine());
  if (parameters->type != cudaGraphNodeTypeConditional) return set_error(cudaErrorNotSupported);
  cudaConditionalNodeParams& conditional = parameters->conditional;
  const auto handle = all().handles.find(conditional.handle);
  const bool has_otherwise = settings().driver_version >= 12080;
  const unsigned most = conditional.type == cudaGraphCondTypeWhile ? 1
                        : conditional.type == cudaGraphCondTypeIf  ? 1 + has_otherwise
                                                                   : ~0u;
  if (handle == all().handles.end() || handle->second != find(graph) || conditional.size == 0 ||
      conditional.size > most)
    return set_error(cudaErrorInvalidValue);
  Action action;
  action.type = cudaGraphNodeTypeConditional;
  action.handle = conditional.handle;
  action.condition = conditional.type;
  if (const cudaError_t error = add(node, graph, after, after_count, std::move(action))) return error;
  auto& added = *reinterpret_cast<Node*>(*node);
  for (unsigned i = 0; i < conditional.size; ++i) {
    added.bodies.push_back(std::make_unique<Graph>());
    added.bodies.back()->is_body = true;
    const auto body = reinterpret_cast<cudaGraph_t>(added.bodies.back().get());
    added.body_handles.push_back(body);
    all().bodies[body] = added.bodies.back().get();
  }
  conditional.phGraph_out = added.body_handles.data();
  return cudaSuccess;
}

cudaError_t cudaGraphAddDependencies(cudaGraph_t handle, const cudaGraphNode_t* from,
                                     const cudaGraphNode_t* to, const cudaGraphEdgeData*, size_t count) {
  Graph* const graph = find(handle);
  if (!graph) return set_error(cudaErrorInvalidValue);
  for (size_t i = 0; i < count; ++i) {
    const size_t first = number_of(*graph, from[i]), second = number_of(*graph, to[i]);
    // a node comes behind those that it waits for
    if (first >= second || second == graph->nodes.size()) return set_error(cudaErrorInvalidValue);
    graph->nodes[second]->after.push_back(first);
  }
  return cudaSuccess;
}

cudaError_t cudaGraphConditionalHandleCreate(cudaGraphConditionalHandle* handle, cudaGraph_t graph_handle,
                                             unsigned default_value, unsigned flags) {
  const Lock lock(machine());
  Graph* const graph = find(graph_handle);
  if (!graph) return set_error(cudaErrorInvalidValue);
  if (settings().driver_version < 12040) return set_error(cudaErrorNotSupported);
  *handle = ++all().last_handle;
  graph->handles[*handle] = {default_value, flags};
  all().handles[*handle] = graph;
  return cudaSuccess;
}

void cudaGraphSetConditional(cudaGraphConditionalHandle handle, unsigned value) {
  const auto found = all().running.find(handle);
  if (!on_device()) fail("cudaGraphSetConditional() in host code");
  if (found == all().running.end()) fail("cudaGraphSetConditional() of a handle of no executable graph");
  found->second->values[handle] = value;
}

cudaError_t cudaGraphInstantiate(cudaGraphExec_t* made, cudaGraph_t graph_handle, unsigned long long flags) {
  const Lock lock(machine());
  const auto graph = all().graphs.find(graph_handle);
  if (graph == all().graphs.end() || flags != 0) return set_error(cudaErrorInvalidValue);
  const auto exec = std::make_shared<Exec>();
  size_t count = 0;
  if (!copy_nodes(*graph->second, *exec, exec->nodes, &count)) return set_error(cudaErrorNotSupported);
  exec->bytes = count * kBytesOfNode;
  if (!take_device_memory(exec->bytes)) return set_error(cudaErrorMemoryAllocation);
  exec->number = ++all().made;
  for (const auto& [handle, value] : exec->handles) all().running[handle] = exec.get();
  *made = reinterpret_cast<cudaGraphExec_t>(exec.get());
  all().execs[*made] = exec;
  print_graph(*exec);
  return cudaSuccess;
}
cudaError_t cudaGraphInstantiateWithFlags(cudaGraphExec_t* made, cudaGraph_t graph,
                                          unsigned long long flags) {
  return cudaGraphInstantiate(made, graph, flags);
}

cudaError_t cudaGraphUpload(cudaGraphExec_t made, cudaStream_t) {
  const Lock lock(machine());
  return find(made) ? cudaSuccess : set_error(cudaErrorInvalidValue);
}

cudaError_t cudaGraphLaunch(cudaGraphExec_t made, cudaStream_t stream) {
  if (on_device()) fail("cudaGraphLaunch() in device code");
  const Lock lock(machine());
  const std::shared_ptr<Exec> exec = find(made);
  if (!exec) return set_error(cudaErrorInvalidValue);
  print_graph_event("launch", *exec);
  return set_error(launch_graph(exec, stream));
}

cudaError_t cudaGraphExecDestroy(cudaGraphExec_t made) {
  const Lock lock(machine());
  const std::shared_ptr<Exec> exec = find(made);
  if (!exec) return set_error(cudaErrorInvalidValue);
  print_graph_event("destroy", *exec);
  give_device_memory(exec->bytes);
  // a launch that is under way goes on
  if (exec->last) run_until([last = exec->last] { return last->done; });
  for (const auto& [handle, value] : exec->handles) all().running.erase(handle);
  all().execs.erase(made);
  return cudaSuccess;
}

cudaError_t cudaGraphExecKernelNodeSetParams(cudaGraphExec_t made, cudaGraphNode_t node,
                                             const cudaKernelNodeParams* parameters) {
  const Lock lock(machine());
  Action action;
  if (const cudaError_t error = kernel_action(*parameters, &action)) return set_error(error);
  return set_action(made, node, std::move(action));
}

cudaError_t cudaGraphExecMemcpyNodeSetParams1D(cudaGraphExec_t made, cudaGraphNode_t node, void* to,
                                               const void* from, size_t bytes, cudaMemcpyKind kind) {
  const Lock lock(machine());
  Action action;
  if (const cudaError_t error = memcpy_action(to, from, bytes, kind, &action)) return set_error(error);
  return set_action(made, node, std::move(action));
}

cudaError_t cudaGraphExecMemsetNodeSetParams(cudaGraphExec_t made, cudaGraphNode_t node,
                                             const cudaMemsetParams* parameters) {
  const Lock lock(machine());
  Action action;
  if (const cudaError_t error = memset_action(*parameters, &action)) return set_error(error);
  return set_action(made, node, std::move(action));
}

// There is no capture here.
cudaError_t cudaStreamIsCapturing(cudaStream_t stream, cudaStreamCaptureStatus* status) {
  return cudaStreamGetCaptureInfo(stream, status);
}
