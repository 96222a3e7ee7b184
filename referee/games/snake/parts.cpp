#include "referee/games/snake/parts.h"

#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engines/snake/snake.h"

namespace referee {
namespace {

constexpr int kTurnsForPeople = 100'000;  // a person takes a turn for each step

void complete_snake(nlohmann::json& options) {
  if (!options.contains("maze")) {
    options["maze"] = "c3_garden";
  }
  if (!options.contains("max_turns")) {
    options["max_turns"] = kTurnsForPeople;
  }
  if (options.contains("whole_path") && options["whole_path"] == true) {
    throw std::invalid_argument("options.whole_path: got true, expected false: a person goes step by step");
  }
}

}  // namespace

GameParts snake_parts() {
  return {
      .game = engines::Snake::kName,
      .input = play::snake_input,
      .complete_options = complete_snake,
      .typical = {.turns = 0.02, .thinking = 0.05},
      .simple_bot = "sample:snake_right_hand",
  };
}

}  // namespace referee
