#pragma once

#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace random_records {

using engines::Json;
using engines::Rng;

/// Draws random options and moves of one game.
struct RandomGame {
  std::string_view name;
  /// Valid options: all sizes, maps and kinds. Mostly small boards, so that players meet and records stay
  /// short.
  Json (*options)(Rng&);
  /// A move as a bot with a bug might send it: illegal, malformed, or legal but bad.
  Json (*odd_move)(Rng&);
};

Json planets_options(Rng& rng);
Json planets_odd_move(Rng& rng);
Json lightcycle_options(Rng& rng);
Json lightcycle_odd_move(Rng& rng);
Json snake_options(Rng& rng);
Json snake_odd_move(Rng& rng);
Json walls_options(Rng& rng);
Json walls_odd_move(Rng& rng);
Json superball_options(Rng& rng);
Json superball_odd_move(Rng& rng);
Json battleship_options(Rng& rng);
Json battleship_odd_move(Rng& rng);

/// All games, in the order of engines/games.def.
std::span<const RandomGame> random_games();
/// nullptr if no game has that name.
const RandomGame* find_random_game(std::string_view name);

}  // namespace random_records
