#pragma once

#include <span>
#include <string_view>

#include "referee/net/tasks.h"

namespace referee {

class ScriptedPeer;

/// One thing that a bot has to do right, and what its author is told if it does not. Those without a scenario
/// are looked at in all play (check.cpp); one with a scenario is played by itself, and a new one is an entry
/// in scenarios.cpp.
struct Check {
  enum class For {
    all,
    launched,  ///< bots that are started for each game
    dialled    ///< bots that dial in
  };

  std::string_view name;
  std::string_view place;     ///< in protocol/PROTOCOL.md
  std::string_view expected;  ///< what a bot does that keeps this
  std::string_view mend;      ///< what its author can do
  For who = For::all;
  bool needs_turns = false;  ///< there is nothing to see of it before the first turn
  /// Plays a scenario in which this shows; what goes wrong there, and does not in plain play, breaches this
  /// check.
  Task<> (*scenario)(ScriptedPeer&) = nullptr;
};

/// Looked at in all play.
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
extern const Check kLeaves;
}  // namespace check

/// Looked at in all play, in the order of the report: before the games.
std::span<const Check* const> rules();
/// Those with a scenario, in the order of the report: after the games.
std::span<const Check> scenarios();

}  // namespace referee
