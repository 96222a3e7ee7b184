#pragma once

#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "referee/tournament/formats/tournament_format.h"
#include "referee/tournament/standings/ladder_standings.h"

namespace referee {

/// A format without rounds: matches are made one by one, and all that they have said ranks.
class RoundlessFormat : public TournamentFormat {
 public:
  RoundlessFormat(Facts facts, LadderTerms terms)
      : TournamentFormat(std::move(facts)), terms_(std::move(terms)) {}

  const LadderTerms* ladder() const final { return &terms_; }
  std::unique_ptr<PairingSystem> pairing_system(std::uint64_t /*seed*/) const final {
    return std::make_unique<NoRounds>();
  }
  std::vector<PlannedRounds> planned_rounds(std::size_t /*entrants*/) const final { return {}; }

 private:
  std::vector<StandingsRow> ranked(const History& history) const final { return ladder_standings(history); }
  class NoRounds final : public PairingSystem {
   public:
    int rounds(std::size_t /*entrants*/) const override { return 0; }
    std::vector<Encounter> pair(const History& /*history*/) const override { return {}; }
  };

  LadderTerms terms_;
};

}  // namespace referee
