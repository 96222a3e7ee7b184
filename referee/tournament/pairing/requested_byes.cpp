#include "referee/tournament/pairing/requested_byes.h"

namespace referee {

std::vector<Encounter> requested_byes(const History& history, int first_table) {
  const int round = static_cast<int>(history.rounds.size()) + 1;
  std::vector<Encounter> byes;
  for (Entrant entrant = 0; entrant < history.entrants.size(); ++entrant) {
    const History::Contestant& contestant = history.entrants[entrant];
    const auto asked = contestant.byes.find(round);
    if (!contestant.withdrawn && asked != contestant.byes.end()) {
      byes.push_back({.round = round,
                      .table = first_table + static_cast<int>(byes.size()),
                      .kind = asked->second,
                      .entrants = {entrant}});
    }
  }
  return byes;
}

}  // namespace referee
