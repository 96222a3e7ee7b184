#pragma once

#include <filesystem>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "referee/base/files.h"
#include "referee/base/marked_text.h"
#include "referee/record/match_result.h"

namespace referee {

/// The records of matches below a reports folder.
class RecordFiles {
 public:
  /// Makes `reports`/records. Throws std::filesystem::filesystem_error.
  explicit RecordFiles(const std::filesystem::path& reports, Sync sync = Sync::disk);
  ~RecordFiles();
  RecordFiles(const RecordFiles&) = delete;
  RecordFiles& operator=(const RecordFiles&) = delete;

  /// Returns a run's name that no earlier run in this folder has: "walls-1", "walls-2", ... Match i of this
  /// run is called RUNgI. The name stays reserved for this object's life, and after that by the records.
  std::string reserve_run(std::string_view game);
  /// Where the record of an attempt is, if it has a file: MATCH.jsonl, or MATCH.aN.jsonl for a void attempt.
  std::filesystem::path path_of(const std::string& match, int attempt, bool is_void) const;
  /// Writes the record of an attempt to path_of(), and returns that path. Any thread may call it. Throws
  /// std::system_error.
  std::filesystem::path write(const std::string& match, int attempt, bool is_void, std::string_view record);
  /// Writes the record to path_of(), and returns that path. A failure is logged, and the record noted as
  /// unwritten; then it returns "".
  std::filesystem::path write_or_note(const std::string& match, int attempt, bool is_void,
                                      std::string_view record);
  /// Writes the replay that a match program has left, if there is one, beside the record of its match, and
  /// lets go of its content. A failure is logged: the match counts all the same.
  void keep_replay(MatchResult& result);
  /// A record that has no file yet, because the disk was full, or no descriptor free.
  struct Unwritten {
    std::string match;
    int attempt = 1;
    bool is_void = false;
  };
  const std::vector<Unwritten>& unwritten() const { return unwritten_; }
  /// Forgets the unwritten ones and returns them, for another try.
  std::vector<Unwritten> take_unwritten() { return std::exchange(unwritten_, {}); }
  /// This run continues an earlier run of the same tournament: what that run wrote stays.
  void go_on() { goes_on_ = true; }
  /// Makes a record that counted void: `record` becomes MATCH.aN.jsonl, and MATCH.jsonl is removed.
  void replace_by_void(const std::string& match, int attempt, std::string_view record);
  /// Removes the records and replays of a match with that many attempts. A failure is logged.
  void remove(const std::string& match, int attempts);
  /// Renames records/ to records.1, or the next free number, if it holds anything: called when a tournament
  /// begins, because its matches have the same names as those of every tournament. Returns the new name, or
  /// "".
  std::string set_aside();
  /// Appends what a bot wrote to standard error in an attempt to its StderrFile; its first text of this
  /// object's life begins the file anew, unless this run continues an earlier run of the same tournament.
  /// Throws std::system_error, naming the path.
  void keep_stderr(const std::string& bot, const std::string& match, int attempt, const MarkedText& written);
  /// The StderrFile of this bot: bots/BOT.stderr. keep_stderr() makes it.
  std::filesystem::path stderr_path(const std::string& bot) const { return bots_ / (bot + ".stderr"); }

 private:
  using Replays = std::multimap<std::string, std::string>;  // names of files by match
  Replays& replays();
  static void remove_file(const std::filesystem::path& path);
  bool has_records(const std::string& run) const;
  bool has_later_records(const std::string& run) const;

  Sync sync_;
  std::filesystem::path folder_;
  std::filesystem::path bots_;
  bool goes_on_ = false;
  std::set<std::string> kept_;
  std::vector<std::filesystem::path> marks_;
  std::vector<Unwritten> unwritten_;
  std::optional<Replays> replays_;  // of the folder, once one was looked for
};

}  // namespace referee
