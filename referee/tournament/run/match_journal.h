#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "referee/base/units.h"
#include "referee/match/attempt.h"
#include "referee/match/match_observer.h"
#include "referee/store/store_writer.h"
#include "referee/store/turn_files.h"

namespace referee {

/// Keeps what running matches have recorded. Their headers are in the store before the first turn, and whole
/// records at their ends. Each turn is in a file of its attempt before the next turn leaves, so that a match
/// can go on after a crash of the referee; five times a second the store gets the new turns of all matches in
/// one commit, so that a crash of the machine loses little.
///
/// Two places, because a turn must cost little and may not wait for the disk: a commit of a turn's line in
/// SQLite takes 17 us of processor time even without fsync, one write() to a file 0.6 us. The referee's other
/// work on a turn takes about 10 us.
class MatchJournal final : public MatchObserver {
 public:
  /// `turns`: the folder for the files of the turns, see TurnFiles.
  MatchJournal(Tasks& tasks, StoreWriter& store, std::filesystem::path turns)
      : tasks_(tasks), store_(store), files_(std::move(turns)) {}

  /// Returns when the store has the attempt with its header; its turns are kept from here on. An attempt that
  /// goes on is in the store already. REQUIRES: a match of a tournament that has begun, none of whose turns
  /// has been played in this run of the program.
  Task<> begin(const Attempt& attempt);
  /// Returns when the store has the whole record, and in the same commit the result (JSON text; "" of a void
  /// attempt) and `writes`. An attempt without begin() was played elsewhere.
  Task<> finish(const PlayedAttempt& played, std::string result, std::vector<StoreWrite> writes);

  void on_turn(const ObservedMatch& match, const PlayedTurn& turn) override;

 private:
  /// A running attempt.
  struct Running {
    int attempt = 1;
    std::string unwritten;              // lines since the last write of turns to the store
    std::optional<TurnFile> file;       // nothing: it cannot be written
    std::vector<Microseconds> silence;  // by seat, as the file has it
  };

  void open_file(const Attempt& attempt, Running& running);
  void keep_turn(const std::string& match, Running& running, const PlayedTurn& turn);
  Task<> write_turns();

  Tasks& tasks_;
  StoreWriter& store_;
  TurnFiles files_;
  std::map<std::string, Running> running_;  // by match; those between begin() and finish()
  bool writing_ = false;
};

}  // namespace referee
