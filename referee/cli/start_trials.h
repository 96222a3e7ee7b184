#pragma once

#include <cstddef>
#include <memory>

#include "referee/process/sandbox.h"
#include "referee/tournament/config/config.h"

namespace referee {

/// Starts each bot that the tournament would launch once, as its matches would, one after the other: each has
/// the clock's init_ms to say hello. Prints a line for each that does not, and how many did. Returns the
/// number of those that did not. REQUIRES: no Reaper exists.
std::size_t try_starts(const TournamentConfig& config, std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
