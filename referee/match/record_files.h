#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/files.h"

namespace referee {

/// The records of matches below a reports folder.
class RecordFiles {
 public:
  /// What is kept of one bot's standard error.
  static constexpr std::size_t kMaxStderrFile = 1024 * 1024;

  /// Makes `reports`/records. Throws std::filesystem::filesystem_error.
  explicit RecordFiles(const std::filesystem::path& reports, Sync sync = Sync::disk);
  ~RecordFiles();
  RecordFiles(const RecordFiles&) = delete;
  RecordFiles& operator=(const RecordFiles&) = delete;

  /// A run's name that no earlier run in this folder has: "walls-1", "walls-2", ... Its match i is to be
  /// called RUNgI. Reserved for this object's life, after that by the records.
  std::string reserve_run(std::string_view game);
  /// MATCH.jsonl, or MATCH.aN.jsonl for a void attempt. Returns its path.
  std::filesystem::path write(const std::string& match, int attempt, bool is_void, std::string_view record);
  /// An earlier run of the same tournament is gone on with: what it wrote stays.
  void go_on() { goes_on_ = true; }
  /// A record that counted does so no more: `record` becomes MATCH.aN.jsonl, and MATCH.jsonl is removed.
  void replace_by_void(const std::string& match, int attempt, std::string_view record);
  /// Renames records/ to records.1, or the next free number, if it holds anything: a tournament begins, and
  /// its matches have the same names as those of any other. Returns the new name, or "".
  std::string set_aside();
  /// Appends what a bot wrote to standard error in `match` to bots/BOT.stderr, as far as that stays below
  /// kMaxStderrFile; its first text of this object's life begins the file anew, unless an earlier run of
  /// the same tournament is gone on with. Throws std::system_error, naming the path.
  void keep_stderr(const std::string& bot, const std::string& match, std::string_view text);

 private:
  bool has_records(const std::string& run) const;
  std::filesystem::path path_of(const std::string& match, int attempt, bool is_void) const;

  Sync sync_;
  std::filesystem::path folder_;
  std::filesystem::path bots_;
  bool goes_on_ = false;
  std::set<std::string> kept_;
  std::vector<std::filesystem::path> marks_;
};

}  // namespace referee
