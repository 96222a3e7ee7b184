#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "referee/tournament/run/ladder_renewal.h"
#include "referee/tournament/run/practice_pace.h"
#include "referee/tournament/run/practice_sums.h"
#include "referee/tournament/run/tournament_runner.h"

namespace referee {

/// Open practice, a ladder against house bots: each entrant that connects plays them at once, one match after
/// another, until it leaves or the referee is stopped. The n-th one of entrant e is match "r1t<e>g<n>"; seats
/// rotate. The config bounds what an entrant that stays on for days takes: the pace of its matches, and how
/// many of its newest ones are kept, in the store and as files; their sums stay.
class Practice final : public TournamentRunner {
 public:
  /// Calls for the code that shows the course of practice.
  struct Events {
    std::function<void(const std::string&)> game_over;  ///< a line for people
    std::function<void()> standings_changed;            ///< the reports have been written
  };
  /// Throws fields::Exception for a damaged store.
  Practice(TournamentContext& context, const OpenedStore& opened, Events events);

  Task<> play() override;
  void drain() override;
  std::string waiting_for(const Player& player) const override;
  StandingsPage page() const override { return renewal_.page(); }
  std::string progress_text() const override;
  Progress progress() const override { return {}; }

 private:
  bool may_play(Entrant entrant) const;
  void begin_games();
  Task<> play_games(Entrant entrant);
  Task<> await_pace(Entrant entrant);
  Task<> play_game(Entrant entrant);
  void look_at_versions();
  void renew_soon();
  void ruled() override { renew_soon(); }
  std::vector<StoreWrite> forget_older_than_kept();
  PracticePace& pace(Entrant entrant) {
    return paces_.try_emplace(entrant, context_.config.pace).first->second;
  }

  Events events_;
  PracticeSums sums_;
  LadderRenewal renewal_;
  std::map<Entrant, int> games_;           // begun so far
  std::map<Entrant, std::set<int>> kept_;  // the numbers of those that are over and still in the store
  std::map<Entrant, PracticePace> paces_;
  std::set<Entrant> playing_;
};

}  // namespace referee
