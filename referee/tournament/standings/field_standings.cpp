#include "referee/tournament/standings/field_standings.h"

#include <algorithm>
#include <utility>

namespace referee {
namespace {

using Scores = std::vector<std::optional<double>>;

void add(StandingsRow& row, const PlayedEncounter& played) {
  const auto instance = static_cast<std::size_t>(played.encounter.instance.value_or(1));
  Scores& scores = row.field->by_instance;
  scores.resize(std::max(scores.size(), instance));
  for (const GameResult& game : played.games) {
    row.encounters += 1;
    if (!game.struck) {
      row.games += 1;
      row.missed += game.no_show.front() ? 1 : 0;
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

std::vector<std::size_t> instances_given(const History& history) {
  std::vector<std::size_t> instances(history.entrants.size());
  for (const History::Round& round : history.rounds) {
    for (const PlayedEncounter& played : round) {
      ++instances[played.encounter.entrants.front()];
    }
  }
  return instances;
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
  const std::vector<std::size_t> own = instances_given(history);
  for (StandingsRow& row : rows) {
    Scores& scores = row.field->by_instance;
    if (row.withdrawn && own[row.entrant] < instances) {
      scores.resize(own[row.entrant]);
      scores.resize(instances, 0.0);
    }
    row.field->summary = summary_of(scores);
  }
  rank_best_first(rows, [](const StandingsRow& row) {
    return std::pair(has_played(row), ranking_mean(row.field->summary));
  });
  return rows;
}

}  // namespace referee
