// Graphs, and what is made of them.
#pragma once

#include <map>
#include <unordered_map>

#include "../graph_api.h"
#include "state.h"

namespace spawn_cpu {

struct Graph;

// What a node does, as of the graph or of an executable made of it.
struct Action {
  cudaGraphNodeType type = cudaGraphNodeTypeKernel;
  BoundKernel kernel;
  Configuration config{};
  std::function<void()> operation;  // of copies, memsets and host functions
  std::string text;                 // the node as SPAWN_CPU_GRAPHS shows it
  cudaMemcpyKind kind = cudaMemcpyDefault;
  bool is_pageable = false;  // a copy from or to memory of the host that CUDA doesn't know
  cudaGraphConditionalHandle handle = 0;
  cudaGraphConditionalNodeType condition = cudaGraphCondTypeIf;
};

struct Node {
  Graph* graph;
  Action action;
  std::vector<size_t> after;  // numbers of nodes of the same graph
  std::vector<std::unique_ptr<Graph>> bodies;
  std::vector<cudaGraph_t> body_handles;
};

struct Handle {
  unsigned default_value, flags;
};

struct Graph {
  bool is_body = false;
  std::vector<std::unique_ptr<Node>> nodes;  // a node comes behind those that it waits for
  std::map<cudaGraphConditionalHandle, Handle> handles;
};

struct ExecNode {
  Action action;
  std::vector<size_t> after;
  std::vector<std::vector<ExecNode>> bodies;
};

struct Exec {
  uint64_t number = 0;
  size_t bytes = 0;  // of device memory
  std::vector<ExecNode> nodes;
  std::unordered_map<const Node*, ExecNode*> of;
  std::map<cudaGraphConditionalHandle, Handle> handles;
  std::map<cudaGraphConditionalHandle, unsigned> values;
  TaskRef last;  // launches of one executable run after each other
};

// ---- graph_run.cpp

// Puts a run into a stream; parameters that are set later are not seen by it.
cudaError_t launch_graph(const std::shared_ptr<Exec>& exec, cudaStream_t stream);

// ---- graph_text.cpp

// To the file that SPAWN_CPU_GRAPHS names: what was made, changed, launched.
void print_graph(const Exec& exec);
void print_graph_event(const char* what, const Exec& exec, const Action* action = nullptr);
std::string kernel_text(const char* name, const Configuration& config);

}  // namespace spawn_cpu
