#include "referee/tournament/field.h"

#include <algorithm>
#include <functional>
#include <utility>

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

/// Whoever was alone with the best score of an instance has won it.
void count_wins(std::vector<StandingsRow>& rows, std::size_t instances) {
  for (std::size_t i = 0; i < instances; ++i) {
    std::optional<double> best;
    StandingsRow* winner = nullptr;
    for (StandingsRow& row : rows) {
      const Scores& scores = row.field->by_instance;
      if (const auto score = i < scores.size() ? scores[i] : std::nullopt;
          score && (!best || *score >= *best)) {
        winner = best == score ? nullptr : &row;
        best = score;
      }
    }
    if (winner != nullptr) {
      ++winner->wins;
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

void rank(std::vector<StandingsRow>& rows) {
  const auto mean = [](const StandingsRow& row) { return row.field->summary.mean; };
  std::ranges::stable_sort(rows, std::greater<>(), mean);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool shared = i > 0 && mean(rows[i]) == mean(rows[i - 1]);
    rows[i].rank = shared ? rows[i - 1].rank : static_cast<int>(i) + 1;
  }
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
  count_wins(rows, instances);
  const std::vector<std::size_t> own = given(history);
  for (StandingsRow& row : rows) {
    Scores& scores = row.field->by_instance;
    if (row.withdrawn && own[row.entrant] < instances) {
      scores.resize(own[row.entrant]);
      scores.resize(instances, 0.0);
    }
    row.field->summary = summary_of(scores);
  }
  rank(rows);
  return rows;
}

}  // namespace referee
