#include "referee/games/planets/parts.h"

#include <nlohmann/json.hpp>

#include "engines/planets/planets.h"

namespace referee {
namespace {

void complete_planets(nlohmann::json& options) {
  if (!options.contains("map")) {
    options["map"] = "three_blocks_ghosts";
  }
}

}  // namespace

GameParts planets_parts() {
  return {
      .game = engines::Planets::kName,
      .input = play::planets_input,
      .complete_options = complete_planets,
      .typical = {.turns = 0.3, .thinking = 0.01},
      .simple_bot = "sample:planets_greedy",
  };
}

}  // namespace referee
