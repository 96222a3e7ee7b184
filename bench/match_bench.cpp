// Turns per second of one whole match of the real program (rules, clock, record) with the cheapest bots, over
// the floor of the same transport in the same run: a bare blocking ping-pong of lines of the same sizes.
// "One core": all processes, of floor or match, are bound to one. Usage: match_bench [ROUNDS [TURNS]]
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <vector>

#include "bench/figures.h"
#include "bench/ping_pong.h"
#include "bench/real_match.h"

namespace {

using namespace bench;

/// Binds this process, and those that it starts, to the first of the cores that it may use.
class OneCore {
 public:
  explicit OneCore(bool wanted) {
    ::sched_getaffinity(0, sizeof before_, &before_);
    cpu_set_t first;
    CPU_ZERO(&first);
    for (int core = 0; wanted && core < CPU_SETSIZE; ++core) {
      if (CPU_ISSET(core, &before_)) {
        CPU_SET(core, &first);
        ::sched_setaffinity(0, sizeof first, &first);
        break;
      }
    }
  }
  ~OneCore() { ::sched_setaffinity(0, sizeof before_, &before_); }
  OneCore(const OneCore&) = delete;
  OneCore& operator=(const OneCore&) = delete;

 private:
  cpu_set_t before_{};
};

struct Case {
  const char* what;
  bool one_core;
  const char* asked;
  std::function<PlayedMatch()> play;
  int movers;  ///< seats that move in turn: `played` is one bot's view
  std::vector<double> floors{};
  std::vector<double> turns{};
  std::vector<double> ratios{};

  void round() {
    const OneCore core(one_core);
    const PlayedMatch played = play();
    floors.push_back(ping_pong(played.trips));
    turns.push_back(static_cast<double>(played.trips.size() - 1) * movers / played.seconds);
    ratios.push_back(turns.back() / floors.back());
  }
};

void run(int rounds, int turns) {
  RealMatch match;
  const auto planets = [&] { return match.planets_dialled(turns); };
  std::vector<Case> cases = {
      {"one match, dialled bot, one core", true, ">= 0.55", planets, 1},
      {"one match, dialled bot, any core", false, "-", planets, 1},
      {"one match, launched bots, one core, clock wall", true, ">= 0.55",
       [&] { return match.walls_launched("wall"); }, 2},
      {"one match, launched bots, one core, clock cpu", true, "-",
       [&] { return match.walls_launched("cpu"); }, 2},
  };
  for (int round = 0; round < rounds; ++round) {
    for (Case& one : cases) {
      one.round();
    }
  }
  for (const Case& one : cases) {
    print({one.what, quantity(median(one.floors), 0, "trips/s"), quantity(median(one.turns), 0, "turns/s"),
           median(one.ratios), one.asked});
  }
}

}  // namespace

int main(int argc, char** argv) try {
  run(argc > 1 ? std::atoi(argv[1]) : 21, argc > 2 ? std::atoi(argv[2]) : 5000);
} catch (const std::exception& error) {
  std::fprintf(stderr, "match_bench: %s\n", error.what());
  return 1;
}
