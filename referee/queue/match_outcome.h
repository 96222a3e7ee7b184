#pragma once

#include <string>
#include <variant>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/base/marked_text.h"

namespace referee::queue {

/// An attempt that a worker has played to its end, void or not. The record tells all of it.
struct PlayedOutcome {
  std::string record;
  std::vector<std::string> how_bots_ended;  ///< by seat, as in PlayedAttempt
  std::vector<MarkedText> bot_stderr;       ///< by seat, as in PlayedAttempt
  double seconds = 0;
  bool rules_failed = false;  ///< it is void because rules that are a program have failed
};

/// A bot could not be started on the worker: as FailedStart.
struct FailedOutcome {
  std::size_t seat = 0;
  bool is_programs_fault = false;  ///< the bot's own program is why; else the worker or its machine
  std::string why;
};

/// What a worker hands in for a match.
using MatchOutcome = std::variant<PlayedOutcome, FailedOutcome>;

nlohmann::json json_of(const MatchOutcome& outcome);
/// Throws nlohmann's exceptions for what no worker of ours has handed in.
MatchOutcome read_outcome(const nlohmann::json& json);

}  // namespace referee::queue
