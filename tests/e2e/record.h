#pragma once

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

namespace e2e {

using Json = nlohmann::json;

/// The record of one match, as a program outside would read it.
class Record {
 public:
  /// Throws if the file has not one JSON object per line.
  explicit Record(const std::filesystem::path& path);

  const Json& header() const { return lines_.front(); }
  const Json& last() const { return lines_.back(); }
  /// Of each turn.
  std::vector<Json> events() const;
  /// The entries of that seat in the record, in order.
  std::vector<Json> answers(std::size_t seat) const;
  std::vector<std::string> verdicts(std::size_t seat) const { return texts(seat, "verdict"); }
  /// "" for an entry without one.
  std::vector<std::string> faults(std::size_t seat) const { return texts(seat, "fault"); }

 private:
  std::vector<std::string> texts(std::size_t seat, const char* key) const;

  std::vector<Json> lines_;
};

/// `count` times the same word, to combine with other lists.
std::vector<std::string> times(std::size_t count, const std::string& word);
std::vector<std::string> operator+(std::vector<std::string> head, const std::vector<std::string>& tail);

}  // namespace e2e
