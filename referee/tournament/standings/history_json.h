#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "referee/tournament/standings/history.h"

namespace referee {

/// How encounters and results stand in a store: JSON text, compact, one line. What cannot be read throws
/// fields::Exception: a store is written by us alone, so it is damaged. What is read is sound in itself: as
/// many entrants as its kind of encounter has, none twice, `winner` one of them; a game's lists equally long.
/// Whether entrants exist, and whether a game has as many scores as its encounter entrants, is for the caller
/// to check.
std::string encounters_json(const std::vector<Encounter>& encounters);
std::vector<Encounter> read_encounters(std::string_view json);
std::string game_result_json(const GameResult& result);
GameResult read_game_result(std::string_view json);

}  // namespace referee
