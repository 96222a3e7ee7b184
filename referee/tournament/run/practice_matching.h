#pragma once

#include <optional>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/tournament/config/config.h"
#include "referee/tournament/run/ladder_matching.h"

namespace referee {

/// Matches of practice: each entrant plays alone or against house bots, one match after another.
///
/// kAtOnce matches of an entrant may follow each other at once, then one each interval. Time without a match,
/// or in a long one, counts towards the next ones, so that only bots that play many short matches wait.
class PracticeMatching final : public LadderMatching {
 public:
  static constexpr int kAtOnce = TournamentConfig::kPracticeAtOnce;

  /// `interval`: from 0, which means no pause.
  explicit PracticeMatching(Milliseconds interval) : interval_(interval) {}

  void arrive(Entrant entrant) override { at(entrant).here = true; }
  void leave(Entrant entrant) override { at(entrant).here = false; }
  /// A match of the free entrant that has played least of late.
  std::optional<LadderMatch> next(TimePoint now) override;
  std::optional<TimePoint> due() const override;
  void begin(const LadderMatch& match) override { at(match.entrants.front()).playing = true; }
  void end(const LadderMatch& match, const LadderGame* result) override;
  void count(const LadderGame& result) override;
  bool withdraws_absent() const override { return false; }
  std::optional<int> turn_of(const LadderMatch& /*match*/) const override { return std::nullopt; }
  std::string waiting_text(Entrant entrant, TimePoint now) const override;

 private:
  struct State {
    bool here = false;
    bool playing = false;
    TimePoint earned_until = {};  // the matches so far, one an interval, end here
  };
  State& at(Entrant entrant);
  const State* longest_waiting() const;
  TimePoint due(const State& state) const { return state.earned_until - (kAtOnce - 1) * interval_; }

  Milliseconds interval_;
  std::vector<State> states_;  // by entrant
};

}  // namespace referee
