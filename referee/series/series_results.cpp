#include "referee/series/series_results.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

#include "protocol/require.h"

namespace referee {
namespace {

void add_faults(std::vector<SeriesFault>& faults, const GameSummary& game, const GameSummary::Seat& seat) {
  for (const FaultKind& kind : seat.faults) {
    const auto found = std::ranges::find_if(
        faults, [&](const SeriesFault& fault) { return fault.kind.verdict == kind.verdict; });
    if (found == faults.end()) {
      faults.push_back({kind, game.game.number});
    } else {
      found->kind.count += kind.count;
    }
  }
}

void add_game(SeriesTotals& totals, const GameSummary& game, std::size_t seat) {
  const GameSummary::Seat& played = game.seats[seat];
  ++totals.games;
  totals.firsts += played.rank == 1 ? 1 : 0;
  totals.score += played.score;
  totals.least = totals.games == 1 ? played.score : std::min(totals.least, played.score);
  totals.greatest = totals.games == 1 ? played.score : std::max(totals.greatest, played.score);
  totals.turns += played.turns;
  totals.used += played.used;
  totals.worst = std::max(totals.worst, played.worst);
  add_faults(totals.faults, game, played);
  if (played.wall_over.count > 0) {
    const std::int64_t before = totals.wall_over.count;
    if (before == 0) {
      totals.wall_over = played.wall_over;
      totals.first_wall_over_game = game.game.number;
    }
    totals.wall_over.count = before + played.wall_over.count;
  }
  if (game.seats.size() == 2) {
    totals.by_seat.resize(2);
    totals.by_seat[seat].add(points_of(game, seat));
  }
}

}  // namespace

std::int64_t SeriesTotals::fault_count() const {
  return std::accumulate(faults.begin(), faults.end(), std::int64_t{0},
                         [](std::int64_t sum, const SeriesFault& fault) { return sum + fault.kind.count; });
}

std::optional<std::size_t> seat_of(const PlannedGame& game, std::size_t entrant) {
  const auto found = std::ranges::find(game.seating, entrant);
  return found == game.seating.end() ? std::nullopt
                                     : std::optional(static_cast<std::size_t>(found - game.seating.begin()));
}

double points_of(const GameSummary& game, std::size_t seat) {
  REQUIRE(game.seats.size() > 1);
  double points = -0.5;  // it is as good as itself
  for (const GameSummary::Seat& other : game.seats) {
    points += other.rank > game.seats[seat].rank ? 1 : other.rank == game.seats[seat].rank ? 0.5 : 0;
  }
  return points / static_cast<double>(game.seats.size() - 1);
}

SeriesResults::SeriesResults(std::vector<std::string> names, SeriesPlan plan)
    : names_(std::move(names)), plan_(std::move(plan)) {}

void SeriesResults::add(GameSummary summary) {
  different_.insert(summary.moves_sha256);
  const std::int64_t number = summary.game.number;
  [[maybe_unused]] const bool added = games_.emplace(number, std::move(summary)).second;
  REQUIRE(added);
}

std::vector<SeriesTotals> SeriesResults::totals() const {
  std::vector<SeriesTotals> totals(names_.size());
  for (std::size_t entrant = 0; entrant < names_.size(); ++entrant) {
    totals[entrant].name = names_[entrant];
  }
  for (const auto& [number, game] : games_) {
    for (std::size_t seat = 0; seat < game.seats.size(); ++seat) {
      add_game(totals[game.game.seating[seat]], game, seat);
    }
  }
  return totals;
}

comparison::GameCounts SeriesResults::games_between(std::size_t one, std::size_t other) const {
  comparison::GameCounts counts;
  for (const auto& [number, game] : games_) {
    const auto seat = seat_of(game.game, one);
    if (seat && seat_of(game.game, other)) {
      counts.add(points_of(game, *seat));
    }
  }
  return counts;
}

std::vector<std::int64_t> SeriesResults::lost_games(std::size_t entrant) const {
  std::vector<std::int64_t> lost;
  for (const auto& [number, game] : games_) {
    const auto seat = seat_of(game.game, entrant);
    if (seat && points_of(game, *seat) == 0) {
      lost.push_back(number);
    }
  }
  return lost;
}

comparison::PairCounts SeriesResults::pairs_between(std::size_t one, std::size_t other) const {
  std::map<std::int64_t, std::vector<double>> points;  // by group
  for (const auto& [number, game] : games_) {
    const auto seat = seat_of(game.game, one);
    if (seat && seat_of(game.game, other)) {
      points[game.game.group].push_back(points_of(game, *seat));
    }
  }
  comparison::PairCounts counts;
  for (const auto& [group, pair] : points) {
    if (pair.size() == 2) {
      counts.add(pair[0] + pair[1]);
    }
  }
  return counts;
}

comparison::GameCounts SeriesResults::substitutions(std::size_t one, std::size_t other) const {
  std::map<std::int64_t, std::array<std::optional<double>, 2>> shares;  // by group
  for (const auto& [number, game] : games_) {
    for (const std::size_t side : {0U, 1U}) {
      if (const auto seat = seat_of(game.game, side == 0 ? one : other)) {
        shares[game.game.group][side] = points_of(game, *seat);
      }
    }
  }
  comparison::GameCounts counts;
  for (const auto& [group, pair] : shares) {
    if (pair[0] && pair[1]) {
      counts.add(*pair[0] > *pair[1] ? 1 : *pair[0] < *pair[1] ? 0 : 0.5);
    }
  }
  return counts;
}

std::vector<double> SeriesResults::challenger_differences(std::size_t one, std::size_t other) const {
  using Meeting = std::pair<std::int64_t, std::set<std::size_t>>;  // group, opponents
  struct Side {
    double sum = 0;
    int games = 0;
  };
  std::map<Meeting, std::array<Side, 2>> meetings;
  for (const auto& [number, game] : games_) {
    for (const std::size_t side : {0U, 1U}) {
      const std::size_t challenger = side == 0 ? one : other;
      if (const auto seat = seat_of(game.game, challenger)) {
        std::set<std::size_t> opponents(game.game.seating.begin(), game.game.seating.end());
        opponents.erase(challenger);
        Side& of = meetings[{game.game.group, std::move(opponents)}][side];
        of.sum += points_of(game, *seat);
        ++of.games;
      }
    }
  }
  const int whole = plan_.paired() ? 2 : 1;
  std::vector<double> differences;
  for (const auto& [meeting, sides] : meetings) {
    if (sides[0].games == whole && sides[1].games == whole) {
      differences.push_back((sides[0].sum - sides[1].sum) / whole);
    }
  }
  return differences;
}

std::vector<OpeningTotals> SeriesResults::by_opening(std::size_t listed) const {
  REQUIRE(listed > 0 && plan_.seats() > 1);
  std::vector<OpeningTotals> openings(listed);
  std::vector<std::set<std::string>> different(listed);
  for (const auto& [number, game] : games_) {
    const std::size_t at = static_cast<std::size_t>(game.game.opening) % listed;
    OpeningTotals& totals = openings[at];
    ++totals.games;
    different[at].insert(game.moves_sha256);
    totals.different = static_cast<std::int64_t>(different[at].size());
    totals.first_seat.add(points_of(game, 0));
    totals.challengers.resize(plan_.challengers());
    for (std::size_t one = 0; one < plan_.challengers(); ++one) {
      if (const auto seat = seat_of(game.game, one)) {
        totals.challengers[one].add(points_of(game, *seat));
      }
    }
  }
  return openings;
}

std::vector<double> SeriesResults::differences(std::size_t one, std::size_t other) const {
  std::map<std::int64_t, std::pair<const GameSummary*, const GameSummary*>> by_group;
  for (const auto& [number, game] : games_) {
    if (seat_of(game.game, one)) {
      by_group[game.game.group].first = &game;
    }
    if (seat_of(game.game, other)) {
      by_group[game.game.group].second = &game;
    }
  }
  std::vector<double> differences;
  for (const auto& [group, games] : by_group) {
    if (games.first != nullptr && games.second != nullptr) {
      differences.push_back(games.first->seats[0].score - games.second->seats[0].score);
    }
  }
  return differences;
}

}  // namespace referee
