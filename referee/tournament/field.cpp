#include "referee/tournament/field.h"

#include <algorithm>
#include <utility>

#include "referee/tournament/shared_ranks.h"

namespace referee {
namespace {

using Scores = std::vector<std::optional<double>>;

/// By entrant: how many instances it has been given.
std::vector<std::size_t> given(const History& history) {
  std::vector<std::size_t> instances(history.entrants.size());
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      ++instances[played.encounter.entrants.front()];
    }
  }
  return instances;
}

void add(StandingsRow& row, const PlayedEncounter& played) {
  const auto instance = static_cast<std::size_t>(played.encounter.instance.value_or(1));
  Scores& scores = row.field->by_instance;
  scores.resize(std::max(scores.size(), instance));
  for (const GameResult& game : played.games) {
    row.encounters += 1;
    if (!game.struck) {
      row.games += 1;
      row.tally += game.tallies.front();
      scores[instance - 1] = game.scores.front();
    }
  }
}

ScoreSummary summary_of(const Scores& by_instance) {
  std::vector<double> scores;
  for (const std::optional<double>& score : by_instance) {
    if (score) {
      scores.push_back(*score);
    }
  }
  return referee::summary_of(std::move(scores));
}

}  // namespace

int Field::rounds(std::size_t entrants) const { return entrants == 0 ? 0 : static_cast<int>(instances_); }

std::vector<Encounter> Field::pair(const History& history) const {
  const std::vector<std::size_t> instances = given(history);
  std::vector<Encounter> encounters;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    if (history.entrants[entrant].withdrawn || instances[entrant] == instances_) {
      continue;
    }
    Encounter encounter;
    encounter.round = static_cast<int>(history.rounds.size()) + 1;
    encounter.table = static_cast<int>(encounters.size()) + 1;
    encounter.entrants = {entrant};
    encounter.instance = static_cast<int>(instances[entrant]) + 1;
    encounters.push_back(std::move(encounter));
  }
  return encounters;
}

std::optional<std::size_t> best_alone(const std::vector<StandingsRow>& rows, std::size_t instance) {
  std::optional<std::size_t> best;
  std::optional<double> most;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const Scores& scores = rows[i].field->by_instance;
    const auto score = instance < scores.size() ? scores[instance] : std::nullopt;
    if (score && (!most || *score >= *most)) {
      best = score == most ? std::nullopt : std::optional(i);
      most = score;
    }
  }
  return best;
}

std::vector<StandingsRow> field_standings(const History& history) {
  std::vector<StandingsRow> rows;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    rows.push_back(row_of(history, entrant));
    rows.back().field.emplace();
  }
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      add(rows[played.encounter.entrants.front()], played);
    }
  }
  std::size_t instances = 0;
  for (const StandingsRow& row : rows) {
    instances = std::max(instances, row.field->by_instance.size());
  }
  for (std::size_t instance = 0; instance < instances; ++instance) {
    if (const auto winner = best_alone(rows, instance)) {
      ++rows[*winner].wins;
    }
  }
  const std::vector<std::size_t> own = given(history);
  for (StandingsRow& row : rows) {
    Scores& scores = row.field->by_instance;
    if (row.withdrawn && own[row.entrant] < instances) {
      scores.resize(own[row.entrant]);
      scores.resize(instances, 0.0);
    }
    row.field->summary = summary_of(scores);
  }
  rank_best_first(rows, [](const StandingsRow& row) { return row.field->summary.mean; });
  return rows;
}

}  // namespace referee
