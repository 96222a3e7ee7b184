#pragma once

#include <map>
#include <string>
#include <vector>

#include "referee/match/attempt.h"
#include "referee/match/match_observer.h"
#include "referee/store/store_writer.h"

namespace referee {

/// Gives the store what running matches have recorded: their headers before the first turn, their turns five
/// times a second, all matches in one commit, and whole records at their ends. So a crash loses no attempt,
/// and a turn never waits for the disk.
class MatchJournal final : public MatchObserver {
 public:
  MatchJournal(Tasks& tasks, StoreWriter& store) : tasks_(tasks), store_(store) {}

  /// Returns when the store has the attempt with its header; its turns are journaled from here on. REQUIRES:
  /// a match of a tournament that has begun, none of whose turns has been played.
  Task<> begin(const Attempt& attempt);
  /// Returns when the store has the whole record, and in the same commit the result (JSON text; "" of a void
  /// attempt) and `writes`.
  Task<> finish(const PlayedAttempt& played, std::string result, std::vector<StoreWrite> writes);

  void on_turn(const ObservedMatch& match, const PlayedTurn& turn) override;

 private:
  /// What an attempt has recorded since the last write of its turns to the store.
  struct Unwritten {
    int attempt = 1;
    std::string lines;
  };

  Task<> write_turns();

  Tasks& tasks_;
  StoreWriter& store_;
  std::map<std::string, Unwritten> unwritten_;  // by match; those between begin() and finish()
  bool writing_ = false;
};

}  // namespace referee
