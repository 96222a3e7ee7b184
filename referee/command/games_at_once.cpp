#include "referee/command/games_at_once.h"

#include <algorithm>

#include "referee/process/cpus.h"

namespace referee {

GamesAtOnce::GamesAtOnce(const ClockSpec& clock, std::size_t seats)
    : free_(static_cast<int>((process_cpus().size() - 1) / (clock.measure == Measure::wall ? seats : 1))) {}

int GamesAtOnce::usual() const { return std::max(1, free_); }

bool GamesAtOnce::leave_a_cpu(int games) const { return games <= free_; }

}  // namespace referee
