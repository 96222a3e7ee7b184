#include "bench/search/random_records/random_game.h"

#include <algorithm>
#include <array>

namespace random_records {
namespace {

constexpr std::array kGames = {
    RandomGame{"planets", planets_options, planets_odd_move},
    RandomGame{"lightcycle", lightcycle_options, lightcycle_odd_move},
    RandomGame{"snake", snake_options, snake_odd_move},
    RandomGame{"walls", walls_options, walls_odd_move},
    RandomGame{"superball", superball_options, superball_odd_move},
    RandomGame{"battleship", battleship_options, battleship_odd_move},
};

}  // namespace

std::span<const RandomGame> random_games() { return kGames; }

const RandomGame* find_random_game(std::string_view name) {
  const auto at = std::ranges::find(kGames, name, &RandomGame::name);
  return at == kGames.end() ? nullptr : &*at;
}

}  // namespace random_records
