// Regions: the ways in which what was recorded runs.
#pragma once

#include <climits>

#include "graph_ready.cuh"

namespace spawn {
namespace detail {

class RegionRuns : protected RegionGraphs {
 protected:
  RegionRuns(const char* where, const char* mode) : RegionGraphs(where) {
    if (mode && !read_mode(mode, &own_)) ignore_variable(where, mode, "a mode of loops");
  }

  // Of launches, copies and fills alone. The first runs of a region are no graph, whatever they hold: their calls are made as
  // they come, or the device would wait until the last one is recorded. Half of these runs are not even recorded: a program
  // may have a region that runs once, of a thousand launches. Measured (H200, HeCBench iso2dfd, 500 launches): 2.06 ms as
  // written, and 2.69 where that was recorded.
  void begin_sequence(cudaStream_t stream) {
    begin_recording(stream);
    issued_ = {};
    issued_us_ = 0;
    const unsigned long long after = graph_settings().after;
    if (!is_plain_ && ++sequences_ >= after) return;
    if (is_plain_ || sequences_ <= after / 2) keep_nothing();
    issue_ = [](RegionRecorder& recorder) {
      auto& self = static_cast<RegionRuns&>(recorder);
      const auto issue = [&] {
        self.run_plain(self.tape(), self.position() - 1, self.position(), 0, &self.issued_);
      };
      if (!self.keeps()) return issue();
      const Stopwatch watch;
      issue();
      self.issued_us_ += watch.microseconds();
    };
  }

  cudaError_t end_sequence() {
    const Finish finish(*this);
    if (is_empty()) return cudaSuccess;
    Entry* const kept = keeps() ? &settle(true) : nullptr;
    if (issue_) {
      counters_->used({Mode::kPlain});
      count(counters_->plain);
      if (kept && issued_.any == cudaSuccess) kept->choice.ran_plain(issued_us_);
      return issued_.told;
    }
    Entry& entry = *kept;
    const Mode mode{Mode::kGraph, 1};
    const Stopwatch watch;
    const bool may_run =
        !is_plain_ && is_launchable(entry) && !(graph_settings().declines && entry.choice.declines());
    const bool is_there = find(entry, mode) != nullptr;
    Executable* const made = may_run ? ready(entry, mode, true) : nullptr;
    if (made && launch(*made)) {
      if (is_there) entry.choice.ran_graph(watch.microseconds());
      return cudaSuccess;
    }
    counters_->used({Mode::kPlain});
    count(counters_->plain);
    Errors errors;
    run_plain(entry.tape, 0, entry.tape.ops.size(), 0, &errors);
    if (errors.any == cudaSuccess) entry.choice.ran_plain(watch.microseconds());
    return errors.told;
  }

  // `first`: the scalar that the first trip begins with; null where no launch takes it.
  bool end_loop(const void* first, size_t bytes) {
    const Finish finish(*this);
    Entry& entry = settle(false);
    const GraphSettings& settings = graph_settings();
    const Mode mode = settings.has_loop ? settings.loop : own_;
    trips_ = 0;
    goes_on_ = true;
    const bool is_auto = mode.kind == Mode::kAuto;
    const bool may_run = !is_plain_ && mode.kind != Mode::kPlain && is_launchable(entry) &&
                         !(is_auto && is_left_to_host(entry)) && has_report();
    if (may_run && first) std::memcpy(report_->snapshot.value, first, bytes);
    // where CUDA refuses the first trip, the statements as written begin with it
    const bool has_run = may_run && (is_auto ? run_by_choice(entry) : run_in(entry, mode)) && trips_ > 0;
    is_over_ = has_run && !goes_on_;
    if (!has_run) {
      counters_->used({Mode::kPlain});
      count(counters_->plain);
      return false;
    }
    std::memcpy(value_, report_->snapshot.value, sizeof value_);
    count(counters_->trips, static_cast<unsigned long long>(trips_));
    count(counters_->plain, !is_over_);
    return true;
  }

  long long trips_ = 0;
  bool is_over_ = false;
  alignas(16) unsigned char value_[kMostValueBytes] = {};

 private:
  // False: nothing runs of it, and what was recorded can still run as written.
  bool launch(Executable& made) {
    const QuietErrors quiet;
    if (cudaGraphLaunch(made.exec, stream_) != cudaSuccess) return false;
    counters_->used(made.mode);
    count(counters_->launches);
    return true;
  }

  // The first error of a run as written; the first that a call of the program's returned.
  struct Errors {
    cudaError_t any = cudaSuccess, told = cudaSuccess;
  };

  // Ops [begin, end) as written.
  void run_plain(const Tape& tape, size_t begin, size_t end, long long trip, Errors* errors) {
    for (size_t i = begin; i < end; ++i) {
      const Op& op = tape.ops[i];
      cudaError_t error = cudaSuccess;
      switch (op.type.kind) {
        case OpKind::kKernel:
        case OpKind::kStore:
          error = launch_plain(tape, i, trip);
          break;
        case OpKind::kCopy:
          error = cudaMemcpyAsync(op.to, op.from, op.bytes, op.type.copy, stream_);
          break;
        case OpKind::kSet:
          error = cudaMemsetAsync(op.to, op.value, op.bytes, stream_);
          break;
        case OpKind::kBranch:
          i = run_plain_branch(tape, i, trip, errors);
          break;
        case OpKind::kOtherwise:
        case OpKind::kBranchEnd:
        case OpKind::kLoop:
          break;
        case OpKind::kCheck:
          error = reinterpret_cast<cudaError_t (*)()>(const_cast<void*>(op.type.plain))();
          break;
        case OpKind::kForget:
          (void)cudaGetLastError();
          break;
      }
      if (errors->any == cudaSuccess) errors->any = error;
      // `<<<>>>` returns nothing
      if (errors->told == cudaSuccess && op.type.kind != OpKind::kKernel) errors->told = error;
    }
  }

  cudaError_t launch_plain(const Tape& tape, size_t index, long long trip) {
    const Op& op = tape.ops[index];
    Placed placed;
    placed.op = index;
    placed.form = op.type.plain ? Placed::kAsWritten : Placed::kWithStep;
    placed.step.base = trip;
    if (report_) std::memcpy(&placed.step.given, report_->snapshot.value, sizeof placed.step.given);
    const cudaKernelNodeParams& node = parameters().kernel(tape, placed);
    const dim3 grid = op.trip_grid < 0 ? node.gridDim : report_->snapshot.grid[op.trip_grid];
    return cudaLaunchKernel(static_cast<const void*>(node.func), grid, node.blockDim, node.kernelParams,
                            op.shared_bytes, stream_);
  }

  size_t run_plain_branch(const Tape& tape, size_t index, long long trip, Errors* errors) {
    const Op& op = tape.ops[index];
    const size_t middle = tape.end_of_side(index + 1);
    const bool has_otherwise = tape.ops[middle].type.kind == OpKind::kOtherwise;
    const size_t end = has_otherwise ? tape.end_of_side(middle + 1) : middle;
    alignas(16) unsigned char value[kMostValueBytes] = {};
    cudaError_t error = cudaMemcpyAsync(value, op.from, op.bytes, cudaMemcpyDefault, stream_);
    if (error == cudaSuccess) error = cudaStreamSynchronize(stream_);
    if (errors->any == cudaSuccess) errors->any = error;
    if (errors->told == cudaSuccess) errors->told = error;
    const unsigned char* const condition = tape.parameters(op) + op.parameters->offsets[1];
    if (op.decide(condition, value, 0))
      run_plain(tape, index + 1, middle, trip, errors);
    else
      run_plain(tape, middle + 1, end, trip, errors);
    return end;
  }

  // A loop in one mode, or the nearest to it that is possible.
  bool run_in(Entry& entry, Mode mode) {
    for (const Mode each : {mode, Mode{Mode::kWhile, 1}, Mode{Mode::kBlock, 16}}) {
      Executable* const made = is_possible(entry, each) ? ready(entry, each, false) : nullptr;
      if (!made) continue;
      while (can_go_on(entry.tape))
        if (!run_graph(*made, entry.tape, LLONG_MAX)) return false;
      return true;
    }
    return false;
  }

  // Whether there is another trip whose launches CUDA takes.
  bool can_go_on(const Tape& tape) {
    const Op& op = tape.ops.back();
    return goes_on_ && op.take(tape.parameters(op) + op.parameters->offsets[1], &report_->snapshot);
  }

  // False: an error that ends the loop.
  bool run_graph(Executable& made, const Tape& tape, long long most_trips) {
    report_->trips = trips_;
    report_->pause_at = most_trips;
    if (!launch(made)) return run_host(tape, most_trips);
    if (cudaStreamSynchronize(stream_) != cudaSuccess) return false;
    trips_ = report_->trips;
    goes_on_ = report_->goes_on;
    return true;
  }

  // Trips as written.
  bool run_host(const Tape& tape, long long most_trips) {
    counters_->used({Mode::kPlain});
    const Op& op = tape.ops.back();
    const unsigned char* const condition = tape.parameters(op) + op.parameters->offsets[1];
    while (trips_ < most_trips && can_go_on(tape)) {
      Errors errors;
      run_plain(tape, 0, tape.ops.size() - 1, trips_, &errors);
      cudaError_t error = errors.any;
      if (error == cudaSuccess)
        error = cudaMemcpyAsync(report_->snapshot.value, op.from, op.bytes, cudaMemcpyDefault, stream_);
      if (error != cudaSuccess || cudaStreamSynchronize(stream_) != cudaSuccess) return false;
      goes_on_ = op.decide(condition, report_->snapshot.value, ++trips_);
    }
    return true;
  }

  // Of the modes of auto: nodes that are not there yet, and have to pay.
  static auto nodes_to_build(Entry& entry, const Choice& choice) {
    return [&](int index) -> size_t {
      const Mode mode = choice.mode(index);
      const bool is_free = mode.kind == Mode::kPlain || !graph_settings().declines || find(entry, mode);
      return is_free ? 0 : GraphBuilder::count(entry.tape, mode);
    };
  }

  // Whether the statements as written are the choice, or no graph is worth what it takes to build.
  bool is_left_to_host(Entry& entry) {
    Choice& choice = entry.choices.of(entry.tape);
    for (int index = 1; index < Choice::kModes && !choice.is_made(); ++index)
      if (choice.is_possible(index) && !is_possible(entry, choice.mode(index))) choice.exclude(index);
    if (choice.is_made() && choice.chosen() == 0) choice.ran(0, 0);
    return (choice.is_made() && choice.chosen() == 0) || choice.waits(nodes_to_build(entry, choice));
  }

  bool run_by_choice(Entry& entry) {
    Choice& choice = entry.choices.of(entry.tape);
    choice.may_take_turns(entry.tape.can_take_turns());
    // what was put into the stream before the loop is none of its time
    if (!choice.is_made() && cudaStreamSynchronize(stream_) != cudaSuccess) return false;
    bool has_room = true;
    while (can_go_on(entry.tape)) {
      const bool is_made = choice.is_made();
      const int index = !has_room ? 0
                        : is_made ? choice.chosen()
                                  : choice.next(nodes_to_build(entry, choice));
      const long long most = is_made || !has_room ? LLONG_MAX : trips_ + choice.trips_of(index),
                      before = trips_;
      const Stopwatch watch;
      if (index > 0) choice.builds(nodes_to_build(entry, choice)(index));
      Executable* const made = index > 0 ? ready(entry, choice.mode(index), false) : nullptr;
      if (index > 0 && !made) {
        if (entry.is_refused) entry.choices.exclude(index);
        has_room = entry.is_refused;
        continue;
      }
      if (!(made ? run_graph(*made, entry.tape, most) : run_host(entry.tape, most))) return false;
      if (is_made)
        choice.ran(watch.microseconds(), trips_ - before);
      else if (has_room)
        choice.add(index, watch.microseconds(), trips_ - before);
    }
    choice.saw(trips_);
    return true;
  }

  Mode own_;
  bool goes_on_ = false;
  unsigned long long sequences_ = 0;
  Errors issued_;
  double issued_us_ = 0;
};

}  // namespace detail
}  // namespace spawn
