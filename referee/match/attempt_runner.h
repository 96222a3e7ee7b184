#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "referee/match/attempt_place.h"
#include "referee/match/kept_bots.h"
#include "referee/match/launcher.h"

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
  /// meanwhile. Only for an attempt on this machine, as begun() and released().
  virtual Task<> gathered(const MatchJob& job);
  /// A bot could not be started, `tries` times in this match by now, from 1; tries at workers count as Count
  /// says. This base class tries again, and throws the reason from try AttemptRunner::kAttempts on. Not
  /// called without MatchJob::relaunch_after.
  virtual AfterFailedStart start_failed(const FailedStart& failure, int tries);
  /// So many workers have lost the match as MatchJob::most_lost says, or rules that are a program, or
  /// this program, have failed in AttemptRunner::kAttempts attempts; `why` names them. When this returns, the
  /// match is put off. This base class throws std::runtime_error.
  virtual void given_up(const std::string& why);
  /// The match is set up, and its record has its header. The referee sends `start` when this returns.
  virtual Task<> begun(Attempt& attempt);
  /// The match is over. Makes its result durable, and notes in `played` where its record is: the referee
  /// sends `end` when this returns. If it throws, the players are told that the match is void, and
  /// AttemptRunner::play() throws the same.
  virtual Task<> keep(PlayedAttempt& played);
  /// The bots of the attempt are gone, however it ended, or its opening could not be drawn: its place is
  /// free.
  virtual void released();
  /// After released(), if the attempt was played. This call may still make it void.
  virtual void ended(PlayedAttempt& played);
};

/// Plays a match until an attempt counts: after a void or lost attempt it begins the next, within bounds.
class AttemptRunner {
 public:
  static constexpr int kAttempts = 3;  ///< void attempts, by faults of the referee's own, before it gives up
  /// What fewer than kAttempts workers say of a match, that it is void or that its bots cannot be started,
  /// has to be said so often, and by all that have played anything lately: others may come first.
  static constexpr int kSaidByFew = 20;

  /// Plays at `place`. `hooks` and `observers` must outlive it.
  AttemptRunner(Tasks& tasks, std::unique_ptr<AttemptPlace> place, MatchJob job, AttemptHooks& hooks,
                MatchObservers observers = {});
  /// Plays at `workers` a match that they can play; without them, and any other, on this machine. `launcher`,
  /// `workers` and `kept` must outlive it, too. `kept`: as Attempt has it. A bot that a worker cannot start
  /// is always tried again: another machine may do.
  AttemptRunner(Tasks& tasks, Launcher& launcher, MatchJob job, AttemptHooks& hooks,
                MatchObservers observers = {}, MatchWorkers* workers = nullptr, KeptBots* kept = nullptr);
  AttemptRunner(const AttemptRunner&) = delete;
  AttemptRunner& operator=(const AttemptRunner&) = delete;

  /// Returns the attempt that counts; or the last one of kAttempts, if all were void; or nothing, if drain()
  /// or stop() was called first, or the match is put off. Throws FailedStart::rethrow_error(), unless
  /// MatchJob::relaunch_after is given, and what AttemptPlace::play() and hooks throw. Called once.
  Task<std::optional<PlayedAttempt>> play();

  /// No more attempts begin; one that has begun is played to its end.
  void drain();
  /// Makes the present attempt void; no more attempts begin.
  void stop(const std::string& why);
  /// Makes the present attempt void by order of the arbiter: it is repeated, and does not count for
  /// kAttempts. An attempt that is about to go on after a restart is one that is being played, too. Returns
  /// false if no match is being played.
  bool abort(const std::string& why);
  /// The entrant forfeits the present attempt, if it plays in it.
  void withdraw(const std::string& name) { place_->withdraw(name); }

  const MatchJob& job() const { return job_; }
  /// An attempt has begun, and its bots are not gone yet.
  bool begun() const { return place_->begun(); }
  /// Workers play it: on this machine it takes no cores.
  bool at_workers() const { return at_workers_; }

 private:
  /// How often something has gone wrong.
  class Count {
   public:
    /// Once more, in that attempt. Returns how often it counts: less than kAttempts while too few workers say
    /// so.
    int add(const EndedAttempt& ended);

   private:
    int times_ = 0;
    std::set<std::string> workers_;
  };
  /// What has gone wrong so far, each kind with a bound of its own.
  struct Failures {
    Count voids;
    Count starts;
    std::map<std::string, std::string> losses = {};  // by worker: why, the last time
  };
  enum class Next : std::uint8_t { attempt, nothing };

  Task<std::string> draw_opening();
  Task<bool> make_ready(EndedAttempt& ended);
  Task<EndedAttempt> play_attempt();
  Task<Next> after(const EndedAttempt& ended, Failures& failures);
  Task<Next> after_failed_start(const EndedAttempt& ended, Count& starts);
  Task<Next> after_loss(const EndedAttempt& ended, Failures& failures);
  Task<> pause();

  Tasks& tasks_;
  MatchJob job_;
  AttemptHooks& hooks_;
  MatchObservers observers_;
  const bool at_workers_ = false;
  std::unique_ptr<AttemptPlace> place_;
  bool aborted_ = false;  // abort() has made the present attempt void
  bool stopping_ = false;
};

}  // namespace referee
