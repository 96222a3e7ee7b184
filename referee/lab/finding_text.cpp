#include "referee/lab/finding_text.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <string_view>

#include "protocol/fields.h"
#include "referee/base/text.h"

namespace referee {
namespace {

constexpr std::size_t kNameWidth = 20;
constexpr std::size_t kStandingWidth = 11;
constexpr std::size_t kShownNote = 200;   // bytes, in the line of a check
constexpr std::size_t kWholeNote = 2000;  // bytes, at length: an exception ends with what matters
constexpr std::size_t kShownLine = 300;   // bytes
constexpr int kShownStderrLines = 15;
constexpr std::size_t kShownStderrLine = 200;  // bytes

std::string padded(std::string_view text, std::size_t width) {
  std::string out(text);
  out.resize(std::max(width, text.size()), ' ');
  return out + "  ";
}

std::string quoted_line(const std::string& line) {
  const bool cut = line.size() > kShownLine;
  std::string shown = escaped(std::string_view(line).substr(0, kShownLine));
  return cut ? shown + "... (" + std::to_string(line.size()) + " bytes)" : shown;
}

/// The note at length, its lines below each other.
std::string told_note(const std::string& note) {
  const std::string whole = fields::brief_text(note, kWholeNote);
  std::string text;
  for (std::size_t at = 0; at <= whole.size();) {
    const std::size_t end = std::min(whole.find('\n', at), whole.size());
    text += (text.empty() ? "" : "\n            ") + printable(whole.substr(at, end - at));
    at = end + 1;
  }
  return text;
}

/// The page of a check, as `referee docs` names it: "protocol/PROTOCOL".
std::string named_page(const Check& check) {
  return std::filesystem::path(check.page).replace_extension().string();
}

}  // namespace

std::string line_of(const Finding& finding) {
  if (finding.standing == Standing::not_reached && finding.note.empty()) {
    return "";
  }
  std::string line = "  " + padded(finding.name, kNameWidth) +
                     padded(name_of(finding.standing), kStandingWidth) +
                     printable(finding.note.substr(0, finding.note.find('\n')), kShownNote);
  line.erase(line.find_last_not_of(' ') + 1);
  return line + "\n";
}

std::string advice_on(const std::vector<Finding>& findings) {
  std::string text;
  for (const Finding& finding : findings) {
    if (finding.standing != Standing::violation) {
      continue;
    }
    text += "\nviolation: " + finding.name + "\n  what      " + told_note(finding.note) + "\n";
    if (!finding.line.empty()) {
      text += "  line      " + quoted_line(finding.line) + "\n";
    }
    text.append("  expected  ").append(finding.check->expected).append("\n");
    text.append("  see       referee docs ").append(named_page(*finding.check)).append(": ");
    text.append(finding.check->place).append("\n");
    text.append("  to mend   ").append(finding.mend).append("\n");
  }
  return text;
}

std::string summary_of(const std::vector<Finding>& findings) {
  std::string text;
  for (const Standing standing :
       {Standing::violation, Standing::advice, Standing::ok, Standing::not_reached}) {
    const auto count = std::ranges::count(findings, standing, &Finding::standing);
    const bool plural = standing == Standing::violation && count != 1;
    text +=
        (text.empty() ? "" : ", ") + std::to_string(count) + " " + name_of(standing) + (plural ? "s" : "");
  }
  return text;
}

std::string last_lines(const std::string& stderr_text) {
  std::string_view rest = stderr_text;
  std::string shown;
  while (rest.ends_with('\n')) {
    rest.remove_suffix(1);
  }
  for (int i = 0; i < kShownStderrLines && !rest.empty(); ++i) {
    const std::size_t newline = rest.rfind('\n');
    const std::size_t begin = newline == std::string_view::npos ? 0 : newline + 1;
    shown.insert(0, "  " + printable(rest.substr(begin), kShownStderrLine) + "\n");
    rest = rest.substr(0, begin == 0 ? 0 : newline);
  }
  return shown;
}

Json json_of(const std::vector<Finding>& findings) {
  Json checks = Json::array();
  for (const Finding& finding : findings) {
    Json check = {{"name", finding.name},
                  {"standing", name_of(finding.standing)},
                  {"note", fields::brief_text(finding.note, kWholeNote)}};
    if (finding.standing == Standing::violation) {
      check.update({{"line", quoted_line(finding.line)},
                    {"expected", finding.check->expected},
                    {"page", named_page(*finding.check)},
                    {"see", finding.check->place},
                    {"mend", finding.mend}});
    }
    checks.push_back(std::move(check));
  }
  return {{"checks", std::move(checks)}};
}

}  // namespace referee
