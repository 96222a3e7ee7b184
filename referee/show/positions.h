#pragma once

#include <cstddef>
#include <memory>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

#include "engines/game.h"
#include "protocol/require.h"
#include "referee/games/turn_steps.h"
#include "referee/record/replay.h"

namespace referee::show {

/// The positions of a recorded match, one after another: the start, one after each turn, and one after each
/// step where a turn has several (TurnSteps). A copy is independent.
class Positions {
 public:
  /// At the first position. Throws a Difference if there is none. `record` must outlive all copies.
  explicit Positions(std::string_view record);
  Positions(const Positions& other);
  Positions(Positions&&) = default;
  Positions& operator=(Positions&&) = default;

  /// Goes on in `record`: the same text, which has grown or lies elsewhere now.
  void go_on_in(std::string_view record) { replay_.go_on_in(record); }
  /// Goes to the next position; returns false at the last one. Throws a Difference where the record is not
  /// true; do not use this object after that.
  bool next();
  /// Checks the rest of the record, after next() has returned false. Throws a Difference.
  void close() { replay_.close(); }

  /// Has the header, and the line of the newest turn that was played.
  const Replay& replay() const { return replay_; }
  /// Whether steps of the present turn are still to come.
  bool in_turn() const { return steps_ && steps_->left() > 0; }
  /// Steps of the present turn, and how many of them have been taken. REQUIRES: in_turn().
  std::size_t steps_taken() const {
    REQUIRE(in_turn());
    return steps_->taken();
  }
  std::size_t steps() const { return steps_->taken() + steps_->left(); }
  /// REQUIRES: a seat of `observer` is one that the game has.
  nlohmann::json view(engines::Observer observer) const;

 private:
  Replay replay_;
  std::unique_ptr<TurnSteps> steps_;  // null where a turn is one step
};

}  // namespace referee::show
