// From a tape to a CUDA graph: which nodes, in which order.
#pragma once

#include "graph_exec.cuh"

namespace spawn {
namespace detail {

class GraphBuilder {
 public:
  // `only_kernels`: in conditional bodies, copies and memsets, too, are kernels. `one_by_one`: no kernel begins before the
  // one before it has ended.
  GraphBuilder(const Tape& tape, Executable& made, NodeParameters& parameters, bool branches_as_nodes,
               bool only_kernels, bool one_by_one, GraphAbilities abilities)
      : tape_(tape),
        made_(made),
        parameters_(parameters),
        branches_as_nodes_(branches_as_nodes),
        only_kernels_(only_kernels),
        one_by_one_(one_by_one),
        abilities_(abilities) {}

  // Nodes about, for how much memory they take.
  static size_t count(const Tape& tape, Mode mode) {
    const size_t each = tape.ops.size() + 1;
    return mode.kind == Mode::kGraph ? each : 1 + each * static_cast<size_t>(mode.steps);
  }

  // Of cudaGraphInstantiate() or what led to it. The executable is as of the tape's present.
  cudaError_t build(Mode mode, LoopReport* report) {
    made_.mode = mode;
    made_.report = report;
    made_.as_of = tape_.stamp;
    check(cudaMalloc(&made_.memory, memory_bytes(mode)));
    if (error_ == cudaSuccess) check(cudaGraphCreate(&made_.graph, 0));
    if (error_ == cudaSuccess) {
      state_ = static_cast<LoopState*>(made_.memory);
      words_ = reinterpret_cast<unsigned*>(state_ + 1);
      if (mode.kind == Mode::kGraph) {
        Chain chain{made_.graph};
        add_ops(chain, 0, tape_.ops.size(), nullptr);
      } else {
        add_loop(mode);
      }
    }
    if (error_ == cudaSuccess) check(cudaGraphInstantiateWithFlags(&made_.exec, made_.graph, 0));
    return error_;
  }

 private:
  // What is added to a graph comes behind what was added before it: the order of a stream.
  struct Chain {
    cudaGraph_t graph;
    cudaGraphNode_t last = nullptr;
    bool is_kernel = false;  // the last one
    const cudaGraphNode_t* after() const { return last ? &last : nullptr; }
    size_t count() const { return last ? 1 : 0; }
  };

  bool needs_kernels(const Chain& chain) const { return only_kernels_ && chain.graph != made_.graph; }

  bool check(cudaError_t error) {
    if (error_ == cudaSuccess) error_ = error;
    return error == cudaSuccess;
  }

  size_t memory_bytes(Mode mode) const {
    size_t branches = 0;
    for (const Op& op : tape_.ops) branches += op.type.kind == OpKind::kBranch;
    return sizeof(LoopState) + 2 * sizeof(unsigned) * branches * static_cast<size_t>(mode.steps);
  }

  void add(Chain& chain, Placed placed) {
    if (error_ != cudaSuccess) return;
    const Op& op = tape_.ops[placed.op];
    if (placed.form == Placed::kCopyNode) {
      check(cudaGraphAddMemcpyNode1D(&placed.node, chain.graph, chain.after(), chain.count(), op.to, op.from,
                                     op.bytes, op.type.copy));
    } else if (placed.form == Placed::kSetNode) {
      const cudaMemsetParams set = memset_parameters(op);
      check(cudaGraphAddMemsetNode(&placed.node, chain.graph, chain.after(), chain.count(), &set));
    } else {
      const bool overlaps = chain.is_kernel && can_overlap(placed);
      check(cudaGraphAddKernelNode(&placed.node, chain.graph, overlaps ? nullptr : chain.after(),
                                   overlaps ? 0 : chain.count(), &parameters_.kernel(tape_, placed)));
      if (overlaps && error_ == cudaSuccess) add_overlap(chain, placed.node);
    }
    chain.is_kernel = placed.form != Placed::kCopyNode && placed.form != Placed::kSetNode;
    chain.last = placed.node;
    made_.nodes.push_back(placed);
  }

  // Of the kernels of a loop: those that wait for the kernel before them, see overlap.cuh. All are compiled for the same
  // architectures as the loop's condition.
  bool can_overlap(const Placed& placed) const {
    const Op& op = tape_.ops[placed.op];
    const bool waits = placed.form != Placed::kAsWritten || op.needs_no_step;
    return is_loop_ && !one_by_one_ && waits && tape_.ops.back().can_overlap &&
           (op.type.kind != OpKind::kKernel || op.can_overlap);
  }

#if CUDART_VERSION >= 12030
  void add_overlap(const Chain& chain, const cudaGraphNode_t& node) {
    cudaGraphEdgeData edge{};
    edge.from_port = cudaGraphKernelNodePortProgrammatic;
    edge.type = cudaGraphDependencyTypeProgrammatic;
#if CUDART_VERSION >= 13000
    check(cudaGraphAddDependencies(chain.graph, chain.after(), &node, &edge, 1));
#else
    check(cudaGraphAddDependencies_v2(chain.graph, chain.after(), &node, &edge, 1));
#endif
  }
#else
  void add_overlap(const Chain&, const cudaGraphNode_t&) { check(cudaErrorNotSupported); }
#endif

  // Ops [begin, end), predicated by a word where there is one.
  void add_ops(Chain& chain, size_t begin, size_t end, const unsigned* on) {
    for (size_t i = begin; i < end; ++i) {
      Placed placed;
      placed.op = i;
      placed.step = {on, nullptr, 0, nullptr, 0, static_cast<unsigned>(tape_.ops[i].trip_grid)};
      if (is_loop_) placed.step.done = &state_->trips, placed.step.snapshot = &state_->snapshot;
      placed.form = Placed::kWithStep;
      placed.in_turns = made_.mode.in_turns;
      switch (tape_.ops[i].type.kind) {
        case OpKind::kKernel:
          if ((!on && !placed.in_turns && tape_.ops[i].type.plain) || tape_.ops[i].needs_no_step)
            placed.form = Placed::kAsWritten;
          break;
        case OpKind::kCopy:
          if (!on && !needs_kernels(chain)) placed.form = Placed::kCopyNode;
          break;
        case OpKind::kSet:
          if (!on && !needs_kernels(chain)) placed.form = Placed::kSetNode;
          break;
        case OpKind::kStore:
          break;
        case OpKind::kBranch:
          i = add_branch(chain, i, on);
          continue;
        case OpKind::kOtherwise:
        case OpKind::kBranchEnd:
        case OpKind::kCheck:
        case OpKind::kForget:
        case OpKind::kLoop:
          continue;
      }
      add(chain, placed);
    }
  }

  // Returns the index of the branch's end.
  size_t add_branch(Chain& chain, size_t index, const unsigned* on) {
    const size_t middle = tape_.end_of_side(index + 1);
    const bool has_otherwise = tape_.ops[middle].type.kind == OpKind::kOtherwise;
    const size_t end = has_otherwise ? tape_.end_of_side(middle + 1) : middle;
    Placed decision;
    decision.op = index;
    decision.form = Placed::kDecision;
    decision.choose.on = on;
    if (on || !branches_as_nodes_) {
      unsigned* const words = words_;
      words_ += 2;
      decision.choose.words = words;
      add(chain, decision);
      add_ops(chain, index + 1, middle, words);
      if (has_otherwise) add_ops(chain, middle + 1, end, words + 1);
    } else {
      add_conditional_branch(chain, decision, middle, end);
    }
    return end;
  }

#if CUDART_VERSION >= 12040
  void add_conditional_branch(Chain& chain, Placed decision, size_t middle, size_t end) {
    const bool has_otherwise = middle != end, in_one = has_otherwise && abilities_.otherwise;
    decision.sets = true;
    add_handle(chain, 0, 0, &decision.handles.first);
    if (has_otherwise && !in_one) add_handle(chain, 0, 0, &decision.handles.second);
    add(chain, decision);
    cudaGraph_t bodies[2] = {};
    add_conditional(chain, decision.handles.first, cudaGraphCondTypeIf, in_one ? 2 : 1, bodies);
    if (has_otherwise && !in_one)
      add_conditional(chain, decision.handles.second, cudaGraphCondTypeIf, 1, bodies + 1);
    if (error_ != cudaSuccess) return;
    Chain then{bodies[0]}, otherwise{bodies[1]};
    add_ops(then, decision.op + 1, middle, nullptr);
    if (has_otherwise) add_ops(otherwise, middle + 1, end, nullptr);
  }

  void add_handle(Chain& chain, unsigned value, unsigned flags, unsigned long long* handle) {
    cudaGraphConditionalHandle made = 0;
    if (error_ == cudaSuccess) check(cudaGraphConditionalHandleCreate(&made, chain.graph, value, flags));
    *handle = made;
  }

  void add_conditional(Chain& chain, unsigned long long handle, cudaGraphConditionalNodeType type,
                       unsigned size, cudaGraph_t* bodies) {
    if (error_ != cudaSuccess) return;
    cudaGraphNodeParams node = {};
    node.type = cudaGraphNodeTypeConditional;
    node.conditional.handle = handle;
    node.conditional.type = type;
    node.conditional.size = size;
    cudaGraphNode_t added = nullptr;
#if CUDART_VERSION >= 13000
    const cudaError_t error =
        cudaGraphAddNode(&added, chain.graph, chain.after(), nullptr, chain.count(), &node);
#else
    const cudaError_t error = cudaGraphAddNode(&added, chain.graph, chain.after(), chain.count(), &node);
#endif
    if (!check(error)) return;
    chain.last = added, chain.is_kernel = false;
    for (unsigned i = 0; i < size; ++i) bodies[i] = node.conditional.phGraph_out[i];
  }
#else
  void add_conditional_branch(Chain&, Placed, size_t, size_t) { check(cudaErrorNotSupported); }
#endif

  void add_loop(Mode mode) {
    is_loop_ = true;
    Placed decision;
    decision.op = tape_.ops.size() - 1;
    decision.form = Placed::kDecision;
    decision.judge.state = state_;
    decision.judge.report = made_.report;
    Placed start = decision;
    start.form = Placed::kStart;
    Chain outer{made_.graph};
    add(outer, start);
    if (mode.kind == Mode::kBlock) {
      add_steps(outer, decision, mode.steps, false);
      return;
    }
#if CUDART_VERSION >= 12040
    cudaGraph_t body = nullptr;
    // who launches it knows that a trip is due
    add_handle(outer, 1, cudaGraphCondAssignDefault, &decision.handles.first);
    add_conditional(outer, decision.handles.first, cudaGraphCondTypeWhile, 1, &body);
    if (error_ != cudaSuccess) return;
    Chain inner{body};
    add_steps(inner, decision, mode.steps, true);
#else
    check(cudaErrorNotSupported);
#endif
  }

  // The first of them always runs: nobody comes here with a loop that is over.
  void add_steps(Chain& chain, Placed decision, int steps, bool in_while) {
    for (int step = 0; step < steps; ++step) {
      add_ops(chain, tape_.leading_stores(), decision.op, step > 0 ? &state_->on : nullptr);
      const bool is_last = step + 1 == steps;
      decision.sets = in_while && is_last;
      decision.judge.is_last = !in_while && is_last;
      add(chain, decision);
    }
  }

  const Tape& tape_;
  Executable& made_;
  NodeParameters& parameters_;
  const bool branches_as_nodes_, only_kernels_, one_by_one_;
  const GraphAbilities abilities_;
  bool is_loop_ = false;
  LoopState* state_ = nullptr;
  unsigned* words_ = nullptr;
  cudaError_t error_ = cudaSuccess;
};

}  // namespace detail
}  // namespace spawn
