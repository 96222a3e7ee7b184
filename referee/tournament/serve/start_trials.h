#pragma once

#include <memory>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/process/bot_command.h"
#include "referee/process/sandbox.h"
#include "referee/tournament/config/config.h"

namespace referee {

/// A bot that is started to see whether it can be.
struct BotOnTrial {
  std::string name;
  BotCommand bot;
};
/// Those that a tournament would launch, as its matches would.
std::vector<BotOnTrial> launched_bots(const TournamentConfig& config);

/// How a bot has started.
struct StartTrial {
  std::string name;
  std::string problem;  ///< what went wrong; empty: it said hello
};

/// Starts each bot once, one after the other: each has `init` to say hello. `sandbox`: null if none of them
/// is confined. REQUIRES: no Reaper exists.
std::vector<StartTrial> try_starts(std::vector<BotOnTrial> bots, Milliseconds init,
                                   std::shared_ptr<const Sandbox> sandbox);

}  // namespace referee
