#pragma once

#include <span>
#include <string_view>

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace random_records {

using engines::Json;
using engines::Rng;

/// How random games of one game are drawn.
struct RandomGame {
  std::string_view name;
  /// Valid options: sizes, maps, kinds of everything. Mostly small, so that things meet and records stay
  /// short.
  Json (*options)(Rng&);
  /// What a bot with a fault of its own might say: illegal, malformed, or legal and unwise.
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
/// nullptr if there is none of that name.
const RandomGame* find_random_game(std::string_view name);

}  // namespace random_records
