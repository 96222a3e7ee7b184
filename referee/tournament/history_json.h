#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/history.h"

namespace referee {

/// How encounters and results stand in a store: JSON text. What cannot be read throws fields::Exception: a
/// store is written by us alone, so it is damaged.
std::string encounters_json(const std::vector<Encounter>& encounters);
std::vector<Encounter> read_encounters(std::string_view json);
std::string game_result_json(const GameResult& result);
GameResult read_game_result(std::string_view json);

}  // namespace referee
