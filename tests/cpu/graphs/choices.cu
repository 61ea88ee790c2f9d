// What auto chooses, with times that are made up.
// prints: chunks 1 0 0 0, then 21 1 0 0, then 21 7 1 0, then 21 7 3 1; chosen while:16
// prints: a slow while: 31 4 1 0; chosen while:16
// prints: with host at 3.1 us a trip: while; at 3.0: plain; at 3.09: plain
// prints: host at 14 us a trip, once at 60: plain
// prints: without clones: while; without anything: plain
// prints: blocks in turns, faster: in turns, while:16 3; no faster: while:16; beside the host: plain 0; refused: plain, block:16
// prints: short program: a graph in run 29, after 23 that wait
// prints: one trip, a thousand times: a graph in run 0; then a hundred trips: in run 13
// prints: 63 runs later: while:16; when it is slower than the host: nothing, and then plain
// prints: plain: chosen anew after 64 128 256 runs
// prints: sequence: declined after 16 runs, for 255 511 1023 runs; a faster one is not
#include <cstdio>
#include <spawn/graph.cuh>

using spawn::detail::Choice;
using spawn::detail::SequenceChoice;

static const char* name(int index) {
  static const char* const names[] = {"plain", "while", "while:16", "block:16", "in turns"};
  return index < 0 ? "nothing" : names[index];
}

struct Measured {
  Choice choice;
  int chunks[Choice::kModes] = {};
  double us[Choice::kModes];  // a trip
  size_t nodes[Choice::kModes] = {0, 10, 20, 20, 20};

  // `turns`: of the best of the graphs, with blocks in turns; 0: that is not possible.
  Measured(double host, double repeat, double repeat16, double block, double turns = 0)
      : us{host, repeat, repeat16, block, turns} {
    choice.may_take_turns(turns > 0);
  }

  int next() const {
    return choice.next([this](int index) { return chunks[index] > 0 ? size_t{0} : nodes[index]; });
  }
  void step() {
    const int index = next();
    if (chunks[index] == 0) choice.builds(nodes[index]);
    const long long trips = choice.trips_of(index);
    choice.add(index, us[index] * static_cast<double>(trips), trips);
    ++chunks[index];
  }
  const char* chosen() {
    while (!choice.is_made()) step();
    return name(choice.chosen());
  }
};

int main() {
  {
    Measured m(13, 5.7, 3, 3.4), slow(13, 30, 3, 3.4);
    const auto print_chunks = [](const Measured& of) {
      printf("%d %d %d %d", of.chunks[0], of.chunks[1], of.chunks[2], of.chunks[3]);
    };
    m.step();
    printf("chunks ");
    for (int index = 1; index < Choice::kInTurns; ++index) {
      print_chunks(m);
      printf(", then ");
      while (m.chunks[index] == 0) m.step();
    }
    print_chunks(m);
    printf("; chosen %s\na slow while: ", m.chosen());
    while (slow.chunks[2] == 0) slow.step();
    print_chunks(slow);
    printf("; chosen %s\n", slow.chosen());

    Measured few(3.1, 3, 3.2, 3.4), equal(3.0, 3, 3.2, 3.4), little(3.09, 3, 3.2, 3.4);
    printf("with host at 3.1 us a trip: %s; at 3.0: %s; at 3.09: %s\n", few.chosen(), equal.chosen(),
           little.chosen());

    Measured interrupted(14, 18, 18, 18);
    while (!interrupted.choice.is_made()) {
      const bool is_late = interrupted.next() == 0 && interrupted.chunks[0] == 2;
      interrupted.us[0] = is_late ? 60 : 14;
      interrupted.step();
    }
    printf("host at 14 us a trip, once at 60: %s\n", interrupted.chosen());

    Measured no_clones(13, 5.7, 1, 1), nothing(13, 1, 1, 1);
    no_clones.choice.exclude(2), no_clones.choice.exclude(3);
    for (int index = 1; index < Choice::kInTurns; ++index) nothing.choice.exclude(index);
    printf("without clones: %s; without anything: %s\n", no_clones.chosen(), nothing.chosen());
  }
  {
    Measured faster(13, 5.7, 3, 3.4, 2), same(13, 5.7, 3, 3.4, 3), beside(3, 5.7, 4, 4, 1),
        refused(13, 5, 5, 3, 1);
    printf("blocks in turns, faster: %s", faster.chosen());
    const spawn::detail::Mode mode = faster.choice.mode(Choice::kInTurns);
    printf(", %s %d", mode.in_turns ? name(mode.kind == mode.kWhile && mode.steps == 16 ? 2 : 0) : "not",
           faster.chunks[4] - 1);
    printf("; no faster: %s", same.chosen());
    printf("; beside the host: %s %d", beside.chosen(), beside.chunks[4]);
    refused.chosen();
    refused.choice.exclude(3);
    printf("; refused: %s", name(refused.choice.chosen()));
    Measured late(13, 5, 5, 3, 1);
    late.chosen();
    late.choice.exclude(Choice::kInTurns);
    printf(", %s\n", late.chosen());
  }
  {
    Measured m(13, 5.7, 3, 3.4);
    const auto nodes_of = [&](int index) { return m.nodes[index]; };
    int runs = 1, waits = 0;
    for (;; ++runs) {
      if (m.choice.waits(nodes_of)) {
        ++waits;
        continue;
      }
      if (m.next() != 0) break;
      m.step();
      m.choice.saw(4);
    }
    printf("short program: a graph in run %d, after %d that wait\n", runs, waits);
  }
  {
    Measured m(13, 5.7, 3, 3.4);
    const auto nodes_of = [&](int index) { return m.nodes[index]; };
    const auto runs_until_graph = [&](int most, long long trips) {
      for (int run = 1; run <= most; ++run) {
        if (m.choice.waits(nodes_of)) continue;
        if (m.next() != 0) return run;
        m.choice.add(0, 13.0 * static_cast<double>(trips), trips);
        m.choice.saw(trips);
      }
      return 0;
    };
    const int never = runs_until_graph(1000, 1), long_loops = runs_until_graph(1000, 100);
    printf("one trip, a thousand times: a graph in run %d; then a hundred trips: in run %d\n", never,
           long_loops);
  }
  {
    Measured m(13, 5.7, 3, 3.4);
    m.chosen();
    for (int run = 0; run < 63; ++run) m.choice.ran(300, 100);
    printf("63 runs later: %s; ", name(m.choice.chosen()));
    for (int run = 0; run < 65; ++run) m.choice.ran(2000, 100);
    printf("when it is slower than the host: %s, ", name(m.choice.chosen()));
    m.us[2] = m.us[1] = m.us[3] = 20;
    printf("and then %s\n", m.chosen());
  }
  {
    Measured m(3, 5.7, 4, 4);
    m.chosen();
    printf("plain: chosen anew after");
    for (int review = 0, runs = 0; review < 3;) {
      m.choice.ran(0, 0);
      ++runs;
      if (m.choice.is_made()) continue;
      printf(" %d", runs);
      m.chosen();
      ++review;
    }
    printf(" runs\n");
  }
  {
    SequenceChoice slow, fast;
    int runs = 0;
    for (int i = 0; i < 8; ++i) slow.ran_plain(7 + i), fast.ran_plain(7 + i);
    for (; !slow.declines(); ++runs) slow.ran_graph(8);
    printf("sequence: declined after %d runs, for", runs);
    for (int review = 0; review < 3; ++review) {
      int declined = 1;
      while (slow.declines()) ++declined;
      printf(" %d", declined);
      for (int i = 0; i < 16; ++i) slow.ran_graph(8);
      slow.declines();
    }
    printf(" runs");
    bool declines = false;
    for (int i = 0; i < 100; ++i) fast.ran_graph(i % 9 ? 30 : 6), declines = declines || fast.declines();
    printf("; a faster one is %s\n", declines ? "declined" : "not");
  }
  return 0;
}
