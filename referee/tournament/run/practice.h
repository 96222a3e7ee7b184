#pragma once

#include <functional>
#include <map>
#include <set>
#include <string>

#include "referee/tournament/run/tournament_context.h"

namespace referee {

/// Open practice: each entrant that connects plays house bots at once, one match after another, unranked,
/// until it leaves or the referee is stopped. The n-th one of entrant e is match "r1t<e>g<n>"; seats rotate.
class Practice final : public TournamentRunner {
 public:
  /// `game_over` is told a line for people.
  Practice(TournamentContext& context, const OpenedStore& opened,
           std::function<void(const std::string&)> game_over);

  Task<> play() override;
  std::string waiting_for(const Player& player) const override;

 private:
  void begin_games();
  Task<> play_games(Entrant entrant);
  Task<> play_game(Entrant entrant);

  std::function<void(const std::string&)> game_over_;
  std::map<Entrant, int> games_;  // begun so far
  std::set<Entrant> playing_;
};

}  // namespace referee
