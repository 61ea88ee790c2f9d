// The structure of graphs as text, for tests that have no GPU to ask.
#include <cstdio>
#include <cstdlib>

#include "graph.h"

namespace spawn_cpu {
namespace {

FILE* output() {
  static FILE* const file = [] {
    const char* path = std::getenv("SPAWN_CPU_GRAPHS");
    return path && *path ? std::fopen(path, "a") : nullptr;
  }();
  return file;
}

std::string size_text(dim3 size) {
  char text[64];
  if (size.y == 1 && size.z == 1)
    std::snprintf(text, sizeof text, "%u", size.x);
  else
    std::snprintf(text, sizeof text, "(%u,%u,%u)", size.x, size.y, size.z);
  return text;
}

std::string conditional_text(const Exec& exec, const ExecNode& node) {
  static const char* const names[] = {"if", "while", "switch"};
  std::string text = names[node.action.condition];
  const Handle& handle = exec.handles.at(node.action.handle);
  if (handle.flags & cudaGraphCondAssignDefault)
    text += ", " + std::to_string(handle.default_value) + " at first";
  return text;
}

void print_nodes(const Exec& exec, const std::vector<ExecNode>& nodes, int depth) {
  for (size_t number = 0; number < nodes.size(); ++number) {
    const ExecNode& node = nodes[number];
    const bool is_conditional = node.action.type == cudaGraphNodeTypeConditional;
    const std::string text = is_conditional ? conditional_text(exec, node) : node.action.text;
    std::fprintf(output(), "%*s%s", 2 * depth, "", text.c_str());
    // a node that follows the one above it needs no words
    const bool follows = number == 0 ? node.after.empty() : node.after == std::vector<size_t>{number - 1};
    if (!follows) std::fprintf(output(), " after");
    for (size_t i = 0; !follows && i < node.after.size(); ++i)
      std::fprintf(output(), " %zu", node.after[i] + 1);
    std::fputc('\n', output());
    for (size_t body = 0; body < node.bodies.size(); ++body) {
      if (body > 0) std::fprintf(output(), "%*selse\n", 2 * depth, "");
      print_nodes(exec, node.bodies[body], depth + 1);
    }
  }
}

}  // namespace

std::string kernel_text(const char* name, const Configuration& config) {
  std::string text =
      std::string("kernel ") + name + " <<<" + size_text(config.grid) + ", " + size_text(config.block);
  if (config.shared_bytes > 0) text += ", " + std::to_string(config.shared_bytes);
  return text + ">>>";
}

void print_graph(const Exec& exec) {
  if (!output()) return;
  std::fprintf(output(), "graph %llu\n", static_cast<unsigned long long>(exec.number));
  print_nodes(exec, exec.nodes, 1);
  std::fflush(output());
}

void print_graph_event(const char* what, const Exec& exec, const Action* action) {
  if (!output()) return;
  std::fprintf(output(), "%s %llu%s%s\n", what, static_cast<unsigned long long>(exec.number),
               action ? ": " : "", action ? action->text.c_str() : "");
  std::fflush(output());
}

}  // namespace spawn_cpu
