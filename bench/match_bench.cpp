// One whole match of the real program (rules, clock, record) with the cheapest bots, over the floor of the
// same transport in the same run: a bare blocking ping-pong of lines of the same sizes. Judged is the
// processor time of the referee for an answer over that of the side of the ping-pong that asks. Turns per
// second are printed beside it: a core that sleeps, or other work on the machine, changes them. "One core":
// all processes, of floor or match, are bound to one. Usage: match_bench [ROUNDS [TURNS]]
#include <sched.h>

#include <cstdio>
#include <cstdlib>
#include <exception>
#include <functional>
#include <string>
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

/// What is measured in each round, beside its floor.
struct Measured {
  std::vector<double> floors{};
  std::vector<double> values{};
  std::vector<double> ratios{};

  void add(double floor, double value) {
    floors.push_back(floor);
    values.push_back(value);
    ratios.push_back(value / floor);
  }
};

struct Case {
  std::string what;
  bool one_core;
  const char* asked;  ///< of the processor time
  std::function<PlayedMatch()> play;
  int movers;  ///< seats that move in turn: `played` is one bot's view
  Measured rate{};
  Measured cpu{};

  void round() {
    const OneCore core(one_core);
    const PlayedMatch played = play();
    const PingPong floor = ping_pong(played.trips);
    rate.add(floor.trips_second, static_cast<double>(played.trips.size() - 1) * movers / played.seconds);
    cpu.add(floor.cpu_us_trip, played.cpu_us_turn / movers);
  }

  void print_rows() const {
    print({what + ": processor time", quantity(median(cpu.floors), 2, "us/trip"),
           quantity(median(cpu.values), 2, "us/answer"), median(cpu.ratios), asked});
    print({what, quantity(median(rate.floors), 0, "trips/s"), quantity(median(rate.values), 0, "turns/s"),
           median(rate.ratios)});
  }
};

void run(int rounds, int turns) {
  RealMatch match;
  const auto planets = [&] { return match.planets_dialled(turns); };
  std::vector<Case> cases = {
      {"one match, dialled bot, one core", true, "<= 2.2", planets, 1},
      {"one match, dialled bot, any core", false, "-", planets, 1},
      {"one match, launched bots, one core, clock wall", true, "<= 2.2",
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
    one.print_rows();
  }
}

}  // namespace

int main(int argc, char** argv) try {
  run(argc > 1 ? std::atoi(argv[1]) : 21, argc > 2 ? std::atoi(argv[2]) : 5000);
} catch (const std::exception& error) {
  std::fprintf(stderr, "match_bench: %s\n", error.what());
  return 1;
}
