#include "referee/web/match_metrics.h"

#include <chrono>
#include <string>

#include "protocol/verdict.h"
#include "referee/match/attempt.h"

namespace referee::web {
namespace {

constexpr const char* kMatches = "referee_matches_total";
constexpr const char* kMatchesHelp = "Attempts of games that are over. Those that did not count are apart.";

}  // namespace

MatchMetrics::MatchMetrics(Metrics& metrics)
    : running_(metrics.gauge("referee_matches_running", "Matches that this process plays now.")),
      done_(metrics.counter(kMatches, kMatchesHelp, {{"outcome", "done"}})),
      void_(metrics.counter(kMatches, kMatchesHelp, {{"outcome", "void"}})),
      turns_(metrics.counter("referee_turns_total", "Turns of matches that were played.")),
      charges_(metrics.histogram("referee_charge_seconds", "Thinking time of an answer.", seconds_bounds())) {
  for (std::size_t verdict = 0; verdict < kVerdicts; ++verdict) {
    const std::string name(protocol::name_of(static_cast<protocol::Verdict>(verdict)));
    verdicts_.push_back(
        &metrics.counter("referee_verdicts_total", "Answers by verdict.", {{"verdict", name}}));
  }
}

void MatchMetrics::on_start(const ObservedMatch& match) {
  started_.emplace(match.spec.id, match.spec.attempt);
  running_.set(static_cast<std::int64_t>(started_.size()));
}

void MatchMetrics::on_turn(const ObservedMatch&, const PlayedTurn& turn) {
  turns_.add();
  for (const SeatAnswer& answer : turn.answers) {
    verdicts_[static_cast<std::size_t>(answer.verdict)]->add();
    charges_.observe(std::chrono::duration<double>(answer.spent).count());
  }
}

void MatchMetrics::on_end(const PlayedAttempt& played) {
  started_.erase({played.job.spec.id, played.job.spec.attempt});
  running_.set(static_cast<std::int64_t>(started_.size()));
  (played.result.is_void ? void_ : done_).add();
}

}  // namespace referee::web
