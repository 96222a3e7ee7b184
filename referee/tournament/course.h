#pragma once

#include <cstddef>
#include <string>

#include "referee/match/player.h"
#include "referee/net/tasks.h"

namespace referee {

/// What goes on in a hall: a tournament, or open practice.
class Course {
 public:
  virtual ~Course() = default;
  /// Returns when it is over, or when it was stopped and nothing is running any more. Throws what makes going
  /// on impossible.
  virtual Task<> play() = 0;
  /// No more matches begin; those that run end as they may.
  virtual void drain() = 0;
  /// Makes running matches void, at once.
  virtual void abort(const std::string& why) = 0;
  /// What a connected player waits for, for people.
  virtual std::string waiting_for(const Player& player) const = 0;
};

}  // namespace referee
