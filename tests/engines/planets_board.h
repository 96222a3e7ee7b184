#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"

/// Short ways to write tests of Planets.
namespace engines {

/// A map drawn row by row: `.` empty, `#` asteroid, a digit for a nebula; `S` the ship, `a` `b` `c` ...
/// scraps of values 10, 20, 30 ..., both on empty cells. Row and column count from 0.
Json planets_map(const std::vector<std::string>& rows, const std::vector<Json>& ghosts = {}, int turns = 50);
Json backandforth(int row, int col, std::string_view heading, int transparency = 0);
Json towardplayer(int row, int col, int transparency = 0);

std::unique_ptr<Game> start_planets(const Json& map);
/// Plays these letters, one per turn; returns the events of the last turn.
Json fly(Game& game, std::string_view letters);
/// The current [row,column].
Json ship_cell(const Game& game);
Json ghost_cell(const Game& game, std::size_t ghost = 0);
/// The ghost's cell after each of these turns.
Json ghost_path(Game& game, std::string_view letters, std::size_t ghost = 0);

}  // namespace engines
