#include "referee/tournament/standings/ladder_lines.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <nlohmann/json.hpp>

#include "protocol/fields.h"

namespace referee {
namespace {

using fields::Json;

constexpr std::string_view kHeadOfLines = "ladder 1 ";  // the 1 is the number of this form
constexpr std::size_t kShownLine = 60;                  // bytes

/// The first word of a line, and the key of its row.
constexpr std::array<std::pair<std::string_view, std::string_view>, 11> kKeys{{{"ladder", "head"},
                                                                               {"open", "open"},
                                                                               {"first", "first_seat"},
                                                                               {"p", "players"},
                                                                               {"e", "entrants"},
                                                                               {"g", "groups"},
                                                                               {"m", "machines"},
                                                                               {"block", "block"},
                                                                               {"s", "scores"},
                                                                               {"t", "totals"},
                                                                               {"b", "closed"}}};

/// Takes the first line, without its end.
std::string_view take_line(std::string_view& text) {
  const std::string_view line = text.substr(0, text.find('\n'));
  text.remove_prefix(std::min(line.size() + 1, text.size()));
  return line;
}

/// The numbers of a line. The last word may be a list of strings, which have spaces of their own.
LadderRow row_of(std::string_view words) {
  std::string list = "[" + std::string(words) + "]";
  std::replace(list.begin(), std::find(list.begin() + 1, list.end(), '['), ' ', ',');
  auto row = Json::parse(list).get<LadderRow>();
  if (!row.empty() && row.back().is_array()) {
    const Json names = std::move(row.back());
    row.pop_back();
    row.insert(row.end(), names.begin(), names.end());
  }
  return row;
}

}  // namespace

bool is_ladder_lines(std::string_view text) { return text.starts_with('l'); }

void read_ladder_lines(std::string_view text, const ReadLadderRow& read) {
  while (!text.empty()) {
    const std::string_view line = take_line(text);
    const std::string_view kind = line.substr(0, line.find(' '));
    std::string words(line.substr(
        std::min(line.size(), line.starts_with(kHeadOfLines) ? kHeadOfLines.size() : kind.size() + 1)));
    while (kind == "b" && text.starts_with("c ")) {  // the scores of a closed block
      words.append(take_line(text).substr(1));
    }
    const auto* known = std::ranges::find(kKeys, kind, [](const auto& one) { return one.first; });
    LadderRow row;
    try {
      row = row_of(words);
    } catch (const Json::exception&) {
      known = kKeys.end();
    }
    if (known == kKeys.end()) {
      throw fields::Exception({"ladder", fields::brief_text(line, kShownLine), "a line of a ladder"});
    }
    read(known->second, row);
  }
}

}  // namespace referee
