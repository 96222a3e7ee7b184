#include "referee/base/text_table.h"

#include <algorithm>
#include <utility>

#include "protocol/require.h"
#include "referee/base/text.h"
#include "referee/base/unicode/unicode.h"

namespace referee {

TextTable::TextTable(std::vector<std::string> head, std::size_t left) : left_(left), widths_(head.size()) {
  add(std::move(head));
}

void TextTable::add(std::vector<std::string> row) {
  REQUIRE(row.size() <= widths_.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = printable(row[i]);
    widths_[i] = std::max(widths_[i], unicode::columns_of(row[i]));
  }
  rows_.push_back(std::move(row));
}

std::string TextTable::text(std::size_t width) const {
  std::size_t least = 0;  // of the columns that each part has
  for (std::size_t i = 0; i < left_; ++i) {
    least += width_of(i);
  }
  std::string out;
  std::size_t begin = left_;
  do {
    std::size_t used = least;
    std::size_t end = begin;
    while (end < widths_.size() && (end == begin || used + width_of(end) <= width)) {
      used += width_of(end++);
    }
    out += (out.empty() ? "" : "\n") + part(begin, end);
    begin = end;
  } while (begin < widths_.size());
  return out;
}

std::size_t TextTable::width_of(std::size_t column) const { return 2 + widths_[column]; }

/// The columns that are flush left, and of the others those from `begin` to before `end`.
std::string TextTable::part(std::size_t begin, std::size_t end) const {
  std::string out;
  for (const auto& row : rows_) {
    if (begin > left_ && row.size() <= begin) {
      continue;  // it has no cell in this part
    }
    std::string line;
    for (std::size_t i = 0; i < std::min(row.size(), end); ++i) {
      if (i < left_ || i >= begin) {
        const std::string space(widths_[i] - unicode::columns_of(row[i]), ' ');
        line += "  " + (i < left_ ? row[i] + space : space + row[i]);
      }
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace referee
