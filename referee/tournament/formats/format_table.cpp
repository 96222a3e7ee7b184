#include "referee/tournament/formats/format_table.h"

#include <algorithm>
#include <array>
#include <vector>

#include <nlohmann/json.hpp>

#include "referee/tournament/formats/formats.h"

namespace referee {
namespace {

/// "one of "swiss", "round_robin""
std::string all_kinds() {
  std::string text = "one of";
  for (const FormatEntry& format : formats()) {
    text.append(text.ends_with("of") ? " \"" : ", \"").append(format.kind).append("\"");
  }
  return text;
}

/// What others call our formats: a name, and the kind that it means.
constexpr std::array<std::array<std::string_view, 2>, 10> kOtherNames{
    {{"knockout", "double_elimination"},
     {"knock_out", "double_elimination"},
     {"single_elimination", "double_elimination"},
     {"elimination", "double_elimination"},
     {"bracket", "double_elimination"},
     {"cup", "double_elimination"},
     {"rr", "round_robin"},
     {"league", "round_robin"},
     {"all_play_all", "round_robin"},
     {"leaderboard", "ladder"}}};

/// Refuses a kind that others have for one of ours, with ours.
void refuse_other_name(fields::Object& in, const fields::Json& kind) {
  const auto* const other =
      std::ranges::find_if(kOtherNames, [&](const auto& name) { return kind == name[0]; });
  if (other != kOtherNames.end()) {
    in.fail("kind", kind, all_kinds() + ": did you mean '" + std::string((*other)[1]) + "'?");
    in.require();
  }
}

/// "swiss, round_robin or practice": the formats for such a game.
std::string kinds_for(const FormatGame& game) {
  std::vector<std::string_view> kinds;
  for (const FormatEntry& format : formats()) {
    if (format.objection(game).empty()) {
      kinds.push_back(format.kind);
    }
  }
  std::string text;
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    text.append(i == 0 ? "" : i + 1 == kinds.size() ? " or " : ", ").append(kinds[i]);
  }
  return text;
}

}  // namespace

std::span<const FormatEntry> formats() {
  static const std::array all{kSwissFormat, kRoundRobinFormat, kDoubleEliminationFormat,
                              kFieldFormat, kLadderFormat,     kPracticeFormat};
  return all;
}

const FormatEntry& entry_of(const TournamentFormat& format) {
  const fields::Json keys = format.json();
  return *std::ranges::find(formats(), keys.at("kind").get_ref<const std::string&>(), &FormatEntry::kind);
}

std::shared_ptr<const TournamentFormat> read_format(const fields::Json& json, const std::string& path,
                                                    const FormatGame& game) {
  if (!json.is_object()) {
    throw fields::Exception({path, fields::brief(json), R"(an object, as {"kind": "swiss", "rounds": 5})"});
  }
  fields::Object in(json, path);
  const fields::Json* kind = in.find("kind");
  in.require();
  if (kind == nullptr) {
    throw fields::Exception({path + ".kind", "", all_kinds()});
  }
  std::vector<std::string_view> kinds;
  for (const FormatEntry& format : formats()) {
    kinds.push_back(format.kind);
  }
  refuse_other_name(in, *kind);
  const FormatEntry& entry = formats()[in.choice_or("kind", kinds, 0)];
  if (game.seats > Points::kMaxTable) {
    in.fail("kind", *kind,
            "a game of at most " + std::to_string(Points::kMaxTable) + " seats; with these options it has " +
                std::to_string(game.seats));
  }
  if (const std::string objection = entry.objection(game); !objection.empty()) {
    in.fail("kind", *kind, kinds_for(game) + ": " + objection);
  }
  in.require();
  auto format = entry.read(in, game);
  in.refuse_unknown();
  in.require();
  return format;
}

}  // namespace referee
