#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <string>

#include "referee/tournament/run/stored_page.h"
#include "tests/support/sample_record.h"
#include "tests/world/checks.h"

namespace world {
namespace {

using referee::Encounter;
using referee::Entrant;
using referee::GameResult;
using referee::PlayedEncounter;
using referee::StandingsRow;

constexpr double kNearly = 1e-9;

/// What each entrant of an encounter has won of a game: 1 for each other one that scored less, 1/2 for each
/// that scored the same (Tournaments 2.6, 3.1, 3.2).
std::vector<double> shares(const std::vector<double>& scores) {
  std::vector<double> shares;
  for (const double own : scores) {
    double share = -0.5;  // itself
    for (const double other : scores) {
      share += own > other ? 1 : own == other ? 0.5 : 0;
    }
    shares.push_back(share);
  }
  return shares;
}

bool is_alone_first(const std::vector<double>& scores, std::size_t self) {
  return std::ranges::count_if(scores, [&](double other) { return other >= scores[self]; }) == 1;
}

/// The points of a match that was played (Tournaments 3.3, 3.4, 4.3), by position.
std::vector<double> points_of_play(const PlayedEncounter& played, const referee::EncounterRules& rules) {
  const std::size_t count = played.encounter.entrants.size();
  std::vector<double> sums(count);
  std::vector<int> wins(count);
  std::vector<bool> absent(count, true);
  bool any = false;
  for (const GameResult& game : played.games) {
    if (game.struck) {
      continue;
    }
    any = true;
    const std::vector<double> of_game = shares(game.scores);
    for (std::size_t i = 0; i < count; ++i) {
      wins[i] += is_alone_first(game.scores, i) ? 1 : 0;
      sums[i] += count == 2 ? (is_alone_first(game.scores, i) ? 1 : 0) : of_game[i];
      absent[i] = absent[i] && game.no_show[i];
    }
  }
  for (std::size_t i = 0; i < count; ++i) {
    const bool ended_it = 2 * wins[i] > rules.best_of && !rules.all_games;
    sums[i] += ended_it ? 1e6 : 0;  // first, whatever the others' sums (3.3)
  }
  std::vector<double> points(count);
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) {
      if (i != j && !(any && absent[i] && absent[j])) {
        points[i] += (sums[i] > sums[j] ? 1 : sums[i] == sums[j] ? 0.5 : 0) / static_cast<double>(count - 1);
      }
    }
  }
  return points;
}

std::vector<double> points_of(const PlayedEncounter& played, const referee::EncounterRules& rules) {
  switch (played.encounter.kind) {
    case Encounter::Kind::play:
      return points_of_play(played, rules);
    case Encounter::Kind::bye:
      return {1};
    case Encounter::Kind::half_bye:
      return {0.5};
    case Encounter::Kind::zero_bye:
      return {0};
    case Encounter::Kind::forfeit: {
      std::vector<double> points(played.encounter.entrants.size());
      if (played.encounter.winner) {
        points[*played.encounter.winner] = 1;
      }
      return points;
    }
  }
  return {};
}

/// By points; of all rounds before a bracket.
void check_points(const referee::StandingsPage& page, std::vector<std::string>& faults) {
  std::map<Entrant, double> points;
  for (const auto& round : page.history.rounds) {
    for (const PlayedEncounter& played : round) {
      if (played.encounter.stage == 0) {
        const std::vector<double> of_match = points_of(played, page.rules());
        for (std::size_t i = 0; i < of_match.size(); ++i) {
          points[played.encounter.entrants[i]] += of_match[i];
        }
      }
    }
  }
  for (const StandingsRow& row : page.rows) {
    if (std::abs(row.points.value() - points[row.entrant]) > kNearly) {
      faults.push_back(row.name + ": " + row.points.text() + " points, not " +
                       std::to_string(points[row.entrant]));
    }
  }
}

/// The longest turn of each entrant, by the records of the games that count.
void check_worst(const TournamentWorld& world, const referee::StandingsPage& page,
                 std::vector<std::string>& faults) {
  std::map<std::string, std::int64_t> worst;
  for (const referee::StoredAttempt& attempt : world.content().games) {
    if (attempt.status != referee::StoredAttempt::Status::done) {
      continue;
    }
    const std::string& record = world.record(attempt.match, attempt.attempt);
    const Json players = test_support::head_of(record).at("players");
    for (const std::string& line : test_support::lines_of(record)) {
      for (const Json& answer : Json::parse(line).value("answers", Json::array())) {
        std::int64_t& most = worst[players.at(answer.at("seat").get<std::size_t>())];
        most = std::max(most, answer.value("spent_us", std::int64_t{0}));
      }
    }
  }
  for (const StandingsRow& row : page.rows) {
    if (row.tally.worst.count() != worst[row.name]) {
      faults.push_back(row.name + ": its longest turn took " + std::to_string(worst[row.name]) + " us, not " +
                       std::to_string(row.tally.worst.count()));
    }
  }
}

/// A value by which the standings are sorted, the greatest first: rank 1 + the number of those before.
template <class Value>
void check_order(const std::vector<StandingsRow>& rows, const Value& value,
                 std::vector<std::string>& faults) {
  for (std::size_t i = 1; i < rows.size(); ++i) {
    if (value(rows[i - 1]) + kNearly < value(rows[i]) || rows[i].rank < rows[i - 1].rank ||
        (rows[i].rank != rows[i - 1].rank && rows[i].rank != static_cast<int>(i) + 1)) {
      faults.push_back(rows[i].name + ": rank " + std::to_string(rows[i].rank) + " behind " +
                       rows[i - 1].name);
    }
  }
}

/// Tournaments 9.3: the mean of all instances ranks; games that were cancelled are left out.
void check_field(const referee::StandingsPage& page, std::vector<std::string>& faults) {
  std::map<Entrant, std::pair<double, int>> sums;
  for (const auto& round : page.history.rounds) {
    for (const PlayedEncounter& played : round) {
      for (const GameResult& game : played.games) {
        auto& [sum, count] = sums[played.encounter.entrants.front()];
        sum += game.struck ? 0 : game.scores.front();
        count += game.struck ? 0 : 1;
      }
    }
  }
  const auto mean = [&](const StandingsRow& row) {
    const auto& [sum, count] = sums[row.entrant];
    return count == 0 ? 0 : sum / count;
  };
  if (std::ranges::none_of(page.rows, &StandingsRow::withdrawn)) {
    check_order(page.rows, mean, faults);
  }
}

}  // namespace

void check_standings(const TournamentWorld& world, std::vector<std::string>& faults) {
  const referee::StandingsPage page = referee::page_of(world.content());
  const Json again = Json::parse(referee::standings_json(page));
  const Json told = world.standings();
  if (again != told) {
    faults.push_back("standings.json differs from the stored results: " + Json::diff(again, told).dump());
  }
  const std::string kind = page.format->json().at("kind");
  if (kind == "field") {
    check_field(page, faults);
  }
  const bool is_annulled = std::ranges::any_of(page.rows, &StandingsRow::annulled);
  if ((kind == "swiss" || kind == "round_robin") && !is_annulled) {
    check_points(page, faults);
    if (world.people().retaken().empty()) {
      check_worst(world, page, faults);
    }
    const bool by_points = page.format->json().value("rank_by", "points") == "points" &&
                           !page.format->bracket(page.history).has_value();
    if (by_points) {
      check_order(
          page.rows, [](const StandingsRow& row) { return row.points.value(); }, faults);
    }
  }
}

}  // namespace world
