#pragma once

#include <optional>
#include <stdexcept>
#include <string>

#include "engines/game.h"

namespace step {

/// Who looks on, by the option --seat: the player at that seat, or without one everybody. Throws
/// std::invalid_argument if the game has no such seat.
inline engines::Observer observer_of(std::optional<engines::Seat> seat, const engines::Game& game) {
  if (!seat) {
    return engines::Observer::everybody();
  }
  if (*seat >= game.seats()) {
    throw std::invalid_argument("--seat: got " + std::to_string(*seat) + ", expected 0 to " +
                                std::to_string(game.seats() - 1));
  }
  return engines::Observer::seat(*seat);
}

}  // namespace step
