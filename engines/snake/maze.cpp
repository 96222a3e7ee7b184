#include "engines/snake/maze.h"

#include <algorithm>
#include <optional>

#include <nlohmann/json.hpp>

#include "engines/snake/builtin_mazes.h"

namespace engines {
namespace {

using Json = nlohmann::json;

constexpr std::string_view kCells = "# o_$!T";

std::string place(std::size_t row, std::size_t col) {
  return "row " + std::to_string(row) + ", column " + std::to_string(col);
}

/// The UTF-8 character that begins at `col`, as JSON: people see the character that they typed, not half of
/// it.
std::string character(std::string_view row, std::size_t col) {
  const auto is_continuation = [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; };
  std::size_t end = col + 1;
  while (end < row.size() && is_continuation(row[end])) {
    ++end;
  }
  return fields::brief(Json(row.substr(col, end - col)));
}

/// Reads a list of rows. Reports the first mistake to the options' reader, and ignores the rest.
class MazeReader {
 public:
  MazeReader(fields::Object& in, std::string_view key) : in_(in), key_(key) {}

  MazeRows read(const Json& list) {
    if (list.empty() || list.size() > kMaxMazeSide) {
      in_.fail(key_, list, "a list of 1 to " + std::to_string(kMaxMazeSide) + " rows");
      return {};
    }
    MazeRows rows;
    for (const Json& row : list) {
      rows.push_back(read_row(row, rows.size()));
    }
    if (!start_) {
      in_.fail(key_, list, "one start 'o' in one of the rows");
    }
    if (!has_exit_) {
      in_.fail(key_, list, "an exit '_' in at least one of the rows");
    }
    pad(rows);
    return rows;
  }

 private:
  struct Place {
    std::size_t row = 0;
    std::size_t col = 0;
  };

  std::string read_row(const Json& json, std::size_t number) {
    const std::string key = key_ + "[" + std::to_string(number) + "]";
    if (!json.is_string() || json.get_ref<const std::string&>().size() > kMaxMazeSide) {
      in_.fail(key, json, "a string of at most " + std::to_string(kMaxMazeSide) + " characters");
      return "";
    }
    const auto& row = json.get_ref<const std::string&>();
    const std::size_t strange = row.find_first_not_of(kCells);
    if (strange != std::string::npos) {
      in_.fail(key, json,
               "only the characters \"# o_$!T\": " + character(row, strange) + " at column " +
                   std::to_string(strange) + " is none of them");
    }
    for (std::size_t col = 0; col < row.size(); ++col) {
      note(row[col], {.row = number, .col = col}, key, json);
    }
    return row;
  }

  void note(char cell, const Place& at, const std::string& key, const Json& json) {
    has_exit_ = has_exit_ || cell == snake_cell::kExit;
    if (cell != snake_cell::kStart) {
      return;
    }
    if (start_) {
      in_.fail(key, json,
               "only one start 'o' in all rows: another is at column " + std::to_string(at.col) +
                   ", the first at " + place(start_->row, start_->col));
    }
    start_ = start_.value_or(at);
  }

  static void pad(MazeRows& rows) {
    const std::size_t cols = std::ranges::max(rows, {}, &std::string::size).size();
    for (std::string& row : rows) {
      row.resize(cols, snake_cell::kEmpty);
    }
  }

  fields::Object& in_;
  std::string key_;
  std::optional<Place> start_;
  bool has_exit_ = false;
};

}  // namespace

MazeRows read_maze(fields::Object& in, std::string_view key, const MazeRows& fallback) {
  const Json* given = in.find(key);
  if (given == nullptr) {
    return fallback;
  }
  if (given->is_array()) {
    return MazeReader(in, key).read(*given);
  }
  if (given->is_string()) {
    if (const auto rows = find_snake_maze(given->get_ref<const std::string&>())) {
      return MazeReader(in, key).read(*rows);
    }
  }
  in.fail(key, *given, "a list of rows or the name of a maze: " + names_of(snake_mazes()));
  return fallback;
}

}  // namespace engines
