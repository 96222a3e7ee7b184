#pragma once

#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "protocol/require.h"
#include "referee/store/store.h"
#include "referee/tournament/pairing/pairing_requests.h"
#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// The rounds and results of a tournament, in memory as in its store. Functions that are called after every
/// match take no longer when more matches are over.
class Ledger {
 public:
  /// What the store holds. Throws fields::Exception if it is damaged.
  Ledger(EncounterRules rules, const StoreContent& stored);

  /// The rounds so far. The entrants and forbidden pairs are those of the last enter().
  const History& history() const { return history_; }
  void enter(std::vector<History::EntrantInfo> entrants, const PairingRequests& requests) {
    history_.entrants = std::move(entrants);
    requests.enter_into(history_);
  }
  /// Gives an entrant a zero-point bye in the next round; enter() takes it back. REQUIRES: enter() was
  /// called.
  void leave_out(Entrant entrant) {
    REQUIRE(entrant < history_.entrants.size());
    history_.entrants[entrant].byes[rounds() + 1] = Encounter::Kind::zero_bye;
  }
  const EncounterRules& rules() const { return rules_; }
  int rounds() const { return static_cast<int>(history_.rounds.size()); }
  /// How an encounter stands.
  EncounterState state(int round, std::size_t index) const;
  EncounterState state(const Encounter& of) const;
  bool decided(int round) const { return open_[static_cast<std::size_t>(round) - 1].empty(); }
  /// Whether the encounter of a match is decided.
  bool decided(const MatchPlace& place) const { return state(encounter(place).encounter).decided; }
  /// Whether the game of a match is the one that its encounter plays next, but for those that run.
  bool is_next(const MatchPlace& place) const;
  /// The first round that is not decided; nothing if all are.
  std::optional<int> open_round() const;
  /// The encounters of a round that are not decided, by their places in the history.
  const std::set<std::size_t>& open_encounters(int round) const {
    return open_[static_cast<std::size_t>(round) - 1];
  }
  /// How often encounters have become open, in any round: what has looked at all open ones need not look
  /// again before this number changes.
  std::size_t openings() const { return openings_; }

  /// Adds the pairing of the next round.
  void add_round(const std::vector<Encounter>& encounters);
  /// The matches of game `game` that are not finished, by their numbers in the encounter.
  std::vector<int> open_matches(const Encounter& of, int game) const;
  /// Adds the result of attempt `attempt` of a match. Where entrants play apart, the game is in the history
  /// once all have played it.
  void add_match(const MatchPlace& place, GameResult result, int attempt);
  /// The attempt of a finished match that counts; nothing if it is not finished.
  std::optional<int> attempt_of(const MatchPlace& place) const;
  bool struck(const MatchPlace& place) const;
  /// Whether it is one of an encounter whose struck games are played again. REQUIRES: it is finished.
  bool replays_struck(const MatchPlace& place) const {
    return rules_.stage_of(encounter(place).encounter).replays_struck;
  }
  /// Takes a finished match out, and with it its game: it counts for no entrant, and is not played again.
  void strike(const MatchPlace& place);
  /// Forgets a finished match: it is to be played again.
  void remove(const MatchPlace& place);
  std::size_t matches_over() const { return finished_.size(); }
  /// What an entrant of a field has scored in games that count.
  struct Scored {
    double sum = 0;
    std::size_t games = 0;
  };
  Scored scored(Entrant entrant) const;
  /// How many matches there will be at most, with `rounds_planned` rounds and `entrants` entrants.
  std::size_t matches_at_most(int rounds_planned, std::size_t entrants) const;
  /// How many matches there will be at most, with `games_to_come` games in the rounds to come.
  std::size_t matches_at_most(std::size_t games_to_come) const;

 private:
  struct Finished {
    int attempt = 1;
    bool struck = false;
  };

  std::size_t index_of(const MatchPlace& place) const;
  const PlayedEncounter& encounter(const MatchPlace& place) const;
  std::size_t games_at_most(const PlayedEncounter& played) const;
  void count_scores(const PlayedEncounter& played, int sign);
  std::optional<GameResult> game_from_parts(const Encounter& encounter, int game) const;
  void renew_game(const MatchPlace& place, std::optional<GameResult> result);
  void renew_game_from_parts(const MatchPlace& place);

  EncounterRules rules_;
  History history_;
  std::map<MatchPlace, Finished> finished_;
  std::map<MatchPlace, GameResult> parts_;  // of games of several matches; only the own position has a value
  // Kept up to date with every change of the history:
  std::vector<std::set<std::size_t>> open_;  // by round: the encounters that are not decided
  std::set<int> open_rounds_;
  std::size_t openings_ = 0;
  std::size_t games_at_most_ = 0;  // of all rounds
  std::map<Entrant, Scored> scored_;
};

/// Says which encounter is to be played next; plays nothing itself. A round is over before the next one
/// begins, and a game that is to be played again comes before the rounds that follow.
class EncounterScheduler {
 public:
  explicit EncounterScheduler(const Ledger& ledger) : ledger_(ledger) {}

  /// An encounter of the first round that is not decided; each one once, until it is finished(). Nothing: all
  /// those that may be played are out, or all rounds paired so far are over.
  std::optional<Encounter> next();
  /// Whether next() gave the encounter of a match, and it is not finished().
  bool is_out(const MatchPlace& place) const { return out_.contains({place.round, place.table}); }
  /// The encounter is decided, or will not be played any more.
  void finished(const Encounter& encounter);
  /// Encounters that next() gave and that are not finished().
  std::size_t out() const { return out_.size(); }

 private:
  const Ledger& ledger_;
  std::set<std::pair<int, int>> out_;  // round, table
  // Open encounters of round_ that stand before from_ have been given and are out, unless one has been opened
  // since: so that next() does not pass by all of them each time.
  int round_ = 0;
  std::size_t from_ = 0;
  std::size_t openings_ = 0;
};

}  // namespace referee
