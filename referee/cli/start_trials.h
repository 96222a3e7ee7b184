#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/process/sandbox.h"
#include "referee/tournament/config/config.h"

namespace referee {

/// How a bot has started that the tournament would launch.
struct StartTrial {
  std::string name;
  std::string problem;  ///< what went wrong; empty: it said hello
};

/// Starts each bot that the tournament would launch once, as its matches would, one after the other: each has
/// the clock's init_ms to say hello. REQUIRES: no Reaper exists.
std::vector<StartTrial> try_starts(const TournamentConfig& config, std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
