#pragma once

#include <vector>

#include "referee/tournament/pairing_system.h"
#include "referee/tournament/standings.h"

namespace referee {

/// Every entrant plays every instance, one a round, in their order. Whoever comes late, or was withdrawn for
/// some rounds, begins where it stopped: the field goes on until nobody has an instance left.
class Field final : public PairingSystem {
 public:
  /// `instances`: from 1.
  explicit Field(std::size_t instances) : instances_(instances) {}
  int rounds(std::size_t entrants) const override;
  std::vector<Encounter> pair(const History& history) const override;

 private:
  std::size_t instances_;
};

/// Ranked by mean score: "as the Superball hall of fame". Whoever has withdrawn has scored 0 wherever the
/// field has gone on without it, so that nobody gains by leaving after a lucky game.
std::vector<StandingsRow> field_standings(const History& history);

}  // namespace referee
