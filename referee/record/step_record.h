#pragma once

#include <string>

#include "engines/step/position.h"
#include "referee/record/match_spec.h"
#include "referee/record/record.h"

namespace referee {

/// The record of a game that `step` has played: its players are the seats, and nobody has measured their
/// time.
class StepRecord {
 public:
  /// `game`: at its start.
  StepRecord(const MatchSpec& spec, const engines::Game& game);

  /// Adds the latest turn of `position`.
  void turn(const Position& position);
  /// Writes the last line, and returns the whole record: that of a void match if the game is not over.
  const std::string& end(const engines::Game& game);

 private:
  Record record_;
};

}  // namespace referee
