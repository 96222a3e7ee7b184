#pragma once

#include <string>
#include <vector>

#include "engines/game.h"

namespace referee {

/// What the seats of a match see in the open turn. Each seat sees only what its player may know. In a game
/// that hides nothing, one text serves all seats.
class SeatViews {
 public:
  /// `game` must outlive this object.
  explicit SeatViews(const engines::Game& game) : game_(game), open_(game.hidden() ? game.seats() : 1) {}

  /// Writes the views of the turn that begins, for the seats that are to move.
  void open_turn(const std::vector<engines::Seat>& movers);
  /// What `seat` sees in the open turn: JSON text, until the next open_turn(). Empty for one that is not
  /// asked in a game that hides something.
  const std::string& of(engines::Seat seat) const { return open_[game_.hidden() ? seat : 0]; }

 private:
  const engines::Game& game_;
  std::vector<std::string> open_;  // by seat; one for all if nothing is hidden
};

}  // namespace referee
