#pragma once

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "referee/tournament/standings/encounter_state.h"
#include "referee/tournament/standings/history.h"
#include "tests/referee/tournament/histories.h"

namespace referee::test {

/// One game an encounter in all parts of a bracket.
inline const EncounterRules kBracketRules{
    .seats = 2,
    .best_of = 1,
    .apart = false,
    .later_stages = {{.best_of = 1, .replays_struck = true, .knockout = true},
                     {.best_of = 1, .replays_struck = true, .knockout = true},
                     {.best_of = 1, .replays_struck = true, .knockout = true}}};

/// A tournament whose encounters are decided by a function, in one game each.
class BracketHistory {
 public:
  /// The winner's position in the encounter; nothing if both are absent.
  using Decision = std::function<std::optional<std::size_t>(const Encounter&)>;

  explicit BracketHistory(std::size_t entrants) {
    for (std::size_t i = 0; i < entrants; ++i) {
      std::string name = "p";
      name += std::to_string(i + 1);
      history_.entrants.push_back({.name = name, .display = name, .withdrawn = false});
    }
  }
  const History& get() const { return history_; }
  void set_withdrawn(Entrant entrant, bool withdrawn) { history_.entrants[entrant].withdrawn = withdrawn; }

  void play(const std::vector<Encounter>& encounters, const Decision& decide) {
    History::Round round;
    for (const Encounter& encounter : encounters) {
      PlayedEncounter played{encounter, {}};
      if (encounter.kind == Encounter::Kind::play) {
        const auto winner = decide(encounter);
        GameResult game = histories::game(1, {winner == 0U ? 1.0 : 0.0, winner == 1U ? 1.0 : 0.0});
        game.no_show.assign(2, !winner);
        played.games.push_back(std::move(game));
      }
      round.push_back(std::move(played));
    }
    history_.rounds.push_back(std::move(round));
  }
  /// The better seed wins.
  void play_by_seed(const std::vector<Encounter>& encounters) {
    play(encounters, [](const Encounter&) { return std::optional<std::size_t>(0); });
  }

 private:
  History history_;
};

}  // namespace referee::test
