#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "referee/base/file_descriptor.h"

namespace referee {

/// The turns of one attempt while it is played, in a file that each turn is added to by one write() on the
/// loop's thread. The kernel has a turn when add() returns: a crash of the program loses none. There is no
/// fsync, so that no turn waits for the disk: a crash of the machine loses those of the last seconds.
class TurnFile {
 public:
  TurnFile() = default;

  /// Throws std::system_error. REQUIRES: made by TurnFiles::begin().
  void add(std::string_view lines);

 private:
  friend class TurnFiles;
  TurnFile(std::filesystem::path path, FileDescriptor file)
      : path_(std::move(path)), file_(std::move(file)) {}

  std::filesystem::path path_;
  FileDescriptor file_;
};

/// The folder STORE.turns, with a file for each attempt that is being played. It exists only while one is, or
/// after a crash. Only the owner may read it: moves may be secret.
class TurnFiles {
 public:
  explicit TurnFiles(std::filesystem::path folder) : folder_(std::move(folder)) {}
  /// Removes the folder if it is empty.
  ~TurnFiles();
  TurnFiles(const TurnFiles&) = delete;
  TurnFiles& operator=(const TurnFiles&) = delete;

  /// What has been added to the file of an attempt; nothing if there is no such file.
  std::optional<std::string> read(const std::string& match, int attempt) const;
  /// Makes the file, with `lines` in it; it takes the place of one that is there, as a whole. Throws
  /// std::system_error.
  TurnFile begin(const std::string& match, int attempt, std::string_view lines);
  /// Removes the file; no effect without one.
  void remove(const std::string& match, int attempt);
  struct Attempt {
    std::string match;
    int attempt = 1;
  };
  /// Removes the files of all other attempts: those that are over.
  void keep_only(const std::vector<Attempt>& running);

 private:
  std::filesystem::path path(const std::string& match, int attempt) const;

  std::filesystem::path folder_;
};

}  // namespace referee
