#pragma once

#include <cstdint>
#include <vector>

#include "referee/match/launcher.h"
#include "referee/match/match_observer.h"

namespace referee {

/// Sees how quick the launched bots of a match are. After each 8 turns of a bot it has that bot share the CPU
/// of the thread that asks it, or leave it: see ProcessStarter::place(). No effect without
/// Launcher::share_cpu().
class BotPaces final : public MatchObserver {
 public:
  /// `bots`: by seat; without a process where a player is not launched. Both outlive this.
  BotPaces(Launcher& launcher, const std::vector<LaunchedBot>& bots)
      : launcher_(launcher), bots_(bots), paces_(bots.size()) {}

  void on_turn(const ObservedMatch& match, const PlayedTurn& turn) override;

 private:
  /// What a bot has computed since it was placed, or since the match began.
  struct Pace {
    std::int64_t turns = 0;
    Microseconds used{0};
  };

  Launcher& launcher_;
  const std::vector<LaunchedBot>& bots_;
  std::vector<Pace> paces_;  // by seat
};

}  // namespace referee
