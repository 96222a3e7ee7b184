#pragma once

#include <cstddef>
#include <limits>
#include <string>
#include <vector>

namespace referee {

/// Columns as wide as their widest cell, for a terminal. The first `left` columns are flush left, the others
/// flush right. A cell may hold anything: it is shown as printable() makes it.
class TextTable {
 public:
  TextTable(std::vector<std::string> head, std::size_t left);

  /// REQUIRES: at most as many cells as the head has.
  void add(std::vector<std::string> row);

  /// The width of a file, which has no end.
  static constexpr std::size_t kUnbounded = std::numeric_limits<std::size_t>::max();

  /// Each row as a line, without blanks at its end. Where lines would be wider than `width` columns, the
  /// other columns follow in further tables, each with the columns that are flush left: a terminal would
  /// break the lines in the middle. One column at least stands in each, however narrow the terminal is.
  std::string text(std::size_t width = kUnbounded) const;

 private:
  std::size_t width_of(std::size_t column) const;
  std::string part(std::size_t begin, std::size_t end) const;

  std::size_t left_;
  std::vector<std::size_t> widths_;  // columns of the terminal
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace referee
