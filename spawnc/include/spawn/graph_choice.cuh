// How a region runs, by measurement.
//
// Of a loop, the state is in device memory, so a loop may begin in one mode and go on in another.
//
// Each mode that is possible gets a few trips at a time, one after the other, kSamples times, or kManySamples where it is a
// near thing; then the fastest goes on, the host where nothing is faster by 3%. Where a graph is, and kernels have many more
// blocks than run at once, blocks that take turns are one more mode. The slowest sample of each counts for nothing: one
// interrupt would be enough to choose for good what is slower. Nothing runs twice to be measured. A graph is built when
// it could have saved four times what it costs: on an H200, a graph takes 0.2 ms and 6 us a node to build, and a trip after
// which the host sees that there is another is 12 us that kernels do not take. So a loop of one trip gets none, and one of
// long trips loses nothing that shows.
#pragma once

#include <chrono>

#include "graph_exec.cuh"

namespace spawn {
namespace detail {

class Choice {
 public:
  static constexpr int kModes = 5;
  static constexpr int kInTurns = kModes - 1;  // the fastest of the others, with blocks in turns

  Mode mode(int index) const {
    constexpr Mode modes[kInTurns] = {
        {Mode::kPlain}, {Mode::kWhile, 1}, {Mode::kWhile, 16}, {Mode::kBlock, 16}};
    if (index < kInTurns) return modes[index];
    const Mode base = modes[base_];
    return {base.kind, base.steps, true};
  }
  // Trips that measure a mode: fewer where one takes long.
  long long trips_of(int index) const {
    constexpr double kLongUs = 100;
    constexpr long long trips[kInTurns] = {4, 16, 32, 16}, few[kInTurns] = {4, 4, 16, 16};
    return (modes_[0].count > 0 && rate(0) > kLongUs ? few : trips)[index < kInTurns ? index : base_];
  }

  // Whether the loop has kernels whose blocks may take turns.
  void may_take_turns(bool may) { may_take_turns_ = may; }

  bool is_made() const { return chosen_ >= 0; }
  int chosen() const { return chosen_; }
  bool is_possible(int index) const { return possible_[index]; }
  void exclude(int index) {
    possible_[index] = false;
    if (chosen_ == index || (chosen_ == kInTurns && base_ == index)) chosen_ = 0;
    if (index == base_) forget_turns();
    decide();
  }

  // The mode whose turn it is; `nodes_of(index)`: of its graph, 0 when it is built. While graphs that are not known have to
  // wait until they pay, the fastest of the others.
  template <typename NodesOf>
  int next(NodesOf&& nodes_of) const {
    int least = -1, fastest = 0;
    for (int index = 0; index < kModes; ++index) {
      if (!possible_[index] || trips_to_pay(nodes_of(index)) > saved_) continue;
      if (modes_[index].count < needed_) {
        if (least < 0 || modes_[index].count < modes_[least].count) least = index;
      } else if (modes_[fastest].count >= needed_ && rate(index) < rate(fastest)) {
        fastest = index;
      }
    }
    return least < 0 ? fastest : least;
  }

  // A graph is being built: the next one has to pay for itself.
  void builds(size_t nodes) { saved_ -= trips_to_pay(nodes); }

  // Whether only trips are missing before a graph is worth a try. Then the statements as written run, and cost about what they
  // did; one run in kLook is measured, as loops may be longer by now.
  template <typename NodesOf>
  bool waits(NodesOf&& nodes_of) {
    constexpr unsigned kLook = 16;
    if (is_made() || modes_[0].count < needed_ || mean_trips_ == 0 || next(nodes_of) != 0) return false;
    if (++waited_ % kLook == 0) return false;
    saved_ += mean_trips_ - 1;
    return true;
  }
  // A run that was measured.
  void saw(long long trips) {
    const double seen = static_cast<double>(trips);
    mean_trips_ = mean_trips_ == 0 ? seen : (mean_trips_ + seen) / 2;
    --saved_;
  }

  // What so many trips in a mode took. The first time that a mode runs counts for nothing: its graph is on its way.
  void add(int index, double microseconds, long long trips) {
    saved_ += static_cast<double>(trips);
    if (!warm_[index]) {
      warm_[index] = true;
      return;
    }
    modes_[index].add({microseconds, static_cast<double>(trips)});
    decide();
  }

  // After a run in the chosen mode, with its trips; 0: not known. Measures anew now and then, where what was learned
  // does not hold.
  void ran(double microseconds, long long trips) {
    constexpr double kWorse = 0.97;
    const double each = trips > 0 ? microseconds / static_cast<double>(trips) : 0;
    recent_us_ = recent_us_ == 0 ? each : 0.75 * recent_us_ + 0.25 * each;
    if (++runs_ < review_at_) return;
    review_at_ = 2 * runs_;
    if (chosen_ != 0 && recent_us_ < kWorse * rate(0)) return;
    for (Samples& samples : modes_) samples = {};
    forget_turns();
    recent_us_ = 0;
    needed_ = kSamples;
    chosen_ = -1;
  }

 private:
  static constexpr int kSamples = 3, kManySamples = 12;
  static constexpr double kGain = 0.97, kTripsOfGraph = 64, kTripsOfNode = 2;

  static double trips_to_pay(size_t nodes) {
    return nodes == 0 ? 0 : kTripsOfGraph + kTripsOfNode * static_cast<double>(nodes);
  }

  struct Sample {
    double us = 0, trips = 0;
    double rate() const { return us / trips; }
  };
  struct Samples {
    Sample all, slowest;
    double fastest = 0;  // rate
    int count = 0;

    void add(Sample sample) {
      all.us += sample.us;
      all.trips += sample.trips;
      if (count == 0 || sample.rate() < fastest) fastest = sample.rate();
      if (count++ == 0 || sample.rate() > slowest.rate()) slowest = sample;
    }
    // Microseconds a trip.
    double rate() const {
      return count < 2 ? all.rate() : Sample{all.us - slowest.us, all.trips - slowest.trips}.rate();
    }
  };

  double rate(int index) const { return modes_[index].rate(); }

  void decide() {
    int best = 0;
    bool is_near = false;
    for (int index = 0; index < kModes; ++index) {
      if (!possible_[index]) continue;
      if (modes_[index].count < needed_) return;
      if (index > 0 && rate(index) < (best == 0 ? kGain * rate(0) : rate(best))) best = index;
      is_near = is_near || (index > 0 && is_near_host(index));
    }
    // a graph that is far better is chosen whatever is near
    if (is_near && rate(best) > 0.8 * rate(0) && needed_ < kManySamples)
      needed_ = kManySamples;
    else if (best > 0 && base_ == 0 && may_take_turns_)
      base_ = best, possible_[kInTurns] = true;
    else
      chosen_ = best;
  }

  // Whether a mode may be a gain over the host, and may be none, as far as samples differ.
  bool is_near_host(int index) const {
    if (rate(index) < 0.8 * rate(0) || rate(index) > 1.25 * rate(0)) return false;
    return modes_[index].fastest < kGain * rate(0) && rate(index) > kGain * modes_[0].fastest;
  }

  void forget_turns() {
    base_ = 0;
    possible_[kInTurns] = warm_[kInTurns] = false;
    modes_[kInTurns] = {};
  }

  bool possible_[kModes] = {true, true, true, true, false}, warm_[kModes] = {};
  bool may_take_turns_ = false;
  int base_ = 0;  // the mode with which blocks in turns are tried; 0: none yet
  Samples modes_[kModes];
  // `saved_`: trips that no graph was built for.
  double saved_ = 0, recent_us_ = 0;
  double mean_trips_ = 0;  // of late; 0: not known
  unsigned waited_ = 0;
  int needed_ = kSamples, chosen_ = -1;
  unsigned long long runs_ = 0, review_at_ = 64;
};

// One for each order of size of a topology's grids: what pays for small ones may not for large ones.
class Choices {
 public:
  Choice& of(const Tape& tape) {
    size_t blocks = 0;
    for (const Op& op : tape.ops)
      if (op.type.kind == OpKind::kKernel) blocks += op.blocks();
    int order = 0;
    for (; blocks >= 4 && order + 1 < kOrders; blocks /= 4) ++order;
    return choices_[order];
  }
  void exclude(int index) {
    for (Choice& choice : choices_) choice.exclude(index);
  }

 private:
  static constexpr int kOrders = 12;
  Choice choices_[kOrders];
};

// Whether a sequence is worth its graph: by the time of the host, which is what few launches, or many patches, may cost
// more of. The least of several times is taken, as a full stream makes the host wait.
class SequenceChoice {
 public:
  bool declines() {
    if (plain_us_ == 0 || samples_ < kSamples || graph_us_ <= plain_us_) return false;
    if (++declined_ < review_at_) return true;
    review_at_ *= 2;
    declined_ = samples_ = 0;
    return false;
  }
  void ran_plain(double microseconds) {
    if (plain_us_ == 0 || microseconds < plain_us_) plain_us_ = microseconds;
  }
  // But for the run that builds it.
  void ran_graph(double microseconds) {
    if (samples_ == 0 || microseconds < graph_us_) graph_us_ = microseconds;
    if (samples_ < kSamples) ++samples_;
  }

 private:
  static constexpr int kSamples = 16;
  double plain_us_ = 0, graph_us_ = 0;
  int samples_ = 0;
  unsigned long long declined_ = 0, review_at_ = 256;
};

// The time that something takes, as the program sees it.
class Stopwatch {
 public:
  double microseconds() const {
    return std::chrono::duration<double, std::micro>(std::chrono::steady_clock::now() - begin_).count();
  }

 private:
  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
};

}  // namespace detail
}  // namespace spawn
