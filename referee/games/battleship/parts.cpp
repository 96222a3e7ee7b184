#include "referee/games/battleship/parts.h"

#include <array>

#include "engines/battleship/battleship.h"

namespace referee {
namespace {

constexpr std::array<std::string_view, 1> kBattleshipOpponents = {"sample:battleship_hunt"};

}  // namespace

GameParts battleship_parts() {
  return {
      .game = engines::Battleship::kName,
      .input = play::battleship_input,
      .opponents = kBattleshipOpponents,
      .typical = {.turns = 0.6, .thinking = 0.01},
      .simple_bot = "sample:battleship_hunt",
  };
}

}  // namespace referee
