#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "referee/tournament/run/practice_pace.h"
#include "referee/tournament/run/tournament_context.h"

namespace referee {

/// Open practice: each entrant that connects plays house bots at once, one match after another, unranked,
/// until it leaves or the referee is stopped. The n-th one of entrant e is match "r1t<e>g<n>"; seats rotate.
/// The config bounds what an entrant that stays on for days takes: the pace of its matches, and how many of
/// its newest ones are kept, in the store and as files.
class Practice final : public TournamentRunner {
 public:
  /// `game_over` is told a line for people.
  Practice(TournamentContext& context, const OpenedStore& opened,
           std::function<void(const std::string&)> game_over);

  Task<> play() override;
  std::string waiting_for(const Player& player) const override;

 private:
  bool may_play(Entrant entrant) const;
  void begin_games();
  Task<> play_games(Entrant entrant);
  Task<> await_pace(Entrant entrant);
  Task<> play_game(Entrant entrant);
  std::vector<StoreWrite> forget_older_than_kept(Entrant entrant);
  PracticePace& pace(Entrant entrant) {
    return paces_.try_emplace(entrant, context_.config.pace).first->second;
  }

  std::function<void(const std::string&)> game_over_;
  std::map<Entrant, int> games_;           // begun so far
  std::map<Entrant, std::set<int>> kept_;  // the numbers of those that are over and still in the store
  std::map<Entrant, PracticePace> paces_;
  std::set<Entrant> playing_;
};

}  // namespace referee
