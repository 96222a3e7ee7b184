#include "referee/games/lightcycle/parts.h"

#include <array>

#include <nlohmann/json.hpp>

#include "engines/lightcycle/lightcycle.h"

namespace referee {
namespace {

constexpr std::array<std::string_view, 2> kLightcycleOpponents = {"sample:lightcycle_smart",
                                                                  "sample:lightcycle_dumb"};

constexpr std::array kLightcycleMeasures = {GameMeasure{.key = "needless_deaths",
                                                        .text = "needless deaths",
                                                        .more_is_better = false,
                                                        .value = score::needless_deaths}};

/// Makes the handout's arena smaller, unless the options name an arena.
void complete_lightcycle(nlohmann::json& options) {
  if (!options.contains("size") && !options.contains("starts")) {
    options.update(nlohmann::json::parse(R"({"size":40,
        "starts":[[[39,10],[39,20],[39,30]],[[10,39],[20,39],[30,39]],
                  [[0,10],[0,20],[0,30]],[[10,0],[20,0],[30,0]]]})"));
  }
}

}  // namespace

GameParts lightcycle_parts() {
  return {
      .game = engines::LightCycle::kName,
      .input = play::lightcycle_input,
      .opponents = kLightcycleOpponents,
      .complete_options = complete_lightcycle,
      .typical = {.turns = 0.25, .thinking = 0.02},
      .simple_bot = "sample:lightcycle_dumb",
      .measures = kLightcycleMeasures,
  };
}

}  // namespace referee
