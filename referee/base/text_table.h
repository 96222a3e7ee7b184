#pragma once

#include <cstddef>
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

  /// Each row as a line, without blanks at its end.
  std::string text() const;

 private:
  std::size_t left_;
  std::vector<std::size_t> widths_;  // columns of the terminal
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace referee
