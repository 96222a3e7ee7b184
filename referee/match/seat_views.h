#pragma once

#include <string>
#include <vector>

#include "engines/game.h"

namespace referee {

/// What the seats of a match see in the open turn. Each seat sees only what its player may know. If all
/// have the same view, one text serves them.
class SeatViews {
 public:
  /// `game` must outlive this object.
  explicit SeatViews(const engines::Game& game)
      : game_(game), open_(game.has_one_view() ? 1 : game.seats()) {}

  /// Writes the views of the turn that begins, for the seats that are to move.
  void open_turn(const std::vector<engines::Seat>& movers);
  /// What `seat` sees in the open turn: JSON text, until the next open_turn(). Empty for one that is not
  /// asked, if views differ.
  const std::string& of(engines::Seat seat) const { return open_[open_.size() == 1 ? 0 : seat]; }

 private:
  const engines::Game& game_;
  std::vector<std::string> open_;  // by seat, or one for all
};

}  // namespace referee
