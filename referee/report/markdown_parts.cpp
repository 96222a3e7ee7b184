#include "referee/report/markdown_parts.h"

#include "referee/base/text.h"
#include "referee/report/standings_page.h"

namespace referee::markdown {

std::string escaped(std::string_view text) {
  constexpr std::string_view kSpecial = "&<>|`*_[]\\~#!$@";
  std::string out;
  for (const char c : printable(text, kShownText)) {
    if (kSpecial.find(c) == std::string_view::npos) {
      out.push_back(c);
    } else {
      out.append("&#").append(std::to_string(static_cast<int>(c))).append(";");
    }
  }
  return out;
}

std::string line_of(const std::vector<std::string>& cells) {
  std::string line = "|";
  for (const std::string& cell : cells) {
    line.append(cell.empty() ? "" : " ").append(cell).append(" |");
  }
  return line + "\n";
}

std::string head_of(const std::vector<std::string>& names, std::size_t left) {
  std::string out = line_of(names) + "|";
  for (std::size_t i = 0; i < names.size(); ++i) {
    out += i < left ? ":-|" : "-:|";
  }
  return out + "\n";
}

std::string name_cell(const std::string& name, const std::string& display) {
  return display.empty() || display == name ? escaped(name) : escaped(display) + " (" + escaped(name) + ")";
}

std::string name_cell(const StandingsRow& row) {
  const std::string mark = mark_text(row);
  return name_cell(row.name, row.display) + (mark.empty() ? "" : " *" + mark + "*");
}

}  // namespace referee::markdown
