#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/store/store.h"
#include "referee/tournament/encounter_state.h"
#include "referee/tournament/history.h"

namespace referee {

/// Where a match stands in its tournament; all count from 1. "r1t3g2" is game 2 of table 3 in round 1.
struct MatchPlace {
  int round = 1;
  int table = 1;
  int game_no = 1;

  auto operator<=>(const MatchPlace&) const = default;
  std::string id() const;
  /// Nothing if `id` is not such a name.
  static std::optional<MatchPlace> parse(const std::string& id);
};

/// The rounds and results of a tournament, in memory as in its store.
class Ledger {
 public:
  /// What the store holds. Throws fields::Exception if it is damaged.
  Ledger(EncounterRules rules, const StoreContent& stored);

  const History& history() const { return history_; }
  const EncounterRules& rules() const { return rules_; }
  int rounds() const { return static_cast<int>(history_.rounds.size()); }
  /// How an encounter stands.
  EncounterState state(int round, std::size_t index) const;
  EncounterState state(const Encounter& of) const;
  bool decided(int round) const;

  /// Adds the pairing of the next round.
  void add_round(const std::vector<Encounter>& encounters);
  /// Adds the result of attempt `attempt` of a game.
  void add_game(const MatchPlace& place, GameResult result, int attempt);
  /// The attempt of a finished game that counts; nothing if it is not finished.
  std::optional<int> attempt_of(const MatchPlace& place) const;
  bool struck(const MatchPlace& place) const;
  /// Takes a finished game out: it counts for nobody, and is not played again.
  void strike(const MatchPlace& place);
  /// Forgets a finished game: it is to be played again.
  void remove(const MatchPlace& place);
  /// Games that are over.
  std::size_t games() const { return attempts_.size(); }
  /// How many games there will be at most, with so many rounds planned and entrants.
  std::size_t games_at_most(int rounds_planned, std::size_t entrants) const;

 private:
  const PlayedEncounter& encounter(const MatchPlace& place) const;
  PlayedEncounter& encounter(const MatchPlace& place);

  EncounterRules rules_;
  History history_;
  std::map<MatchPlace, int> attempts_;  // of finished games
};

}  // namespace referee
