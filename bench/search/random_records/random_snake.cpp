#include <string>

#include "bench/search/random_records/draw.h"
#include "bench/search/random_records/random_game.h"
#include "engines/snake/builtin_mazes.h"
#include "tests/engines/snake_random_maze.h"

namespace random_records {

Json snake_options(Rng& rng) {
  Json options = Json::object({{"body", chance(rng, 700)}, {"whole_path", chance(rng, 150)}});
  if (chance(rng, 900)) {
    options["maze"] = engines::random_snake_maze(rng);
  } else {
    const auto mazes = engines::snake_mazes();
    options["maze"] = std::string(mazes[engines::below(rng, mazes.size())].name);
  }
  if (chance(rng, 500)) {
    options["max_steps"] = between(rng, 1, 500);
  }
  options["max_turns"] = between(rng, 1, 100);
  return options;
}

Json snake_odd_move(Rng& rng) {
  static const std::array<Json, 6> kMoves = {"", "n", "NSW", "N S", 7, Json()};
  if (chance(rng, 500)) {
    return any_of(rng, kMoves);
  }
  // A long walk in random directions: legal, but the game refuses a step of most.
  std::string steps(between(rng, 1, 300), 'N');
  for (char& step : steps) {
    step = "NSEO"[engines::below(rng, 4)];
  }
  return steps;
}

}  // namespace random_records
