// Executables: the CUDA graph of a tape, and the parameters of its nodes.
//
// A sequence becomes a chain of nodes, a branch IF nodes or predicated clones. A loop is, by its form,
//     while      start, WHILE { ops, judge }
//     while:K    start, WHILE { ops, judge, K - 1 times predicated ops and judge }
//     block:K    start, ops, judge, K - 1 times predicated ops and judge; launched again while the loop goes on
// and with `+turns` behind that, blocks take turns.
// (CUDA Programming Guide, "CUDA Graphs"; measured on an H200: docs/graphs.md).
#pragma once

#include "graph_tape.cuh"

namespace spawn {
namespace detail {

// How a region runs. Sequences have kPlain and kGraph only.
struct Mode {
  enum Kind : int { kAuto, kPlain, kGraph, kBlock, kWhile };
  Kind kind = kAuto;
  int steps = 1;  // of a launch (kBlock) or of a trip of the WHILE node
  // No more blocks are launched than run at once, and these take turns, where a kernel's clone can do that. Measured (H200, a
  // search over the 4 million vertices of a grid, most of which do nothing in a trip): 22 us a trip, 9 us in turns.
  bool in_turns = false;

  bool operator==(const Mode& other) const {
    return kind == other.kind && steps == other.steps && in_turns == other.in_turns;
  }
};

// What the driver and the runtime can do.
struct GraphAbilities {
  bool conditions = false;  // WHILE and IF nodes: CUDA 12.4
  bool otherwise = false;   // IF nodes with a second body: CUDA 12.8
};

// Errors of ours are not the program's.
class QuietErrors {
 public:
  QuietErrors() : before_(cudaPeekAtLastError()) {}
  ~QuietErrors() {
    if (before_ == cudaSuccess) (void)cudaGetLastError();
  }
  QuietErrors(const QuietErrors&) = delete;
  QuietErrors& operator=(const QuietErrors&) = delete;

 private:
  const cudaError_t before_;
};

// A node, and what its parameters are made of besides the op's.
struct Placed {
  enum Form : uint8_t { kAsWritten, kWithStep, kCopyNode, kSetNode, kStart, kDecision };
  cudaGraphNode_t node = nullptr;
  size_t op = 0;
  Form form = kAsWritten;
  Step step{};            // kWithStep
  bool in_turns = false;  // kWithStep, where the op can
  bool sets = false;      // kDecision: a condition, not words
  Judge judge{};          // kDecision of a loop, but for its stores
  Choose choose{};        // kDecision of a branch
  Handles handles{};      // kDecision that sets
};

struct Executable {
  Mode mode;
  cudaGraph_t graph = nullptr;  // its nodes are what is patched by
  cudaGraphExec_t exec = nullptr;
  std::vector<Placed> nodes;
  uint64_t as_of = 0;            // stamp of the tape
  void* memory = nullptr;        // LoopState, words of branches
  LoopReport* report = nullptr;  // the region's
  size_t bytes = 0;              // of the device, about
};

inline void destroy(Executable& made) {
  const QuietErrors quiet;
  if (made.exec) (void)cudaGraphExecDestroy(made.exec);
  if (made.graph) (void)cudaGraphDestroy(made.graph);
  if (made.memory) (void)cudaFree(made.memory);
  made = Executable{};
}

// The parameters of a node, as CUDA wants them: addresses of values.
class NodeParameters {
 public:
  // Of a node that is a kernel; valid until the next call.
  const cudaKernelNodeParams& kernel(const Tape& tape, const Placed& placed) {
    const Op& op = tape.ops[placed.op];
    node_ = {};
    node_.gridDim = node_.blockDim = dim3(1);
    pointers_.clear();
    switch (placed.form) {
      case Placed::kAsWritten:
        use(op.type.plain, op);
        break;
      case Placed::kWithStep:
        step_ = placed.step;
        pointers_.push_back(&step_);
        with_step(op);
        if (placed.in_turns && op.can_take_turns()) step_.whole = op.grid, node_.gridDim = dim3(op.filling);
        break;
      case Placed::kStart:
        use_start(tape, placed.judge);
        break;
      case Placed::kDecision:
        decision(tape, op, placed);
        break;
      case Placed::kCopyNode:
      case Placed::kSetNode:
        break;  // no kernels
    }
    if (op.type.kind == OpKind::kKernel || op.type.kind == OpKind::kBranch ||
        (op.type.kind == OpKind::kLoop && placed.form == Placed::kDecision))
      for (unsigned i = 0; i < op.parameters->count; ++i)
        pointers_.push_back(const_cast<unsigned char*>(tape.parameters(op)) + op.parameters->offsets[i]);
    node_.kernelParams = pointers_.data();
    return node_;
  }

 private:
  // Not before it is needed: the question makes CUDA load the kernel. Measured (H200, PolyBench 3DConvolution, a sequence that
  // runs once): 1.14 ms as written, 1.28 where all four were asked about.
  template <typename... P>
  void use_own(void*& known, void (*kernel)(P...)) {
    cudaFuncAttributes attributes;
    // the CPU backend knows it from then on
    if (!known) (void)cudaFuncGetAttributes(&attributes, kernel);
    node_.func = known = reinterpret_cast<void*>(kernel);
  }

  void use(const void* kernel, const Op& op) {
    node_.func = const_cast<void*>(kernel);
    node_.gridDim = op.grid;
    node_.blockDim = op.block;
    node_.sharedMemBytes = static_cast<unsigned>(op.shared_bytes);
  }

  // Blocks for so many items, not more than are worth a launch.
  void use_items(size_t items) {
    constexpr size_t kThreads = 256, kMostBlocks = 1024;
    const size_t blocks = items / kThreads + 1;
    node_.blockDim = dim3(items < kThreads ? 32 : kThreads);
    node_.gridDim = dim3(static_cast<unsigned>(blocks < kMostBlocks ? blocks : kMostBlocks));
  }

  void with_step(const Op& op) {
    switch (op.type.kind) {
      case OpKind::kKernel:
        use(op.type.step, op);
        break;
      case OpKind::kStore:
        use_own(store_, store<NodeParameters>);
        store_value_ = op.store;
        pointers_.push_back(&store_value_);
        break;
      case OpKind::kSet:
        use_own(fill_, fill<NodeParameters>);
        use_items(op.bytes);
        to_ = op.to, byte_ = static_cast<unsigned char>(op.value), bytes_ = op.bytes;
        pointers_.insert(pointers_.end(), {&to_, &byte_, &bytes_});
        break;
      case OpKind::kCopy:
        use_own(copy_, copy<NodeParameters>);
        use_items(op.bytes / sizeof(uint4));
        to_ = op.to, from_ = op.from, bytes_ = op.bytes;
        pointers_.insert(pointers_.end(), {&to_, &from_, &bytes_});
        break;
      case OpKind::kBranch:
      case OpKind::kOtherwise:
      case OpKind::kBranchEnd:
      case OpKind::kCheck:
      case OpKind::kForget:
      case OpKind::kLoop:
        break;  // no clones
    }
  }

  void use_stores(const Tape& tape) {
    stores_.count = static_cast<unsigned>(tape.leading_stores());
    for (unsigned i = 0; i < stores_.count; ++i) stores_.each[i] = tape.ops[i].store;
  }

  void use_start(const Tape& tape, const Judge& judge) {
    use_own(start_, start_loop<NodeParameters>);
    use_stores(tape);
    state_ = judge.state, report_ = judge.report;
    pointers_.insert(pointers_.end(), {&state_, &report_, &stores_});
  }

  void decision(const Tape& tape, const Op& op, const Placed& placed) {
    node_.func = const_cast<void*>(placed.sets ? op.type.step : op.type.plain);
    if (op.type.kind == OpKind::kLoop) {
      judge_ = placed.judge;
      use_stores(tape);
      judge_.stores = stores_;
      pointers_.push_back(&judge_);
    } else {
      choose_ = placed.choose;
      pointers_.push_back(&choose_);
    }
    handles_ = placed.handles;
    pointers_.insert(pointers_.end(), {&handles_.first, &handles_.second});
  }

  cudaKernelNodeParams node_{};
  std::vector<void*> pointers_;
  Step step_{};
  Store store_value_{};
  Stores stores_{};
  Judge judge_{};
  Choose choose_{};
  Handles handles_{};
  LoopState* state_ = nullptr;
  LoopReport* report_ = nullptr;
  void* to_ = nullptr;
  const void* from_ = nullptr;
  unsigned char byte_ = 0;
  size_t bytes_ = 0;
  void *start_ = nullptr, *store_ = nullptr, *fill_ = nullptr, *copy_ = nullptr;
};

inline cudaMemsetParams memset_parameters(const Op& op) {
  cudaMemsetParams parameters{};
  parameters.dst = op.to;
  parameters.value = static_cast<unsigned char>(op.value);
  parameters.elementSize = 1;
  parameters.width = op.bytes;
  parameters.height = 1;
  return parameters;
}

// The latest change of what a node's parameters are made of.
inline uint64_t changed_at(const Tape& tape, const Placed& placed) {
  if (placed.form != Placed::kStart) return tape.ops[placed.op].changed;
  uint64_t latest = 0;
  for (size_t i = 0; i < tape.leading_stores(); ++i)
    if (tape.ops[i].changed > latest) latest = tape.ops[i].changed;
  return latest;
}

// Brings the nodes of ops that have changed up to date. False: CUDA refuses one.
inline bool patch(Executable& made, const Tape& tape, NodeParameters& parameters, uint64_t* patched) {
  if (made.as_of == tape.stamp) return true;
  for (const Placed& placed : made.nodes) {
    if (changed_at(tape, placed) <= made.as_of) continue;
    const Op& op = tape.ops[placed.op];
    cudaError_t error = cudaSuccess;
    if (placed.form == Placed::kCopyNode) {
      error =
          cudaGraphExecMemcpyNodeSetParams1D(made.exec, placed.node, op.to, op.from, op.bytes, op.type.copy);
    } else if (placed.form == Placed::kSetNode) {
      const cudaMemsetParams set = memset_parameters(op);
      error = cudaGraphExecMemsetNodeSetParams(made.exec, placed.node, &set);
    } else {
      error = cudaGraphExecKernelNodeSetParams(made.exec, placed.node, &parameters.kernel(tape, placed));
    }
    if (error != cudaSuccess) return false;
    ++*patched;
  }
  made.as_of = tape.stamp;
  return true;
}

}  // namespace detail
}  // namespace spawn
