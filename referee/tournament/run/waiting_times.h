#pragma once

#include <cstdint>
#include <map>
#include <set>
#include <string>

#include "referee/match/match_observer.h"

namespace referee {

/// For whose answers the matches of a tournament wait: finds a bot that sleeps or hangs in its turns, and so
/// costs all others their time. On the loop's thread. Matches that workers play are not seen.
class WaitingTimes final : public MatchObserver {
 public:
  void on_turn(const ObservedMatch& match, const PlayedTurn& turn) override;

  /// For people, about each bot once: "62 % of the playing time waits for ann, ...", when matches have waited
  /// for it for kLeast, and far longer a turn than for the others. "" if there is nothing new to tell.
  std::string news();

 private:
  static constexpr Microseconds kLeast{20'000'000};
  static constexpr double kShare = 0.25;  // of the playing time
  static constexpr double kTimes = 10;    // the mean turn of the others

  struct Waited {
    Microseconds time{0};  ///< in which nobody else was waited for: of a turn of several seats, the slowest
    Microseconds own{0};   ///< from the request to the answer, of all its turns
    std::int64_t turns = 0;
  };
  std::string news_of(const std::string& name, const Waited& waited) const;

  std::map<std::string, Waited> by_name_;
  Waited all_;
  std::set<std::string> told_;
};

}  // namespace referee
