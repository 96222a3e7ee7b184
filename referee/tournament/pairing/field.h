#pragma once

#include <vector>

#include "referee/tournament/pairing/pairing_system.h"

namespace referee {

/// Every entrant plays every instance, one a round, in their order. An entrant that enters late begins with
/// the first one; an entrant that was withdrawn for some rounds goes on where it stopped. The field goes on
/// until no entrant has an instance left.
class Field final : public PairingSystem {
 public:
  /// `instances`: from 1.
  explicit Field(std::size_t instances) : instances_(instances) {}
  int rounds(std::size_t entrants) const override;
  std::vector<Encounter> pair(const History& history) const override;

 private:
  std::size_t instances_;
};

}  // namespace referee
