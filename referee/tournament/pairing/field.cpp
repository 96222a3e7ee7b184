#include "referee/tournament/pairing/field.h"

#include <utility>

#include "referee/tournament/standings/field_standings.h"

namespace referee {

int Field::rounds(std::size_t entrants) const { return entrants == 0 ? 0 : static_cast<int>(instances_); }

std::vector<Encounter> Field::pair(const History& history) const {
  const std::vector<std::size_t> instances = instances_given(history);
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

}  // namespace referee
