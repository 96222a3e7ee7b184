#pragma once

#include "referee/games/game_parts.h"

/// The parts of Light Cycle that are in sources of their own; parts.cpp puts them together.
namespace referee {

namespace play {
std::unique_ptr<InputController> lightcycle_input(const InputSetup& setup);
}
namespace score {
/// Cycles of the team at `seat` that died needlessly in the match of a record of Light Cycle; `record` is its
/// text, JSON Lines. 0 for a match without turns. Throws std::exception for a text that is not such a record.
double needless_deaths(std::string_view record, std::size_t seat);
}  // namespace score

}  // namespace referee
