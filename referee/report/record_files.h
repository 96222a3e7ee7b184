#pragma once

#include <filesystem>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace referee {

/// Writes `text` to `path` so that after a crash or with a full disk there is the old file or the whole new
/// one. The bytes are on the disk when it returns. Throws std::system_error, naming the path.
void write_file_atomically(const std::filesystem::path& path, std::string_view text);

/// The records of matches below a reports folder.
class RecordFiles {
 public:
  /// Makes `reports`/records. Throws std::filesystem::filesystem_error.
  explicit RecordFiles(const std::filesystem::path& reports);
  ~RecordFiles();
  RecordFiles(const RecordFiles&) = delete;
  RecordFiles& operator=(const RecordFiles&) = delete;

  /// A run's name that no earlier run in this folder has: "walls-1", "walls-2", ... Its match i is to be
  /// called RUNgI. Reserved for this object's life, after that by the records.
  std::string reserve_run(std::string_view game);
  /// MATCH.jsonl, or MATCH.aN.jsonl for a void attempt. Returns its path.
  std::filesystem::path write(const std::string& match, int attempt, bool is_void, std::string_view record);
  /// Appends what a bot wrote to standard error in `match` to bots/BOT.stderr; its first text of this
  /// object's life begins the file anew. Throws std::system_error, naming the path.
  void keep_stderr(const std::string& bot, const std::string& match, std::string_view text);

 private:
  bool has_records(const std::string& run) const;

  std::filesystem::path folder_;
  std::filesystem::path bots_;
  std::set<std::string> kept_;
  std::vector<std::filesystem::path> marks_;
};

}  // namespace referee
