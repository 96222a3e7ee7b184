#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "referee/match/attempt.h"
#include "referee/match/match_observer.h"

namespace referee {

class AttemptHooks;

/// What became of one attempt of a match.
struct EndedAttempt {
  enum class Kind : std::uint8_t {
    played,        ///< to its end, void or not
    failed_start,  ///< a bot could not be started
    lost,          ///< the worker that had it is gone, or what it has handed in is not true
    unchecked,  ///< rules that are a program have failed apart from it: when its opening was drawn, or when
                ///< what a worker has played was checked
    broken,     ///< by a fault of ours, before its result was kept
    not_played  ///< it was called off, or stopped before it began
  };
  Kind kind = Kind::not_played;
  PlayedAttempt played = {};
  std::optional<FailedStart> failure = std::nullopt;  ///< of an attempt whose bots could not be started
  /// Which worker has lost the attempt, and what is known of it; or the words of the game, of one that is
  /// unchecked; or the fault.
  std::string why = {};
  /// The worker that has played or lost it, or could not start it; empty: this machine. No other worker has
  /// the same text.
  std::string worker = {};
  /// How many workers have had a job lately, that one included; 0: on this machine.
  std::size_t workers = 0;
};

/// Where the attempts of one match are played: on this machine (AttemptsHere), or by workers on others
/// (queue::AttemptsAtWorkers). AttemptRunner decides what follows an attempt.
class AttemptPlace {
 public:
  AttemptPlace() = default;
  virtual ~AttemptPlace() = default;
  AttemptPlace(const AttemptPlace&) = delete;
  AttemptPlace& operator=(const AttemptPlace&) = delete;

  /// Plays one attempt of `job`, and has `hooks` keep its result before its players are told. An attempt that
  /// has begun takes the number in job.spec.attempt: the next one is there then, and `job.saved` is gone.
  /// Throws what cannot be played at all: fields::Exception for options that are not valid, and what hooks
  /// throw; all processes have ended then.
  virtual Task<EndedAttempt> play(MatchJob& job, AttemptHooks& hooks, const MatchObservers& observers) = 0;

  /// An attempt has begun, and its bots are not gone yet.
  virtual bool begun() const = 0;
  /// An attempt is being played, so that an arbiter can make it void.
  virtual bool playing() const = 0;
  /// No more attempts are wanted; one that has begun is played to its end.
  virtual void drain() = 0;
  /// Makes the present attempt void, or ends its start.
  virtual void stop(const std::string& why) = 0;
  /// Makes the attempt that is being played void; where none is, the next one as soon as it has begun.
  virtual void abort(const std::string& why) = 0;
  /// The entrant forfeits the present attempt, if it plays in it.
  virtual void withdraw(const std::string& name) = 0;
};

/// Play matches on other machines: queue::RemoteMatches.
class MatchWorkers {
 public:
  MatchWorkers() = default;
  virtual ~MatchWorkers() = default;
  MatchWorkers(const MatchWorkers&) = delete;
  MatchWorkers& operator=(const MatchWorkers&) = delete;

  /// Whether they can play it: nothing of it is bound to this machine.
  virtual bool can_play(const MatchJob& job) const = 0;
  /// The place of one match that they can play. It must not outlive this object.
  virtual std::unique_ptr<AttemptPlace> place() = 0;
};

}  // namespace referee
