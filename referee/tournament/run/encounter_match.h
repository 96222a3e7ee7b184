#pragma once

#include "referee/record/match_result.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/ledger.h"
#include "referee/tournament/run/match_scheduler.h"
#include "referee/tournament/run/roster.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// One match of an encounter: how it is played, and what its result means to the entrants.
class EncounterMatch {
 public:
  /// `match_no`: from 1, as in MatchPlace.
  EncounterMatch(const TournamentConfig& config, const Encounter& encounter, int match_no);

  MatchPlace place() const { return {encounter_.round, encounter_.table, match_no_}; }
  /// The entrants who play it, by their positions in the encounter.
  std::vector<std::size_t> positions() const;
  /// What the match scheduler is to play; ScheduledMatch::result_commit is not set. An entrant that has
  /// withdrawn is absent; house bots sit on empty seats.
  ScheduledMatch scheduled(const Roster& roster) const;
  /// The result by the entrants' positions in the encounter; an entrant that does not play it has nothing.
  GameResult result(const MatchResult& match) const;
  /// The result of a ladder's match, by the entrants' positions in the encounter: with the entrants, the
  /// score of the house bots, and the digest of the moves.
  LadderGame ladder_result(const MatchResult& match) const;
  /// For people: "r1t3g2: 1. alice 2, 2. bob 0 (3 late), 34 turns", or "1. alice 12 bricks, 2. bob 8 bricks"
  /// where these decide the game.
  std::string line_of(const MatchResult& result) const;

 private:
  DecidingCount deciding(const MatchResult& match) const;

  const TournamentConfig& config_;
  Encounter encounter_;
  int match_no_;
  int game_;                                             // that it belongs to
  std::vector<std::optional<std::size_t>> position_at_;  // by seat; nothing: a house bot
};

/// Whether the seed of that game stays secret until the tournament is over, because its instance is played
/// again.
bool keeps_seed_secret(const TournamentConfig& config, const MatchPlace& place);

}  // namespace referee
