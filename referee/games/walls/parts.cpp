#include "referee/games/walls/parts.h"

#include <array>

#include "engines/walls/walls.h"

namespace referee {
namespace {

constexpr std::array<std::string_view, 1> kWallsOpponents = {"sample:walls_search"};

}  // namespace

GameParts walls_parts() {
  return {
      .game = engines::Walls::kName,
      .input = play::walls_input,
      .opponents = kWallsOpponents,
      .typical = {.turns = 0.3, .thinking = 0.25},
      .simple_bot = "sample:walls_random",
  };
}

}  // namespace referee
