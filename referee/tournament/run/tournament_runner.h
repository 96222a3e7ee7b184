#pragma once

#include <exception>
#include <string>

#include "referee/tournament/run/tournament_context.h"

namespace referee {

/// What is played in a context: a tournament, a ladder, or open practice.
class TournamentRunner {
 public:
  virtual ~TournamentRunner() = default;
  TournamentRunner(const TournamentRunner&) = delete;
  TournamentRunner& operator=(const TournamentRunner&) = delete;

  /// Returns when it is over, or when it was stopped and nothing is running any more. Throws the error that
  /// makes going on impossible.
  virtual Task<> play() = 0;
  /// No more matches begin; those that run are played to their end.
  virtual void drain();
  /// Makes running matches void, at once.
  void abort(const std::string& why);
  /// Whether all that was to be played has been played.
  virtual bool finished() const { return false; }
  /// What a connected player waits for, for people.
  virtual std::string waiting_for(const Player& player) const = 0;

 protected:
  /// Answers the context's questions from now on. `context` must outlive it.
  explicit TournamentRunner(TournamentContext& context);
  /// Stops at once, because going on is impossible; rethrow_failure() will tell why. Only the first failure
  /// counts.
  void fail(std::exception_ptr failure);
  void rethrow_failure() const;
  bool stopping() const { return stopping_; }

  TournamentContext& context_;

 private:
  bool stopping_ = false;
  std::exception_ptr failure_;
};

}  // namespace referee
