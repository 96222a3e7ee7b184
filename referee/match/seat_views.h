#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

#include "engines/game.h"

namespace referee {

/// What the seats of a match see: the views of the open turn, and those of past turns, for bots that
/// reconnect. Each seat sees only what its player may know. In a game that hides nothing, one text serves all
/// seats.
class SeatViews {
 public:
  /// `game` must outlive this object. `keeps_past`: a bot may reconnect and ask for the past turns.
  SeatViews(const engines::Game& game, bool keeps_past);

  /// Writes the views of the turn that begins.
  void open_turn();
  /// What `seat` sees in the open turn: JSON text, until the next open_turn().
  const std::string& of(engines::Seat seat) const { return shown_to(seat).open; }
  /// The open turn is over: it becomes the newest past turn.
  void close_turn();

  /// The past turns as `seat` saw them: the latest ones, with up to 4 MiB of views.
  struct Past {
    std::int64_t first_turn = 0;
    std::deque<std::string> views;
  };
  const Past& past(engines::Seat seat) const { return shown_to(seat).past; }

 private:
  struct Shown {
    std::string open;
    Past past;
    std::size_t past_bytes = 0;
  };
  const Shown& shown_to(engines::Seat seat) const { return shown_[game_.hidden() ? seat : 0]; }

  const engines::Game& game_;
  bool keeps_past_;
  std::vector<Shown> shown_;  // by seat; one for all if nothing is hidden
};

}  // namespace referee
