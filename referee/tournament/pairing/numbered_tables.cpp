#include "referee/tournament/pairing/numbered_tables.h"

#include <algorithm>

namespace referee {

std::vector<Encounter> with_numbered_tables(std::vector<Encounter> encounters, int round) {
  std::ranges::stable_partition(encounters,
                                [](const Encounter& e) { return e.kind == Encounter::Kind::play; });
  for (std::size_t i = 0; i < encounters.size(); ++i) {
    encounters[i].round = round;
    encounters[i].table = static_cast<int>(i) + 1;
  }
  return encounters;
}

}  // namespace referee
