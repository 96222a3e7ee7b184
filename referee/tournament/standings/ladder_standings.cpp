#include "referee/tournament/standings/ladder_standings.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace referee {
namespace {

/// What ranks: whole Elo, which are the same on every machine.
long elo_of(const StandingsRow& row) {
  return row.ladder->rating ? std::lround(row.ladder->rating->elo) : std::numeric_limits<long>::min();
}

StandingsRow ladder_row(const History& history, Entrant entrant) {
  const LadderTable& table = *history.ladder;
  StandingsRow row = row_of(history, entrant);
  LadderFigures& figures = row.ladder.emplace();
  if (entrant < table.sums().size()) {
    const LadderTable::Sums& sums = table.sums()[entrant];
    row.games = sums.matches;
    row.encounters = sums.matches;
    row.wins = sums.wins;
    row.tally = sums.tally;
  }
  if (const LadderTable::Player* player = table.present(entrant)) {
    figures.version = player->version;
    figures.matches = player->matches;
    figures.rating = player->rating;
    figures.trend = table.trend(entrant);
    figures.provisional = player->matches < LadderTable::kSettled;
  }
  return row;
}

}  // namespace

std::vector<StandingsRow> ladder_standings(const History& history) {
  std::vector<StandingsRow> rows;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    rows.push_back(ladder_row(history, entrant));
  }
  std::ranges::stable_sort(rows, std::ranges::greater{}, elo_of);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const bool equal = i > 0 && elo_of(rows[i - 1]) == elo_of(rows[i]);
    rows[i].rank = equal ? rows[i - 1].rank : static_cast<int>(i) + 1;
  }
  return rows;
}

rating::Ratings ladder_ratings(const LadderTable& table, std::size_t entrants) {
  rating::Ratings ratings{std::vector<std::optional<rating::Estimate>>(entrants), table.first_seat()};
  for (Entrant entrant = 0; entrant < entrants; ++entrant) {
    if (const LadderTable::Player* player = table.present(entrant)) {
      ratings.players[entrant] = player->rating;
    }
  }
  return ratings;
}

}  // namespace referee
