#pragma once

#include <algorithm>

#include "referee/base/units.h"
#include "referee/tournament/config/config.h"

namespace referee {

/// When the next practice match of an entrant may begin: kAtOnce matches may follow each other at once, then
/// one each interval. Time without a match, or in a long one, counts towards the next ones, so that only bots
/// that play many short matches wait. Arithmetic on time points, without a clock of its own.
class PracticePace {
 public:
  static constexpr int kAtOnce = TournamentConfig::kPracticeAtOnce;

  /// `interval`: from 0, which means no pause.
  explicit PracticePace(Milliseconds interval) : interval_(interval) {}

  /// The earliest time of the next match; may be past.
  TimePoint due() const { return earned_until_ - (kAtOnce - 1) * interval_; }
  /// A match begins at `now`. REQUIRES: not before due().
  void begun(TimePoint now) { earned_until_ = std::max(earned_until_, now) + interval_; }

 private:
  Milliseconds interval_;
  TimePoint earned_until_{};  // the matches so far, one an interval, end here
};

}  // namespace referee
