#pragma once

#include <cstddef>

#include "referee/clocks/clock_spec.h"

namespace referee {

/// The CPUs of this process, as the games that are played on them at the same time need them: one for each
/// game, or, where the wall clock counts, one for each bot.
class GamesAtOnce {
 public:
  GamesAtOnce(const ClockSpec& clock, std::size_t seats);

  /// The default of --jobs: as many as leave the referee a CPU. At least 1.
  int usual() const;
  /// Whether `games` at the same time leave the referee a CPU that no bot needs.
  bool leave_a_cpu(int games) const;

 private:
  int free_;  // for games, beside the referee's own CPU; 0: the referee shares its CPU with bots
};

}  // namespace referee
