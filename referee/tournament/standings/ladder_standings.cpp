#include "referee/tournament/standings/ladder_standings.h"

#include <cmath>
#include <limits>
#include <utility>

#include "protocol/require.h"

namespace referee {
namespace {

/// What ranks: whole Elo, which are the same on every machine, or the mean score.
double worth_of(const StandingsRow& row) {
  const LadderFigures& figures = *row.ladder;
  return figures.rating  ? std::round(figures.rating->elo)
         : figures.score ? figures.score->mean
                         : -std::numeric_limits<double>::infinity();
}

std::optional<LadderFigures::Score> score_of(const LadderBlocks& blocks, std::size_t player) {
  const auto all = blocks.of(player);
  if (!all) {
    return std::nullopt;
  }
  const auto newest = blocks.newest_of(player);
  return LadderFigures::Score{all->mean(), all->margin(),
                              newest ? std::optional(newest->mean()) : std::nullopt};
}

StandingsRow ladder_row(const History& history, Entrant entrant) {
  const LadderTable& table = *history.ladder;
  StandingsRow row = row_of(history, entrant);
  LadderFigures& figures = row.ladder.emplace();
  if (entrant < table.sums().size()) {
    const LadderTable::Sums& sums = table.sums()[entrant];
    row.games = sums.matches;
    row.missed = sums.missed;
    row.encounters = sums.matches;
    row.wins = sums.wins;
    row.tally = sums.tally;
  }
  if (const LadderTable::Player* player = table.present(entrant)) {
    figures.version = player->version;
    figures.matches = player->matches;
    figures.rating = player->rating;
    figures.trend = table.trend(entrant);
    const std::size_t present = *table.sums()[entrant].player;
    const auto scored = table.blocks().of(present);
    const int counted = table.seats() > 1 ? player->matches : scored ? scored->matches : 0;
    figures.provisional = counted < LadderTable::kSettled;
    if (const auto ranked_by = table.scored_player(entrant)) {
      figures.score = score_of(table.blocks(), *ranked_by);
    }
  }
  return row;
}

}  // namespace

std::vector<StandingsRow> ladder_standings(const History& history) {
  REQUIRE(history.ladder);
  std::vector<StandingsRow> rows;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    rows.push_back(ladder_row(history, entrant));
  }
  rank_best_first(rows, [](const StandingsRow& row) { return std::pair(has_played(row), worth_of(row)); });
  return rows;
}

rating::Ratings ladder_ratings(const LadderTable& table, std::size_t entrants) {
  rating::Ratings ratings{std::vector<std::optional<rating::Estimate>>(entrants), table.first_seat(),
                          table.converged()};
  for (Entrant entrant = 0; entrant < entrants; ++entrant) {
    if (const LadderTable::Player* player = table.present(entrant)) {
      ratings.players[entrant] = player->rating;
    }
  }
  return ratings;
}

}  // namespace referee
