#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "referee/clocks/clock_spec.h"
#include "referee/loop/tasks.h"
#include "referee/match/launcher.h"
#include "referee/process/bot_command.h"

namespace referee::prepare {

/// What a bot is tried with.
struct TrialTerms {
  const engines::Entry* game = nullptr;
  nlohmann::json options;  ///< complete
  std::uint64_t seed = 0;  ///< from 0 to kMaxSeed
  ClockSpec clock;
};

/// What a trial found.
struct TrialReport {
  std::string problem;                 ///< a sentence for the bot's author; empty: it can play
  std::string bot_stderr;              ///< the end of what it wrote to standard error
  std::optional<double> turn_ms;       ///< what its first answer was charged; nothing without one
  std::optional<double> turn_wall_ms;  ///< wall time until that answer
};

/// Starts `bot` as a match does, at all seats of the game, and asks it one turn: it has to say hello in the
/// clock's init_ms, and to answer by the rules and in time. Waits kLongestTrial at most. The failures of the
/// bot are in the report. Throws LaunchError or std::runtime_error if the machine fails.
Task<TrialReport> try_bot(Tasks& tasks, Launcher& launcher, BotCommand bot, TrialTerms terms);

/// How long a trial waits for the first answer, whatever the clock allows.
inline constexpr Milliseconds kLongestTrial{60'000};

}  // namespace referee::prepare
