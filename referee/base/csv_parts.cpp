#include "referee/base/csv_parts.h"

#include "referee/base/printable.h"

namespace referee::csv {
namespace {

/// A spreadsheet runs text that begins so as a formula; the wide forms are those of East Asian keyboards.
bool is_formula(std::string_view text) {
  for (const std::string_view start :
       {"=", "+", "-", "@", "\t", "\r", "\n", "\uff1d", "\uff0b", "\uff0d", "\uff20"}) {
    if (text.starts_with(start)) {
      return true;
    }
  }
  return false;
}

}  // namespace

std::string text_cell(std::string_view text) {
  std::string cell = is_formula(text) ? "'" : "";
  cell += printable(text, kShownText);
  if (cell.find_first_of("\",") == std::string::npos) {
    return cell;
  }
  std::string quoted = "\"";
  for (const char c : cell) {
    quoted.append(c == '"' ? 2 : 1, c);
  }
  return quoted + "\"";
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    line.append(i == 0 ? "" : ",").append(cells[i]);
  }
  return line + "\r\n";
}

}  // namespace referee::csv
