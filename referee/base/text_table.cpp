#include "referee/base/text_table.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "referee/base/text.h"
#include "referee/unicode/unicode.h"

namespace referee {

TextTable::TextTable(std::vector<std::string> head, std::size_t left) : left_(left), widths_(head.size()) {
  add(std::move(head));
}

void TextTable::add(std::vector<std::string> row) {
  assert(row.size() <= widths_.size());
  for (std::size_t i = 0; i < row.size(); ++i) {
    row[i] = printable(row[i]);
    widths_[i] = std::max(widths_[i], unicode::columns_of(row[i]));
  }
  rows_.push_back(std::move(row));
}

std::string TextTable::text() const {
  std::string out;
  for (const auto& row : rows_) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string space(widths_[i] - unicode::columns_of(row[i]), ' ');
      line += "  " + (i < left_ ? row[i] + space : space + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

}  // namespace referee
