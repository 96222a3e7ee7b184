#pragma once

#include <array>
#include <cstddef>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "referee/http/metrics.h"
#include "referee/match/match_observer.h"

namespace referee::web {

/// Counts what is played, for Prometheus: matches, turns, verdicts, charges; of matches that workers play,
/// their ends. On the loop's thread; of any other, Metrics may be read.
class MatchMetrics final : public MatchObserver {
 public:
  /// `metrics` outlives it.
  explicit MatchMetrics(Metrics& metrics);

  void on_start(const ObservedMatch& match) override;
  void on_turn(const ObservedMatch& match, const PlayedTurn& turn) override;
  void on_end(const PlayedAttempt& played) override;

 private:
  static constexpr std::size_t kVerdicts = std::tuple_size_v<decltype(MatchResult::Seat::by_verdict)>;

  std::set<std::pair<std::string, int>> started_;  // matches and attempts; those of workers only end here
  Gauge& running_;
  Counter& done_;
  Counter& void_;
  Counter& turns_;
  Histogram& charges_;
  std::vector<Counter*> verdicts_;  // by protocol::Verdict
};

}  // namespace referee::web
