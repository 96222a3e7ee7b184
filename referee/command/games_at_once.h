#pragma once

#include <cstddef>

#include "referee/clocks/clock_spec.h"

namespace referee {

/// The default of --jobs: as many games as leave the referee a CPU of process_cpus(), each on one or, where
/// the wall clock counts, each bot of `seats` on one. At least 1.
int usual_games_at_once(const ClockSpec& clock, std::size_t seats);

/// Whether launched bots may share the CPU of the thread that asks them, where so many games are played by it
/// at a time: one alone loses nothing by it, unless a clock charges its bots for waiting.
bool may_share_cpu(const ClockSpec& clock, int games);

}  // namespace referee
