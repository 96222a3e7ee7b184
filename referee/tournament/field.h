#pragma once

#include <optional>
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

/// The row that is alone with the best score of an instance, from 0; nothing if that is shared, or nobody has
/// one.
std::optional<std::size_t> best_alone(const std::vector<StandingsRow>& rows, std::size_t instance);

/// Ranked by mean score: "as the Superball hall of fame". Whoever has withdrawn has scored 0 wherever the
/// field has gone on without it, so that nobody gains by leaving after a lucky game.
std::vector<StandingsRow> field_standings(const History& history);

}  // namespace referee
