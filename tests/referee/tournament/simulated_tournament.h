#pragma once

#include <algorithm>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "engines/random.h"
#include "referee/tournament/pairing/pairing_system.h"
#include "referee/tournament/standings/encounter_state.h"

namespace referee::test {

/// A tournament whose games are decided at random, for tests of pairing systems.
class SimulatedTournament {
 public:
  SimulatedTournament(EncounterRules rules, std::size_t entrants, std::uint64_t seed)
      : rules_(rules), rng_(seed) {
    for (std::size_t i = 0; i < entrants; ++i) {
      enter();
    }
  }

  const History& history() const { return history_; }
  std::uint64_t below(std::uint64_t n) { return engines::below(rng_, n); }

  void enter() {
    std::string name = "p";
    name += std::to_string(history_.entrants.size() + 1);
    history_.entrants.push_back({.name = name, .display = name, .withdrawn = false});
  }
  void set_withdrawn(Entrant entrant, bool withdrawn) { history_.entrants[entrant].withdrawn = withdrawn; }
  void ask_for_bye(Entrant entrant, int round, Encounter::Kind kind) {
    history_.entrants[entrant].byes[round] = kind;
  }
  /// REQUIRES: a < b, not forbidden yet.
  void forbid(Entrant a, Entrant b) { history_.forbidden.emplace_back(a, b); }
  /// From now on one game in `n` has an absent entrant; 0: none.
  void set_absences(std::uint64_t n) { absences_ = n; }
  /// From now on the entrant comes to no game, and scores 0.
  void stay_away(Entrant entrant) { away_.insert(entrant); }
  /// From now on the least score of a game is `least` in place of 0.
  void set_least_score(double least) { least_score_ = least; }
  std::size_t active() const {
    std::size_t count = 0;
    for (const auto& entrant : history_.entrants) {
      count += entrant.withdrawn ? 0 : 1;
    }
    return count;
  }

  /// Plays the encounters, and adds them to the history.
  void play(const std::vector<Encounter>& encounters) {
    History::Round round;
    for (const Encounter& encounter : encounters) {
      round.push_back({encounter, games(encounter, std::nullopt)});
    }
    history_.rounds.push_back(std::move(round));
  }
  /// Plays a round in which the entrant with the smallest number wins every game.
  void play_by_number(const std::vector<Encounter>& encounters) {
    History::Round round;
    for (const Encounter& encounter : encounters) {
      const auto best = std::min_element(encounter.entrants.begin(), encounter.entrants.end());
      round.push_back({encounter, games(encounter, best - encounter.entrants.begin())});
    }
    history_.rounds.push_back(std::move(round));
  }

 private:
  std::vector<GameResult> games(const Encounter& encounter, std::optional<std::ptrdiff_t> winner) {
    std::vector<GameResult> games;
    for (auto state = state_of(rules_, encounter, games); !state.decided;
         state = state_of(rules_, encounter, games)) {
      GameResult game;
      game.game_no = *state.next_game;
      for (std::size_t p = 0; p < encounter.entrants.size(); ++p) {
        const bool wins = winner && static_cast<std::size_t>(*winner) == p;
        game.scores.push_back(winner ? (wins ? 1 : 0) : static_cast<double>(below(3)) + least_score_);
      }
      game.no_show.resize(encounter.entrants.size());
      if (absences_ > 0 && below(absences_) == 0) {
        const std::size_t absent = below(encounter.entrants.size());
        game.no_show[absent] = true;
        game.scores.assign(encounter.entrants.size(), 1);
        game.scores[absent] = 0;
      }
      for (std::size_t p = 0; p < encounter.entrants.size(); ++p) {
        if (away_.contains(encounter.entrants[p])) {
          game.no_show[p] = true;
          game.scores[p] = 0;
        }
      }
      game.tallies.resize(encounter.entrants.size());
      games.push_back(std::move(game));
    }
    return games;
  }

  EncounterRules rules_;
  engines::Rng rng_;
  History history_;
  std::uint64_t absences_ = 0;
  std::set<Entrant> away_;
  double least_score_ = 0;
};

}  // namespace referee::test
