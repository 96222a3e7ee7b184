#pragma once

#include <string>

#include "referee/match/attempt_place.h"
#include "referee/match/kept_bots.h"
#include "referee/match/launcher.h"

namespace referee {

/// Plays attempts on this machine, with bots that it starts and players who have dialled in.
class AttemptsHere final : public AttemptPlace {
 public:
  /// `launcher` outlives it. `kept`: as Attempt has it.
  AttemptsHere(Tasks& tasks, Launcher& launcher, KeptBots* kept = nullptr)
      : tasks_(tasks), launcher_(launcher), kept_(kept) {}

  Task<EndedAttempt> play(MatchJob& job, AttemptHooks& hooks, const MatchObservers& observers) override;
  bool begun() const override { return attempt_ != nullptr && attempt_->begun(); }
  bool playing() const override { return attempt_ != nullptr && attempt_->playing(); }
  void drain() override;
  void stop(const std::string& why) override;
  void abort(const std::string& why) override;
  void withdraw(const std::string& name) override;

 private:
  Task<> play_out(Attempt& attempt, MatchJob& job, AttemptHooks& hooks, EndedAttempt& ended);

  Tasks& tasks_;
  Launcher& launcher_;
  KeptBots* kept_;
  Attempt* attempt_ = nullptr;  // the present attempt, from the start of its bots until they are gone
  std::string void_at_start_;   // why, if abort() was called before the present attempt went on
  bool draining_ = false;
};

}  // namespace referee
