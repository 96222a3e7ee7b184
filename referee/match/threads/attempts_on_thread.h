#pragma once

#include <memory>
#include <string>

#include "referee/match/attempt_place.h"
#include "referee/match/threads/match_threads.h"

namespace referee {

/// Plays each attempt of a match on one of MatchThreads.
class AttemptsOnThread final : public AttemptPlace {
 public:
  /// `threads` outlives it. REQUIRES: MatchThreads::can_play() of the match.
  explicit AttemptsOnThread(MatchThreads& threads) : threads_(threads) {}
  ~AttemptsOnThread() override;

  Task<EndedAttempt> play(MatchJob& job, AttemptHooks& hooks, const MatchObservers& observers) override;
  bool begun() const override;
  bool playing() const override;
  void drain() override;
  void stop(const std::string& why) override;
  void abort(const std::string& why) override;
  void withdraw(const std::string& name) override;

 private:
  class Present;

  MatchThreads& threads_;
  std::shared_ptr<Present> present_;  // the attempt that is being played
  bool draining_ = false;
};

}  // namespace referee
