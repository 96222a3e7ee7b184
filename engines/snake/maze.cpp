#include "engines/snake/maze.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <sstream>

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

/// The words of a line that has only digits and blanks; none for any other line, which is a row.
std::vector<std::string> numbers_in(const Json& line) {
  std::vector<std::string> numbers;
  if (!line.is_string() ||
      line.get_ref<const std::string&>().find_first_not_of("0123456789 \t") != std::string::npos) {
    return numbers;
  }
  std::istringstream words(line.get<std::string>());
  for (std::string word; words >> word;) {
    numbers.push_back(word);
  }
  return numbers;
}

/// Reads a list of rows, which may have its size before them. Reports the first mistake to the options'
/// reader, and ignores the rest.
class MazeReader {
 public:
  MazeReader(fields::Object& in, std::string_view key) : in_(in), key_(key) {}

  MazeRows read(const Json& list) {
    read_size(list);
    if (list.size() <= first_row_ || list.size() - first_row_ > kMaxMazeSide) {
      in_.fail(key_, list, "a list of 1 to " + std::to_string(kMaxMazeSide) + " rows");
      return {};
    }
    MazeRows rows;
    for (std::size_t i = first_row_; i < list.size(); ++i) {
      rows.push_back(read_row(list[i], rows.size()));
    }
    check_number_of(rows, list);
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
  struct Size {
    std::size_t cols = 0;
    std::size_t rows = 0;
  };

  /// Reads the numbers of columns and rows that may be on the first line, or on the first two.
  void read_size(const Json& list) {
    std::vector<std::string> numbers = list.empty() ? std::vector<std::string>() : numbers_in(list[0]);
    if (numbers.empty()) {
      return;
    }
    first_row_ = 1;
    if (numbers.size() == 1 && list.size() > 1) {
      std::ranges::move(numbers_in(list[1]), std::back_inserter(numbers));
      first_row_ = 2;
    }
    if (numbers.size() != 2) {
      in_.fail(key_line(first_row_ - 1), list[first_row_ - 1],
               "two numbers before the rows: of columns, then of rows");
      return;
    }
    size_ = Size{.cols = side(numbers[0], list[0], 0),
                 .rows = side(numbers[1], list[first_row_ - 1], first_row_ - 1)};
  }

  std::size_t side(const std::string& number, const Json& json, std::size_t line) {
    const std::size_t value = number.size() > 9 ? 0 : std::stoul(number);
    if (value < 1 || value > kMaxMazeSide) {
      in_.fail(key_line(line), json, "a number of columns or rows from 1 to " + std::to_string(kMaxMazeSide));
    }
    return value;
  }

  void check_number_of(const MazeRows& rows, const Json& list) {
    if (size_ && rows.size() != size_->rows) {
      in_.fail(key_line(first_row_ - 1), list[first_row_ - 1],
               std::to_string(rows.size()) +
                   " as the number of rows, as many as follow (columns stand before rows)");
    }
  }

  std::string key_line(std::size_t line) const { return key_ + "[" + std::to_string(line) + "]"; }

  /// `number`: of the row, from 0.
  std::string read_row(const Json& json, std::size_t number) {
    const std::string key = key_line(first_row_ + number);
    const std::size_t cols = size_ ? size_->cols : kMaxMazeSide;
    if (!json.is_string()) {
      in_.fail(key, json, row_expected(cols));
      return "";
    }
    std::string row = json.get<std::string>();
    if (size_ && row.size() > cols && row.find_first_not_of(' ', cols) == std::string::npos) {
      row.resize(cols);
    }
    if (row.size() > cols) {
      in_.fail(key, json, row_expected(cols));
      return "";
    }
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

  std::string row_expected(std::size_t cols) const {
    return "a string of at most " + std::to_string(cols) + " characters" +
           (size_ ? ", the number of columns that stands before the rows" : "");
  }

  void pad(MazeRows& rows) const {
    const std::size_t cols = size_ ? size_->cols : std::ranges::max(rows, {}, &std::string::size).size();
    for (std::string& row : rows) {
      row.resize(cols, snake_cell::kEmpty);
    }
  }

  fields::Object& in_;
  std::string key_;
  std::optional<Size> size_;   // absent: as many columns as the longest row has
  std::size_t first_row_ = 0;  // its index in the list
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
