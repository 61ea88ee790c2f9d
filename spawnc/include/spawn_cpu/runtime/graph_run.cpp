// Runs of graphs: each node is a task of the scheduler; a conditional node makes the tasks of its body when it knows
// that they run (CUDA Programming Guide, "Conditional Graph Nodes").
#include "graph.h"

namespace spawn_cpu {
namespace {

class GraphRun : public std::enable_shared_from_this<GraphRun> {
 public:
  explicit GraphRun(const std::shared_ptr<Exec>& exec) : exec_(exec), nodes_(exec->nodes) {}

  void start(const TaskRef& end) {
    // defaults hold for a launch, not for a trip of a loop; without one, what the handle held is anybody's guess
    for (const auto& [handle, made] : exec_->handles) {
      if (made.flags & cudaGraphCondAssignDefault)
        exec_->values[handle] = made.default_value;
      else if (permutes())
        exec_->values[handle] = static_cast<unsigned>(choose(2));
    }
    run(nodes_, false, [this, self = shared_from_this(), end] { submit(end); });
  }

 private:
  void run(const std::vector<ExecNode>& nodes, bool in_body, std::function<void()> then) {
    const auto all = std::make_shared<Task>();
    all->operation = std::move(then);
    std::vector<TaskRef> begins, ends;
    for (const ExecNode& node : nodes) {
      const auto [begin, end] = tasks_of(node, in_body);
      for (const size_t before : node.after) wait_for(begin, ends[before]);
      wait_for(all, end);
      begins.push_back(begin);
      ends.push_back(end);
    }
    for (const TaskRef& begin : begins) submit(begin);
    submit(all);
  }

  std::pair<TaskRef, TaskRef> tasks_of(const ExecNode& node, bool in_body) {
    const Action& action = node.action;
    if (action.type == cudaGraphNodeTypeKernel) {
      const auto grid = make_grid(action.kernel, action.config);
      grid->in_conditional_body = in_body;
      return {grid, grid};
    }
    const auto begin = std::make_shared<Task>();
    if (action.type != cudaGraphNodeTypeConditional) {
      begin->operation = action.operation;
      return {begin, begin};
    }
    const auto end = std::make_shared<Task>();
    begin->operation = [this, self = shared_from_this(), &node, end] { decide(node, end); };
    return {begin, end};
  }

  void decide(const ExecNode& node, const TaskRef& end) {
    const unsigned value = exec_->values[node.action.handle];
    size_t body = value;
    if (node.action.condition != cudaGraphCondTypeSwitch) body = value != 0 ? 0 : 1;
    const bool repeats = node.action.condition == cudaGraphCondTypeWhile;
    if (body >= node.bodies.size()) {
      submit(end);
      return;
    }
    run(node.bodies[body], true, [this, self = shared_from_this(), &node, end, repeats] {
      if (repeats)
        decide(node, end);
      else
        submit(end);
    });
  }

  const std::shared_ptr<Exec> exec_;
  const std::vector<ExecNode> nodes_;
};

}  // namespace

cudaError_t launch_graph(const std::shared_ptr<Exec>& exec, cudaStream_t stream) {
  const auto run = std::make_shared<GraphRun>(exec);
  const auto begin = std::make_shared<Task>(), end = std::make_shared<Task>();
  ++end->waits_for;  // for the last node
  begin->operation = [run, end] { run->start(end); };
  wait_for(begin, exec->last);
  if (const cudaError_t error = submit_from_host(stream, begin)) return error;
  exec->last = end;
  return submit_from_host(stream, end);
}

}  // namespace spawn_cpu
