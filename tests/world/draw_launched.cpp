#include "tests/world/draw_launched.h"

#include <algorithm>
#include <string>
#include <vector>

#include "tests/support/tournament_fixture.h"
#include "tests/world/simulated_process.h"
#include "tests/world/telling_game.h"
#include "tests/world/workers.h"

namespace world {

using referee::Milliseconds;

namespace {

constexpr std::size_t kMostLaunched = 9;

Json draw_format(Random& random, std::size_t entrants) {
  const int best_of = 1 + static_cast<int>(draw(random, 3));
  switch (draw(random, 4)) {
    case 0:
      return {{"kind", "round_robin"}, {"best_of", best_of}};
    case 1:
      return {{"kind", "double_elimination"}, {"best_of", best_of}};
    default: {
      const std::uint64_t most = entrants - 1;
      return {{"kind", "swiss"}, {"rounds", 1 + draw(random, most)}, {"best_of", best_of}};
    }
  }
}

}  // namespace

referee::TournamentConfig draw_launched(Random& random, const test_support::TempFolder& folder) {
  std::vector<std::string> names(2 + draw(random, kMostLaunched - 1));
  for (std::size_t i = 0; i < names.size(); ++i) {
    names[i] = "bot" + std::to_string(i);
  }
  const Json format = draw_format(random, names.size());
  referee::TournamentConfig config =
      test_support::sums_tournament(folder, names, format, {{"turns", 1 + draw(random, 12)}});
  config.game = &telling_game("sums");
  config.clock = referee::ClockSpec();
  config.clock.ms = 1 + static_cast<std::int64_t>(draw(random, 2000));
  config.clock.silence_ms = config.clock.ms * (2 + static_cast<std::int64_t>(draw(random, 20)));
  config.clock.wall_ms = config.clock.ms * (2 + static_cast<std::int64_t>(draw(random, 20)));
  if (draw(random, 3) == 0) {
    config.clock.ponder = referee::Ponder::charged;
  }
  for (referee::EntrantSpec& entrant : config.entrants) {
    if (draw(random, 3) == 0) {
      entrant.bot = SimulatedStarter::command_of(entrant.name);
    }
  }
  config.parallel = 1 + draw(random, 4);
  config.keep_bots = draw(random, 2) == 0;
  config.no_show = Milliseconds(1000 + static_cast<Milliseconds::rep>(draw(random, 60'000)));
  if (draw(random, 4) == 0) {
    launch_at_workers(random, folder, config);
  }
  return config;
}

void make_launched(Random& random, const referee::TournamentConfig& config, DialledBot::Person& person) {
  person.program = draw_program(random);
  person.stamped = draw(random, 4) > 0;
  person.path = {.longest_piece = person.path.longest_piece};
  person.most_wall = Milliseconds(std::min(config.clock.wall_ms, config.clock.silence_ms));
  person.late_after = Milliseconds(config.clock.ms);
  person.most_thinking = person.late_after;
}

}  // namespace world
