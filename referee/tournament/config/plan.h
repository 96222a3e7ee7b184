#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>

#include "referee/tournament/config/config.h"

namespace referee {

/// A length of time that may be absurdly long: clocks may be set to days a move.
using LongTime = std::chrono::duration<double>;

/// The size and the length of a tournament in which nothing ends early: both are upper bounds.
struct Plan {
  int rounds = 0;
  std::size_t encounters = 0;
  std::size_t matches = 0;
  std::size_t turns = 0;  ///< of the longest game
  LongTime game{0};       ///< from the call of a game's players to the end of its bots
  /// The length of all rounds. It leaves out the time before the start, stalls of the referee's machine,
  /// matches that are played again because of these or because the arbiter says so, and bots that do not read
  /// what the referee sends.
  LongTime total{0};
};

/// Practice has no rounds: it ends when it is stopped.
Plan plan_of(const TournamentConfig& config, std::size_t entrants);

/// "3 h 20 min": rounded up.
std::string duration_text(LongTime time);

/// A warning if the bots that may run at once may take more memory than the machine has, `machine_mib`; empty
/// if they may not.
std::string memory_warning(const TournamentConfig& config, std::int64_t machine_mib);

/// What `check` prints, and `serve` and `run` at their start: name, game, format, entrants, rounds, matches
/// and the worst case, a line each. `entrants`: how many there are now; more may enter while registration is
/// open.
std::string plan_text(const TournamentConfig& config, std::size_t entrants);

}  // namespace referee
