#pragma once

#include <optional>

#include "engines/game.h"

namespace referee::pages {

/// For whom data of a match are made.
class Audience {
 public:
  /// All, after the match is over: nothing is hidden any more.
  static constexpr Audience everybody() { return Audience(engines::Observer::everybody(), {}); }
  /// All, while the match is played: of a game that hides something, only what all seats may know, and of
  /// answers only who was asked and what was charged.
  static constexpr Audience spectators() { return Audience(engines::Observer::spectator(), {}); }
  /// The player at `seat`: what its bot was told, and its own answers.
  static constexpr Audience player(engines::Seat seat) {
    return Audience(engines::Observer::seat(seat), seat);
  }

  constexpr engines::Observer observer() const { return observer_; }
  /// The seat whose player it is.
  constexpr std::optional<engines::Seat> seat() const { return seat_; }
  /// Whether it may see how `seat` answered: verdict, move and fault. `hidden`: the game hides something.
  constexpr bool sees_answers_of(engines::Seat seat, bool hidden) const {
    return seat_ ? *seat_ == seat : !hidden || observer_.sees(seat);
  }
  bool operator==(const Audience&) const = default;

 private:
  constexpr Audience(engines::Observer observer, std::optional<engines::Seat> seat)
      : observer_(observer), seat_(seat) {}

  engines::Observer observer_;
  std::optional<engines::Seat> seat_;  // nothing: several people
};

}  // namespace referee::pages
