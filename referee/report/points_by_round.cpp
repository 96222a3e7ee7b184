#include "referee/report/points_by_round.h"

#include <algorithm>

#include "referee/report/crosstable.h"
#include "referee/report/standings_page.h"

namespace referee {
PointsByRound points_by_round(const StandingsPage& page) {
  const std::size_t entrants = page.history.entrants.size();
  std::vector<bool> annulled(entrants);
  for (const StandingsRow* const row : all_rows(page)) {
    annulled[row->entrant] = row->annulled;
  }
  std::vector<std::vector<Points>> after(entrants, {Points()});  // by entrant
  PointsByRound points;
  for (std::size_t round = 0; round < page.history.rounds.size(); ++round) {
    for (std::vector<Points>& sums : after) {
      sums.push_back(sums.back());
    }
    for (const auto& [encounter, games] : page.history.rounds[round]) {
      const EncounterState state = state_of(page.rules(), encounter, games);
      const bool counts = encounter.stage == 0 && state.decided &&
                          std::ranges::none_of(encounter.entrants, [&](Entrant e) { return annulled[e]; });
      for (std::size_t i = 0; counts && i < encounter.entrants.size(); ++i) {
        after[encounter.entrants[i]].back() += state.points[i];
        points.rounds = static_cast<int>(round) + 1;
      }
    }
  }
  const std::vector<std::string> labels = labels_of(page);
  for (std::size_t i = 0; i < page.rows.size(); ++i) {
    const StandingsRow& row = page.rows[i];
    if (!row.annulled) {
      after[row.entrant].resize(static_cast<std::size_t>(points.rounds) + 1);
      points.lines.push_back({row.entrant, labels[i], std::move(after[row.entrant])});
    }
  }
  return points;
}

}  // namespace referee
