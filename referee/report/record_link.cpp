#include "referee/report/record_link.h"

namespace referee {

std::vector<RecordLink> record_links(const StandingsPage& page, const PlayedEncounter& played,
                                     std::size_t position, std::size_t before) {
  std::vector<RecordLink> links;
  if (page.records.empty()) {
    return links;
  }
  const auto& [encounter, games] = played;
  const int matches = page.rules.matches_a_game(encounter);
  for (std::size_t i = 0; i < games.size(); ++i) {
    if (!games[i].struck) {
      const int own = page.rules.apart ? static_cast<int>(position) + 1 : 1;
      const MatchPlace match{encounter.round, encounter.table, (games[i].game_no - 1) * matches + own};
      links.push_back({std::to_string(before + i + 1), page.records + match.id() + ".jsonl"});
    }
  }
  return links;
}

}  // namespace referee
