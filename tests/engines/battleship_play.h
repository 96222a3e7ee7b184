#pragma once

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "engines/game.h"
#include "tests/engines/play.h"

/// Battleship as its tests play it: most games on 5 x 5 cells with a ship of two cells and one of one.
namespace engines {

inline const Observer kSeat0 = Observer::seat(0);
inline const Observer kSeat1 = Observer::seat(1);
inline const Observer kAll = Observer::everybody();
inline const Observer kSpectator = Observer::spectator();

std::unique_ptr<Game> battleship_game(std::string_view options = "{}", const Seed& seed = {});

/// A ship as a player places it.
Json ship(int row, int col, int length, bool across);
/// The answer of the first turn.
Json fleet(const std::vector<Json>& ships);

inline constexpr std::string_view kSmall = R"({"size":5,"ships":[2,1]})";
extern const Json kFleet;
extern const Json kOtherFleet;

/// A small game after the first turn: seat 0 has kFleet, seat 1 kOtherFleet.
std::unique_ptr<Game> placed();

/// The board of `seat` in the view of `observer`.
std::vector<std::string> board(const Game& game, Observer observer, Seat seat);

}  // namespace engines
