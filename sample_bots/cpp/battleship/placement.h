#pragma once

#include "sample_bots/cpp/battleship/board.h"
#include "sample_bots/cpp/runtime/bot.h"

namespace battleship {

/// Whether the turn with this view asks for the ships, and not for a shot.
bool asks_for_placement(const Json& view);

/// The move of the first turn: all ships on places drawn by chance.
Json random_placement(const Rules& rules, bots::Rng& rng);

}  // namespace battleship
