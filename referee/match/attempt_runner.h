#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "referee/match/attempt.h"

namespace referee {

/// What a user of AttemptRunner does around the attempts of a match: waits for players, keeps records and
/// results. This base class waits for nothing and keeps nothing.
class AttemptHooks {
 public:
  /// What follows an attempt in which a bot could not be started.
  enum class AfterFailedStart : std::uint8_t {
    try_again,  ///< the next attempt, after MatchJob::relaunch_after
    play_on,    ///< an attempt at once, in which prepare() has to leave the bot out
    put_off     ///< none: the match is not played now
  };

  virtual ~AttemptHooks() = default;
  /// Before an attempt: waits for players and for a place to play, and fills in what changes from attempt to
  /// attempt, the seed and the seats.
  virtual Task<> prepare(MatchJob& job);
  /// Each launched bot has said hello or cannot any more: the time to wait for players who have left
  /// meanwhile.
  virtual Task<> gathered(const MatchJob& job);
  /// A bot could not be started, `tries` times in this match by now, from 1. This base class tries again, and
  /// throws the reason at the last of AttemptRunner::kAttempts tries. Not called without
  /// MatchJob::relaunch_after.
  virtual AfterFailedStart start_failed(const FailedStart& failure, int tries);
  /// The match is set up, and its record has its header. The referee sends `start` when this returns.
  virtual Task<> begun(Attempt& attempt);
  /// The match is over. Makes its result durable, and notes in `played` where its record is: the referee
  /// sends `end` when this returns. If it throws, the players are told that the match is void, and
  /// AttemptRunner::play() throws the same.
  virtual Task<> keep(PlayedAttempt& played);
  /// The bots of the attempt are gone, however it ended: its place is free.
  virtual void released();
  /// The same after an attempt that was played. This call may still make it void.
  virtual void ended(PlayedAttempt& played);
};

/// Plays a match until an attempt counts: after a void attempt it begins the next, up to kAttempts.
class AttemptRunner {
 public:
  static constexpr int kAttempts = 3;  ///< void attempts, by faults of the referee's own, before it gives up

  /// `hooks`, `observers` and `kept` must outlive it. `kept`: as Attempt has it.
  AttemptRunner(Tasks& tasks, Launcher& launcher, MatchJob job, AttemptHooks& hooks,
                MatchObservers observers = {}, KeptBots* kept = nullptr);
  AttemptRunner(const AttemptRunner&) = delete;
  AttemptRunner& operator=(const AttemptRunner&) = delete;

  /// Returns the attempt that counts; or the last one of kAttempts, if all were void; or nothing, if drain()
  /// or stop() was called first, or the match is put off. Throws what Launcher::launch() throws, unless
  /// MatchJob::relaunch_after is given, fields::Exception for options that are not valid, and what hooks
  /// throw; all processes have ended then. Called once.
  Task<std::optional<PlayedAttempt>> play();

  /// No more attempts begin; one that has begun is played to its end.
  void drain() { stopping_ = true; }
  /// Makes the present attempt void; no more attempts begin.
  void stop(const std::string& why);
  /// Makes the present attempt void by order of the arbiter: it is repeated, and does not count for
  /// kAttempts. An attempt that is about to go on after a restart is one that is being played, too. Returns
  /// false if no match is being played.
  bool abort(const std::string& why);
  /// The entrant forfeits the present attempt, if it plays in it.
  void withdraw(const std::string& name);

  const MatchJob& job() const { return job_; }
  /// An attempt has begun, and its bots are not gone yet.
  bool begun() const { return attempt_ != nullptr && attempt_->begun(); }

 private:
  Task<std::optional<PlayedAttempt>> play_attempt();
  Task<> play_out(Attempt& attempt, PlayedAttempt& played);
  AttemptHooks::AfterFailedStart after(const FailedStart& failure, int tries);
  Task<> pause(Milliseconds time);

  Tasks& tasks_;
  Launcher& launcher_;
  MatchJob job_;
  AttemptHooks& hooks_;
  MatchObservers observers_;
  KeptBots* kept_;
  Attempt* attempt_ = nullptr;  // the present attempt, from the start of its bots until they are gone
  bool aborted_ = false;        // abort() has made the present attempt void
  std::string void_at_start_;   // why, if abort() was called before the present attempt went on
  bool stopping_ = false;
};

}  // namespace referee
