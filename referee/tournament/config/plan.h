#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/tournament/config/config.h"

namespace referee {

/// A length of time that may be absurdly long: clocks may be set to days a move.
using LongTime = std::chrono::duration<double>;

/// A game, from the call of its players to the end of its bots.
struct GameLength {
  double turns = 0;
  LongTime time{0};
};

/// How long bots took for an answer when they were tried.
struct MeasuredAnswers {
  LongTime mean{0};      ///< wall time of an answer
  std::size_t bots = 0;  ///< that were tried, each once
};

/// The size of a tournament in which nothing ends early, and how long it takes. The times leave out the time
/// before the start, stalls of the referee's machine, matches that are played again because of these or
/// because the arbiter says so, and bots that do not read what the referee sends.
struct Plan {
  int rounds = 0;
  std::size_t encounters = 0;  ///< at most, as all of these
  std::size_t matches = 0;
  /// Whether the clock bounds a game. One that grows with the score does not: then `longest` and `total` are
  /// bounded by its silence_ms only.
  bool is_bounded = true;
  GameLength longest;  ///< at most
  LongTime total{0};   ///< of all rounds, at most
  GameLength typical;  ///< by GameParts::typical, and what was measured
  LongTime typical_total{0};
};

/// Whether the bots are still to come: the file names none, and nobody may enter by dialling in.
/// `referee collect` adds those that a class has handed in, which are launched.
bool awaits_collect(const TournamentConfig& config);

/// Formats without rounds have none in the plan, and no total time. `measured`: of the entrants' own bots; a
/// typical game then takes as long as they do, instead of a share of the clock that the game usually takes.
Plan plan_of(const TournamentConfig& config, std::size_t entrants,
             const std::optional<MeasuredAnswers>& measured = {});

/// "3 h 20 min": rounded up.
std::string duration_text(LongTime time);

}  // namespace referee
