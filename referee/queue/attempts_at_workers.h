#pragma once

#include <string>

#include "referee/match/attempt_place.h"
#include "referee/queue/remote_matches.h"

namespace referee::queue {

/// Has the attempts of one match played by workers. An entrant that withdraws, and an arbiter who makes the
/// match void, call the attempt off: the worker gives it up, and nothing of it is kept.
class AttemptsAtWorkers final : public AttemptPlace {
 public:
  /// `matches` outlives it. REQUIRES: RemoteMatches::can_play() of the match.
  explicit AttemptsAtWorkers(RemoteMatches& matches) : matches_(matches) {}

  Task<EndedAttempt> play(MatchJob& job, AttemptHooks& hooks, const MatchObservers& observers) override;
  bool begun() const override { return job_ != nullptr && matches_.is_claimed(job_->spec.id); }
  bool playing() const override { return begun(); }
  void drain() override;
  void stop(const std::string& why) override;
  void abort(const std::string& why) override;
  void withdraw(const std::string& name) override;

 private:
  void call_off();

  RemoteMatches& matches_;
  const MatchJob* job_ = nullptr;  // of the present attempt
  bool aborted_ = false;           // abort() has called the present attempt off
};

}  // namespace referee::queue
