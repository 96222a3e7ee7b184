#pragma once

#include <exception>
#include <string>

#include "referee/match/player.h"
#include "referee/net/tasks.h"
#include "referee/tournament/run/hall.h"

namespace referee {

/// What goes on in a hall: a tournament, or open practice.
class Course {
 public:
  virtual ~Course() = default;
  Course(const Course&) = delete;
  Course& operator=(const Course&) = delete;

  /// Returns when it is over, or when it was stopped and nothing is running any more. Throws what makes going
  /// on impossible.
  virtual Task<> play() = 0;
  /// No more matches begin; those that run end as they may.
  virtual void drain();
  /// Makes running matches void, at once.
  void abort(const std::string& why);
  /// What a connected player waits for, for people.
  virtual std::string waiting_for(const Player& player) const = 0;

 protected:
  /// Answers the hall's questions from now on. `hall` must outlive it.
  explicit Course(Hall& hall);
  /// Going on is impossible: stops at once, and rethrow_failure() will tell why. Only the first one counts.
  void fail(std::exception_ptr failure);
  void rethrow_failure() const;
  bool stopping() const { return stopping_; }

  Hall& hall_;

 private:
  bool stopping_ = false;
  std::exception_ptr failure_;
};

}  // namespace referee
