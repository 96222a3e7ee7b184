#pragma once

#include <chrono>
#include <cstddef>
#include <string>

#include "referee/tournament/config/config.h"

namespace referee {

/// A length of time that may be absurdly long: clocks may be set to days a move.
using LongTime = std::chrono::duration<double>;

/// What a tournament amounts to if nothing ends early: no more than this is played, and it takes no longer.
struct Plan {
  int rounds = 0;
  std::size_t encounters = 0;
  std::size_t matches = 0;
  std::size_t turns = 0;  ///< of the longest game
  LongTime game{0};       ///< from the call of a game's players to the end of its bots
  /// The same of all rounds. Left out: time that it waits to be started; a referee whose machine stalls;
  /// matches that are played again because of that or because the arbiter says so; bots that do not read what
  /// they are sent.
  LongTime total{0};
};

/// Practice has no rounds: it ends when it is stopped.
Plan plan_of(const TournamentConfig& config, std::size_t entrants);

/// "3 h 20 min": rounded up.
std::string duration_text(LongTime time);

/// What `check` prints, and `serve` and `run` at their start: name, game, format, entrants, rounds, matches
/// and the worst case, a line each. `entrants`: how many there are now; more may come while registration is
/// open.
std::string plan_text(const TournamentConfig& config, std::size_t entrants);

}  // namespace referee
