#pragma once

#include <span>
#include <string_view>

#include "referee/loop/tasks.h"

namespace referee {

class ScriptedPeer;

/// One thing that a bot, or a game of one's own, has to do right, and what its author is told if it does not.
/// A check without a scenario is made in all play (check.cpp); one with a scenario is played on its own. A
/// new scenario is an entry in scenarios.cpp.
struct Check {
  enum class For {
    all,
    launched,  ///< bots that are started for each game
    dialled    ///< bots that dial in
  };

  std::string_view name;
  std::string_view place;     ///< in `page`
  std::string_view expected;  ///< what a bot, or a program of rules, does that keeps this rule
  std::string_view mend;      ///< what its author can do
  For who = For::all;
  bool needs_turns = false;  ///< it cannot be checked before the first turn
  /// Plays the scenario of this check; a fault that shows there, and not in plain play, breaches this check.
  Task<> (*scenario)(ScriptedPeer&) = nullptr;
  std::string_view page = "protocol/PROTOCOL.md";
};

/// The checks that are made in all play.
namespace check {
extern const Check kStartUp;
extern const Check kHello;
extern const Check kVersion;
extern const Check kIdentity;
extern const Check kOneLine;
extern const Check kOnlyMessages;
extern const Check kFields;
extern const Check kLength;
extern const Check kNumbers;
extern const Check kOnce;
extern const Check kWhenAsked;
extern const Check kAnswers;
extern const Check kLegal;  ///< reported by game
extern const Check kInTime;
extern const Check kAwake;
extern const Check kLeaves;
extern const Check kNextGame;  ///< has a scenario, and a bot that dials in may breach it between any two
}  // namespace check

/// The checks that are made in all play, in the order of the report: before the games.
std::span<const Check* const> checks_of_play();
/// The checks with a scenario, in the order of the report: after the games.
std::span<const Check* const> scenarios();

}  // namespace referee
