#include "referee/tournament/standings/entrant_scores.h"

#include <algorithm>

#include "referee/statistics/rating.h"

namespace referee {
namespace {

/// Whether the scores are those of the game: with one bot only, no turn is played.
bool is_played(const GameResult& game) {
  return std::ranges::find(game.no_show, true) == game.no_show.end() ||
         std::ranges::any_of(game.tallies, [](const GameTally& tally) { return tally.turns > 0; });
}

void add(EntrantScores::Round& round, const EncounterRules& rules, const PlayedEncounter& played,
         std::size_t position) {
  const Encounter& encounter = played.encounter;
  if (encounter.kind == Encounter::Kind::forfeit && encounter.winner != position) {
    round.missed += rules.games_at_most(encounter);
  }
  for (const GameResult& game : played.games) {
    if (game.struck) {
      continue;
    }
    if (rules.apart ? !game.no_show[position] : is_played(game)) {
      round.played.push_back(game.scores[position]);
    } else if (game.no_show[position]) {
      ++round.missed;
    }
  }
}

void sum_up(EntrantScores& scores) {
  std::vector<double> all;
  int missed = 0;
  for (const EntrantScores::Round& round : scores.rounds) {
    all.insert(all.end(), round.played.begin(), round.played.end());
    missed += round.missed;
  }
  scores.for_missed = all.empty() ? 0.0 : std::min(0.0, *std::ranges::min_element(all));
  all.insert(all.end(), static_cast<std::size_t>(missed), scores.for_missed);
  scores.summary = summary_of(std::move(all));
}

}  // namespace

std::optional<double> EntrantScores::margin() const {
  return summary.standard_error ? std::optional(rating::kNormal95 * *summary.standard_error) : std::nullopt;
}

std::vector<EntrantScores> scores_of(const EncounterRules& rules, std::size_t rounds,
                                     const std::vector<JudgedEncounter>& encounters,
                                     const std::vector<bool>& withdrawn) {
  std::vector<EntrantScores> all(withdrawn.size());
  std::vector<int> had(withdrawn.size());
  for (EntrantScores& scores : all) {
    scores.rounds.resize(rounds);
  }
  for (const auto& [played, state] : encounters) {
    const Encounter& encounter = played->encounter;
    for (std::size_t i = 0; i < encounter.entrants.size() && state.decided; ++i) {
      ++had[encounter.entrants[i]];
      add(all[encounter.entrants[i]].rounds[static_cast<std::size_t>(encounter.round) - 1], rules, *played,
          i);
    }
  }
  const int most = had.empty() ? 0 : *std::ranges::max_element(had);
  for (std::size_t entrant = 0; entrant < all.size(); ++entrant) {
    if (withdrawn[entrant] && rules.seats > 2 && rounds > 0) {
      all[entrant].rounds.back().missed += (most - had[entrant]) * rules.best_of;
    }
    sum_up(all[entrant]);
  }
  return all;
}

}  // namespace referee
