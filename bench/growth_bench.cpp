// What a match costs the referee in tournaments of about 100, 1,000 and 10,000 matches: `referee serve` with
// its store, records and reports, and players that dial in. Its processor time per match must stay the same,
// and its memory must depend on the running matches, not on the finished ones.
// Usage: growth_bench [MOST]   MOST: plays only tournaments with at most that many matches
#include <time.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/child.h"
#include "bench/crowd.h"
#include "bench/figures.h"
#include "bench/running_process.h"
#include "bench/sockets.h"
#include "tests/support/temp_folder.h"

namespace {

using namespace bench;

/// The memory allowed for each finished match, in KiB: its result (about 1, for standings, pairings and the
/// arbiter), and its lines in the pages while the referee writes them. Its record is not in memory.
constexpr double kAllowedKib = 3;
constexpr int kRounds = 3;  // of the smaller tournaments, before and after the largest

struct Size {
  std::size_t entrants = 0;
  std::size_t matches = 0;
  std::string format;     // JSON text
  std::string instances;  // likewise
};

/// Tournaments with the same entrants, so that as many matches run at once in each.
struct Kind {
  const char* what;
  const char* game;  // its name and options, as members of a JSON object
  const char* move;  // JSON text
  std::vector<Size> sizes;
};

/// The costs of a tournament from the moment when all players are connected.
struct Cost {
  double cpu_ms = 0;      // for each match
  double wall_ms = 0;     // likewise
  double memory_kib = 0;  // the peak until the end, minus the memory before the first match
};

double now_seconds() {
  timespec time{};
  ::clock_gettime(CLOCK_MONOTONIC, &time);
  return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec) * 1e-9;
}

std::string config_text(const Kind& kind, const Size& size, const std::string& folder) {
  return R"({"name":"growth",)" + std::string(kind.game) +
         R"(,"seed":1,"clock":{"kind":"per_move","ms":60000},"format":)" + size.format + R"(,"instances":)" +
         size.instances + R"(,"registration":"open","start":{"when":"all","min_entrants":)" +
         std::to_string(size.entrants) + R"(},"listen":{"host":"127.0.0.1","port":0},"store":")" + folder +
         R"(/growth.db","reports":")" + folder + R"(/out"})";
}

Cost play(const Kind& kind, const Size& size) {
  const test_support::TempFolder folder;
  const std::string config = folder / "growth.json";
  test_support::write_file(config, config_text(kind, size, folder.path().string()));
  Child referee({REFEREE, "serve", config, "--exit-when-done"}, folder / "log");
  const std::string announced = referee.line("listening on ");
  Crowd crowd(port_in(announced), kind.move);
  while (crowd.size() + 1 < size.entrants) {
    crowd.join();
  }
  const double cpu_before = cpu_seconds(referee.pid());
  const double memory_before = std::stod(status_of(referee.pid(), "VmRSS"));
  const double begun = now_seconds();
  crowd.join();
  crowd.play();
  const double ended = now_seconds();
  // The referee has closed its connections, but remains a process until we reap it.
  const Usage usage = referee.wait();
  if (crowd.turns() == 0) {
    throw std::runtime_error("nothing was played");
  }
  const auto matches = static_cast<double>(size.matches);
  return {(usage.cpu_seconds - cpu_before) * 1000 / matches, (ended - begun) * 1000 / matches,
          usage.most_kib - memory_before};
}

std::vector<Kind> kinds() {
  const char* planets = R"("game":"planets","options":{"map":{"name":"growth","grid":[[0,0,0]],"ship":[0,0],)"
                        R"("scraps":[{"location":[0,2],"value":1}],"ghosts":[],"turns":1}})";
  const char* walls = R"("game":"walls","options":{"n":3})";
  const auto seeds = [](int count) { return R"([{"seeds":"1-)" + std::to_string(count) + "\"}]"; };
  const auto swiss = [](int rounds) {
    return R"({"kind":"swiss","best_of":1,"rounds":)" + std::to_string(rounds) + "}";
  };
  const auto round_robin = [](int cycles) {
    return R"({"kind":"round_robin","best_of":1,"cycles":)" + std::to_string(cycles) + "}";
  };
  const std::string field = R"({"kind":"field"})";
  return {
      {"field of 100",
       planets,
       R"("R")",
       {{100, 100, field, seeds(1)}, {100, 1000, field, seeds(10)}, {100, 10000, field, seeds(100)}}},
      {"Swiss duels of 200",
       planets,
       R"("R")",
       {{200, 200, swiss(1), "[{}]"}, {200, 1000, swiss(5), "[{}]"}, {200, 10000, swiss(50), "[{}]"}}},
      {"round robin of 15",
       walls,
       R"("left")",
       {{15, 105, round_robin(1), "[{}]"},
        {15, 1050, round_robin(10), "[{}]"},
        {15, 9975, round_robin(95), "[{}]"}}},
  };
}

/// The rows that compare a tournament with a smaller one of its kind.
void print_growth(const Kind& kind, std::size_t from, const Cost& less, std::size_t to, const Cost& more) {
  const std::string what =
      std::string(kind.what) + ", " + std::to_string(to) + " matches over " + std::to_string(from) + ": ";
  print({what + "processor time", quantity(less.cpu_ms, 3, "ms/match"), quantity(more.cpu_ms, 3, "ms/match"),
         more.cpu_ms / less.cpu_ms, "<= 1.10"});
  print({what + "time", quantity(less.wall_ms, 3, "ms/match"), quantity(more.wall_ms, 3, "ms/match"),
         more.wall_ms / less.wall_ms});
  const double kept = (more.memory_kib - less.memory_kib) / static_cast<double>(to - from);
  print({what + "memory", quantity(kAllowedKib, 2, "KiB/match"), quantity(kept, 2, "KiB/match"),
         kept / kAllowedKib, "<= 1"});
}

Cost median_of(const std::vector<Cost>& costs) {
  const auto of = [&](double Cost::*part) {
    std::vector<double> values;
    for (const Cost& cost : costs) {
      values.push_back(cost.*part);
    }
    return median(values);
  };
  return {of(&Cost::cpu_ms), of(&Cost::wall_ms), of(&Cost::memory_kib)};
}

void run(const Kind& kind, std::size_t most) {
  const auto sizes = static_cast<std::size_t>(
      std::ranges::count_if(kind.sizes, [&](const Size& size) { return size.matches <= most; }));
  std::vector<std::vector<Cost>> costs(sizes);
  for (int round = 0; round < kRounds; ++round) {
    for (std::size_t i = 0; i < sizes; ++i) {
      if (i < 2 || round == kRounds / 2) {  // the largest is long enough for one measurement
        costs[i].push_back(play(kind, kind.sizes[i]));
      }
    }
  }
  for (std::size_t i = 1; i < sizes; ++i) {
    print_growth(kind, kind.sizes[i - 1].matches, median_of(costs[i - 1]), kind.sizes[i].matches,
                 median_of(costs[i]));
  }
}

}  // namespace

int main(int argc, char** argv) try {
  for (const Kind& kind : kinds()) {
    run(kind, argc > 1 ? static_cast<std::size_t>(std::atoi(argv[1])) : 100'000);
  }
} catch (const std::exception& error) {
  std::fprintf(stderr, "growth_bench: %s\n", error.what());
  return 1;
}
