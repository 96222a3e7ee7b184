#include "referee/cli/help_formatter.h"

#include <sstream>
#include <string_view>
#include <utility>
#include <vector>

#include <CLI/App.hpp>
#include <CLI/Option.hpp>

namespace referee {
namespace {

/// Whether it is a command, in the examples.
bool is_example(std::string_view line) {
  const std::size_t command = line.find("referee ");
  return line.starts_with("  ") && command != std::string_view::npos &&
         line.substr(2, command).find("  ") == std::string_view::npos && line[2] != ' ';
}

/// Whether no paragraph goes on with this line.
bool begins_paragraph(std::string_view line) {
  return line.empty() || line.front() == ' ' || line.starts_with("Usage: ") ||
         line.starts_with("Exit code") || line.starts_with("Example");
}

/// The lines of `text`; where one is too wide, the next line of its paragraph is a part of it.
std::vector<std::string> paragraphs_of(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  std::size_t written = 0;  // the width of the line before
  for (std::string line; std::getline(in, line);) {
    const bool goes_on = written > kHelpWidth && !begins_paragraph(line) && lines.back().front() != ' ';
    written = line.size();
    if (goes_on) {
      lines.back().append(" ").append(line);
    } else {
      lines.push_back(std::move(line));
    }
  }
  return lines;
}

/// Where the lines begin that continue this one: below the description of an option or command, or below the
/// line itself.
std::size_t indent_of(std::string_view line) {
  const std::size_t begin = line.find_first_not_of(' ');
  if (begin == 0 || begin == std::string_view::npos) {
    return 0;
  }
  if (line.starts_with("  -")) {
    return 30;  // the column of descriptions
  }
  const std::size_t gap = line.find("  ", begin);
  const std::size_t below = gap == std::string_view::npos ? begin : line.find_first_not_of(' ', gap);
  constexpr std::size_t kMost = kHelpWidth / 2;
  return is_example(line) ? 6 : below != std::string_view::npos && below <= kMost ? below : begin;
}

/// The last place at which `line` may be broken so that its first part has at most `width` columns; else the
/// first one behind; npos: none. Places are blanks that are not in quotes, and those behind a comma in {}.
std::size_t break_of(std::string_view line, std::size_t width) {
  std::size_t best = std::string_view::npos;
  bool quoted = false;
  bool in_set = false;
  for (std::size_t at = line.find_first_not_of(' '); at < line.size(); ++at) {
    quoted = quoted != (line[at] == '"');
    in_set = line[at] == '{' || (in_set && line[at] != '}');
    const bool behind_comma = in_set && at > 0 && line[at - 1] == ',';
    if ((line[at] != ' ' || quoted) && !behind_comma) {
      continue;
    }
    if (at > width) {
      return best == std::string_view::npos ? at : best;
    }
    best = at;
  }
  return best;
}

std::string fitted_line(std::string line) {
  std::string out;
  const std::string indent(indent_of(line), ' ');
  const bool example = is_example(line);
  while (line.size() > kHelpWidth) {
    const std::size_t at = break_of(line, kHelpWidth - (example ? 2 : 0));
    if (at == std::string::npos) {
      break;
    }
    out.append(line, 0, line.find_last_not_of(' ', at - 1) + 1).append(example ? " \\\n" : "\n");
    line = indent + line.substr(line.find_first_not_of(' ', at));
  }
  return out + line + "\n";
}

}  // namespace

std::string fitted_help(const std::string& text) {
  std::string out;
  for (std::string& line : paragraphs_of(text)) {
    out += fitted_line(std::move(line));
  }
  return out;
}

std::string HelpFormatter::make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const {
  return fitted_help(CLI::Formatter::make_help(app, std::move(name), mode));
}

}  // namespace referee
