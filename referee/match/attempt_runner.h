#pragma once

#include <optional>
#include <string>

#include "referee/match/attempt.h"

namespace referee {

/// What is done around the attempts of a match, and differs between those who have it played: waiting for
/// players, keeping records and results. As it stands here nothing is waited for and nothing is kept.
class AttemptHooks {
 public:
  virtual ~AttemptHooks() = default;
  /// Before an attempt: waits for players and for a place to play, and fills in what changes from attempt to
  /// attempt, the seed and the seats.
  virtual Task<> prepare(MatchJob& job);
  /// Each launched bot has said hello or will not: the time to wait for players who have left meanwhile.
  virtual Task<> gathered(const MatchJob& job);
  /// The match is set up, and its record has its header. `start` goes out when this returns.
  virtual Task<> begun(Attempt& attempt);
  /// The match is over. Makes its result durable, and notes in `played` where its record is: `end` goes out
  /// when this returns. If it throws, the players are told that the match is void, and AttemptRunner::play()
  /// throws the same.
  virtual Task<> keep(PlayedAttempt& played);
  /// The bots of the attempt are gone, whatever happened in it: its place is free.
  virtual void released();
  /// The same, of an attempt that was played. It may still be made void here.
  virtual void ended(PlayedAttempt& played);
};

/// Plays a match in as many attempts as it takes: a void one is followed by the next, up to kAttempts.
class AttemptRunner {
 public:
  static constexpr int kAttempts = 3;  ///< void by a fault of the referee's, before it gives up

  /// `hooks` and `observers` must outlive it.
  AttemptRunner(Tasks& tasks, Launcher& launcher, MatchJob job, AttemptHooks& hooks,
                MatchObservers observers = {});
  AttemptRunner(const AttemptRunner&) = delete;
  AttemptRunner& operator=(const AttemptRunner&) = delete;

  /// The attempt that counts; or the last one of kAttempts, if all were void; or nothing, if drain() or
  /// stop() came first. Throws LaunchError, fields::Exception for options that are not valid, and what hooks
  /// throw; no process is left then. Called once.
  Task<std::optional<PlayedAttempt>> play();

  /// No more attempts begin; one that has begun ends as it may.
  void drain() { stopping_ = true; }
  /// Makes the present attempt void, and no more begin.
  void stop(const std::string& why);
  /// Makes the present attempt void, by order: it is repeated, and does not count for kAttempts. False if no
  /// match is being played.
  bool abort(const std::string& why);
  /// The entrant forfeits the present attempt, if it plays in it.
  void withdraw(const std::string& name);

  const MatchJob& job() const { return job_; }
  /// An attempt has begun, and its bots are not gone yet.
  bool begun() const { return attempt_ != nullptr && attempt_->begun(); }

 private:
  Task<std::optional<PlayedAttempt>> play_attempt();
  Task<> play_out(Attempt& attempt, PlayedAttempt& played);
  Task<> pause(Milliseconds time);

  Tasks& tasks_;
  Launcher& launcher_;
  MatchJob job_;
  AttemptHooks& hooks_;
  MatchObservers observers_;
  Attempt* attempt_ = nullptr;  // the present one, from the start of its bots until they are gone
  bool aborted_ = false;        // the present one, by order
  bool stopping_ = false;
};

}  // namespace referee
