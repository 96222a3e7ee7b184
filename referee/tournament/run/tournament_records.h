#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/loop/tasks.h"
#include "referee/match/record_files.h"
#include "referee/store/store.h"
#include "referee/store/store_writer.h"
#include "referee/tournament/standings/history.h"

namespace referee {

/// The attempts 1 to `attempts` of a match that is not running, of which number `counting` counts; nothing:
/// none does.
std::vector<StoredAttempt> attempts_of(const MatchPlace& place, int attempts, std::optional<int> counting);

/// The files of a tournament's records, which are copies of what its store has.
class TournamentRecords {
 public:
  /// `store` outlives it. `reports`: the folder of reports, in which that of the records is.
  TournamentRecords(StoreWriter& store, const std::filesystem::path& reports);

  RecordFiles& files() { return files_; }
  /// Writes the record files of those attempts from the store: the folder may lack some after a crash, or if
  /// it is another folder.
  Task<> export_records(std::vector<StoredAttempt> games);
  /// Tries again to write the files of records that could not be written before, from the store.
  Task<> write_late_records();
  /// Tries for the last time to write the files of records that could not be written before, and says how
  /// many are missing. Does not throw if the store fails.
  Task<> write_last_records();
  /// Replaces the record of a match that counted by `record`, that of a void attempt.
  void show_as_void(const std::string& match, int attempt, std::string_view record);

 private:
  StoreWriter& store_;
  RecordFiles files_;
  std::string folder_;  // for messages
};

}  // namespace referee
