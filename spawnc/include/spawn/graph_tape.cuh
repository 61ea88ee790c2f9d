// What a region does, call by call: recorded in place, over what the call before it did.
//
// Recording is what a region costs each time, so nothing is allocated, hashed or copied while calls come as before: each
// is compared with the one that stood there, bytes of arguments included, and what differs is stamped.
#pragma once

#include <array>
#include <cstdint>
#include <cstring>
#include <type_traits>
#include <vector>

#include "graph_step.cuh"

namespace spawn {
namespace detail {

// Parameters are passed as `<<<>>>` passes them: converted to the kernel's types, and not deduced.
template <typename T>
struct NotDeduced {
  using Type = T;
};

// Where a kernel's parameters lie, from a boundary that suits all types.
struct ParameterTypes {
  unsigned count, bytes;
  const unsigned* offsets;
};
constexpr size_t kBoundary = 64;

template <typename... P>
struct Parameters {
  static_assert((std::is_trivially_destructible_v<P> && ...),
                "an argument is gone before the kernel starts: spawnc leaves such launches as they are");
  static_assert(((alignof(P) <= kBoundary) && ...), "no type of CUDA has such an alignment");

  struct Layout {
    std::array<unsigned, sizeof...(P) + 1> offsets{};
    unsigned bytes = 0;
  };
  static constexpr Layout make() {
    Layout layout;
    unsigned index = 0;
    ((layout.bytes = (layout.bytes + alignof(P) - 1) / alignof(P) * alignof(P),
      layout.offsets[index++] = layout.bytes, layout.bytes += sizeof(P)),
     ...);
    return layout;
  }
  static constexpr Layout layout = make();
  static constexpr ParameterTypes types = {sizeof...(P), layout.bytes, layout.offsets.data()};
};

enum class OpKind : uint8_t {
  kKernel,
  kCopy,
  kSet,
  kStore,
  kBranch,
  kOtherwise,
  kBranchEnd,
  kCheck,   // a look at the thread's last error, which is told
  kForget,  // takes it away
  kLoop
};

// What makes a topology: ops that are alike can be patched into each other.
struct OpType {
  OpKind kind;
  const void* plain = nullptr;  // a kernel; null: only its clone is right
  const void* step = nullptr;   // its clone, with a Step in front; null: there is none
  cudaMemcpyKind copy = cudaMemcpyDefault;

  bool operator==(const OpType& other) const {
    return kind == other.kind && plain == other.plain && step == other.step && copy == other.copy;
  }
};

struct Op {
  OpType type;
  const ParameterTypes* parameters = nullptr;
  size_t at = 0;  // of the parameters, in boundaries
  dim3 grid{1, 1, 1}, block{1, 1, 1};
  size_t shared_bytes = 0;
  Store store{};  // kStore
  void* to = nullptr;
  const void* from = nullptr;  // kBranch, kLoop: the copied-back scalar
  size_t bytes = 0;
  int value = 0;
  bool needs_no_step = false;  // a kernel that finds nothing to do where the one before it was skipped
  bool is_pageable = false;    // a copy from or to memory that CUDA doesn't know: no node can do that in time
  int trip_grid = -1;    // a kernel's, of those that a loop's condition knows; `grid` fills the device then
  unsigned filling = 0;  // blocks that fill the device, of a kernel whose blocks may take turns; 0: not known
  int most_threads = 0;  // of a block of this kernel; 0: not asked yet, negative: no such kernel
  int most_shared = 0;
  bool can_overlap = false;  // its clone with the kernel before it; or itself, of drains and conditions
  // kBranch, kLoop: the program's condition, on the host
  bool (*decide)(const unsigned char* parameters, const void* value, long long trips) = nullptr;
  // kLoop: take_snapshot() of the value that is in it
  bool (*take)(const unsigned char* parameters, Snapshot* snapshot) = nullptr;
  uint64_t changed = 0;  // stamp

  unsigned long long blocks() const { return static_cast<unsigned long long>(grid.x) * grid.y * grid.z; }
  // Whether its blocks take turns where a mode asks for that.
  bool can_take_turns() const {
    constexpr unsigned kLeast = 2;  // turns
    return filling > 0 && blocks() >= static_cast<unsigned long long>(filling) * kLeast &&
           blocks() < 1u << 31;
  }
  bool is_as(const Op& other) const {  // but for its parameters
    return grid.x == other.grid.x && grid.y == other.grid.y && grid.z == other.grid.z &&
           block.x == other.block.x && block.y == other.block.y && block.z == other.block.z &&
           shared_bytes == other.shared_bytes && store.to == other.store.to &&
           store.bytes == other.store.bytes &&
           std::memcmp(store.value, other.store.value, sizeof store.value) == 0 && to == other.to &&
           from == other.from && bytes == other.bytes && value == other.value && trip_grid == other.trip_grid;
  }
};

struct alignas(kBoundary) Chunk {
  unsigned char bytes[kBoundary];
};

struct Tape {
  std::vector<Op> ops;
  std::vector<Chunk> chunks;
  uint64_t stamp = 0;  // of the latest change

  unsigned char* parameters(const Op& op) { return chunks.data()[op.at].bytes; }
  const unsigned char* parameters(const Op& op) const { return chunks.data()[op.at].bytes; }

  Op& append(const OpType& type, const ParameterTypes* parameters) {
    Op op;
    op.type = type;
    op.parameters = parameters;
    op.at = chunks.size();
    op.changed = ++stamp;
    // one more than needed: an address behind the end is one, too
    const size_t bytes = parameters ? parameters->bytes : 0;
    chunks.resize(chunks.size() + bytes / kBoundary + 1);
    ops.push_back(op);
    return ops.back();
  }

  void clear() {
    ops.clear();
    chunks.clear();
  }

  void touch(Op& op) { op.changed = ++stamp; }

  bool can_take_turns() const {
    for (const Op& op : ops)
      if (op.can_take_turns()) return true;
    return false;
  }

  // The first `count` ops are those of another tape of the same topology.
  void take(const Tape& from, size_t count) {
    for (size_t i = 0; i < count; ++i) {
      Op& to = ops[i];
      const Op& op = from.ops[i];
      const size_t bytes = op.parameters ? op.parameters->bytes : 0, at = to.at;
      const uint64_t changed = to.changed;
      const bool is_same = to.is_as(op) && std::memcmp(parameters(to), from.parameters(op), bytes) == 0;
      to = op;
      to.at = at;
      to.changed = changed;
      if (is_same) continue;
      std::memcpy(parameters(to), from.parameters(op), bytes);
      touch(to);
    }
  }

  bool begins_like(const Tape& other, size_t count) const {
    if (ops.size() < count) return false;
    for (size_t i = 0; i < count; ++i)
      if (!(ops[i].type == other.ops[i].type)) return false;
    return true;
  }

  // The op that ends a branch, or its first side: kOtherwise or kBranchEnd of the same nesting.
  size_t end_of_side(size_t after) const {
    int depth = 0;
    for (size_t i = after;; ++i) {
      const OpKind kind = ops[i].type.kind;
      if (depth == 0 && (kind == OpKind::kOtherwise || kind == OpKind::kBranchEnd)) return i;
      depth += (kind == OpKind::kBranch) - (kind == OpKind::kBranchEnd);
    }
  }

  // Ops that a trip begins with and that the kernel before it can do.
  size_t leading_stores() const {
    size_t count = 0;
    while (count < ops.size() && count < Stores::kMost && ops[count].type.kind == OpKind::kStore) ++count;
    return count;
  }
};

// True: it was another value.
template <typename T>
bool put(T& to, const T& value) {
  if (to == value) return false;
  to = value;
  return true;
}
inline bool put(dim3& to, const dim3& value) {
  if (to.x == value.x && to.y == value.y && to.z == value.z) return false;
  to = value;
  return true;
}
template <typename T>
bool put_bytes(unsigned char* to, const T& value) {
  if (std::memcmp(to, &value, sizeof value) == 0) return false;
  std::memcpy(to, &value, sizeof value);
  return true;
}
template <typename... P>
bool put_all(unsigned char* to, const P&... values) {
  [[maybe_unused]] unsigned index = 0;
  bool changed = false;
  ((changed |= put_bytes(to + Parameters<P...>::layout.offsets[index++], values)), ...);
  return changed;
}

}  // namespace detail
}  // namespace spawn
