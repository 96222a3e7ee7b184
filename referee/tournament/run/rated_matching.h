#pragma once

#include <cstddef>
#include <optional>
#include <string>

#include "referee/tournament/pairing/ladder_pairing.h"
#include "referee/tournament/run/ladder_matching.h"

namespace referee {

/// Matches of a game of two seats and more: between entrants that LadderPairing chooses by what is known of
/// their strengths.
class RatedMatching final : public LadderMatching {
 public:
  /// `seats`: of the game, at least 2. `has_house`: a house bot sits on seats that are left over.
  RatedMatching(std::size_t seats, bool has_house) : pairing_(seats, has_house) {}

  void arrive(Entrant entrant) override { pairing_.arrive(entrant); }
  void leave(Entrant entrant) override { pairing_.leave(entrant); }
  void new_version(Entrant entrant) override;
  std::optional<LadderMatch> next(TimePoint now) override;
  void begin(const LadderMatch& match) override { pairing_.begin(match.entrants); }
  void end(const LadderMatch& match, const LadderGame* result) override;
  void count(const LadderGame& result) override { pairing_.count(result.entrants); }
  void renewed(const LadderTable& table) override;
  std::string waiting_text(Entrant /*entrant*/, TimePoint /*now*/) const override {
    return "your next match is called as soon as there is an opponent";
  }

 private:
  void learn(const LadderGame& result);

  LadderPairing pairing_;
};

}  // namespace referee
