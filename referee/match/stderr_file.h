#pragma once

#include <filesystem>
#include <optional>
#include <string>

#include "referee/base/marked_text.h"

namespace referee {

/// What one bot wrote to standard error, match after match: a text file for people, where each match begins
/// with "== MATCH". Beside it FILE.turns has a line of JSON for each match, so that the text of a turn is
/// found: {"match", "attempt", "at": the first byte of its text, "bytes", "turns": [[turn, bytes by its
/// answer], ...]}. Only their owner may read them, because they may tell of secret instances.
class StderrFile {
 public:
  /// The most bytes that are kept in each of the two files.
  static constexpr std::size_t kMaxBytes = 1024 * 1024;

  explicit StderrFile(std::filesystem::path path) : path_(std::move(path)) {}

  /// Adds the text of a match, as far as both files stay below kMaxBytes. Throws std::system_error, naming
  /// the path.
  void append(const std::string& match, int attempt, const MarkedText& written) const;
  /// What the bot wrote in an attempt, marked by turns from 0; nothing if it is not kept, or not by turns.
  std::optional<MarkedText> of(const std::string& match, int attempt) const;
  /// Removes both files, if they exist. Throws std::system_error, naming the path.
  void remove() const;

 private:
  std::filesystem::path turns_path() const { return path_.string() + ".turns"; }

  std::filesystem::path path_;
};

}  // namespace referee
