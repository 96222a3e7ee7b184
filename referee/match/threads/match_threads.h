#pragma once

#include <cstddef>
#include <list>
#include <memory>
#include <utility>

#include "referee/match/attempt_place.h"
#include "referee/match/threads/match_thread.h"

namespace referee {

/// Threads that play matches of launched bots side by side, each on a CPU of its own as far as there are
/// enough. Made and used on one loop's thread.
class MatchThreads {
 public:
  /// How many there should be for so many matches at a time: not more than one a CPU.
  static std::size_t count_for(std::size_t matches);
  /// `count`: from 1; `terms`: of each, but for the CPU. REQUIRES: no clock charges a bot for waiting.
  MatchThreads(Tasks& tasks, std::size_t count, const MatchThread::Terms& terms);

  /// The place of one match. It must not outlive this object. While an attempt is played AttemptHooks and
  /// MatchObservers are called on its thread. REQUIRES: all bots of the match are launched and asked turn by
  /// turn, and it is new.
  std::unique_ptr<AttemptPlace> place();
  /// Says `bye` to all bots that wait; returns when they are gone. REQUIRES: nothing is played.
  Task<> end_bots();

  // For attempts.

  Tasks& tasks() { return tasks_; }
  /// One that plays least, until give_back().
  MatchThread& take();
  void give_back(const MatchThread& thread);

 private:
  struct Lane {
    explicit Lane(MatchThread::Terms terms) : thread(std::move(terms)) {}

    MatchThread thread;
    std::size_t playing = 0;
  };

  Tasks& tasks_;
  std::list<Lane> lanes_;
};

}  // namespace referee
