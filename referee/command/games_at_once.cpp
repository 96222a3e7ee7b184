#include "referee/command/games_at_once.h"

#include <algorithm>

#include "referee/process/cpus.h"

namespace referee {

int usual_games_at_once(const ClockSpec& clock, std::size_t seats) {
  const std::size_t cpus = process_cpus().size() - 1;
  return std::max(1, static_cast<int>(cpus / (clock.measure == Measure::wall ? seats : 1)));
}

bool may_share_cpu(const ClockSpec& clock, int games) { return games == 1 && clock.measure != Measure::wall; }

}  // namespace referee
