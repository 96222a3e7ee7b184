#include "referee/pages/assets.h"

#include <algorithm>
#include <array>
#include <span>

#include "engines/embedded_file.h"
#include "referee/pages/match_script.h"
#include "referee/report/stylesheet.h"

namespace engines {

std::span<const EmbeddedFile> page_scripts();
std::span<const EmbeddedFile> painter_trial();
std::span<const EmbeddedFile> page_styles();

}  // namespace engines

namespace referee::pages {
namespace {

constexpr std::string_view kScriptType = "text/javascript; charset=utf-8";
constexpr std::string_view kStyleType = "text/css; charset=utf-8";

// What a match page asks its server for; a page that is one file has no server.
constexpr std::array<std::string_view, 2> kServedMatch{"live", "own_source"};
constexpr std::array<std::string_view, 37> kTournamentPage{"elements",
                                                           "duration",
                                                           "source",
                                                           "texts",
                                                           "dom",
                                                           "popover",
                                                           "announcer",
                                                           "connection_state",
                                                           "page_text",
                                                           "tournament_source",
                                                           "entrant_names",
                                                           "sorted_tables",
                                                           "table_search",
                                                           "entrant_tools",
                                                           "whole_data",
                                                           "scales",
                                                           "bracket_layout",
                                                           "live_board",
                                                           "match_result",
                                                           "replay_board",
                                                           "show",
                                                           "replays",
                                                           "live_boards",
                                                           "slide_boards",
                                                           "slide_standings",
                                                           "slide_bracket",
                                                           "slide_crosstable",
                                                           "slide_chart",
                                                           "slide_show",
                                                           "slide_element",
                                                           "projector",
                                                           "update_element",
                                                           "mine",
                                                           "mine_link",
                                                           "lobby",
                                                           "begin_button",
                                                           "tournament_page"};
constexpr std::array<std::string_view, 8> kMePage{"dom",          "announcer",     "own_source",
                                                  "charge_chart", "sorted_tables", "table_search",
                                                  "own_matches",  "me_page"};
constexpr std::array<std::string_view, 4> kEntrantPage{"mine", "sorted_tables", "table_search",
                                                       "entrant_page"};
constexpr std::array<std::string_view, 7> kSubmitPage{"elements",   "texts", "dom",        "announcer",
                                                      "own_source", "tar",   "submit_page"};
constexpr std::array<std::string_view, 8> kVerifyPage{"elements",       "texts",         "dom",
                                                      "announcer",      "wanted_record", "rules_worker",
                                                      "record_verdict", "verify_page"};
// Beside what shows matches.
constexpr std::array<std::string_view, 11> kLabPage{
    "dom",       "announcer", "own_source", "submit_page", "wanted_record", "rules_worker",
    "your_move", "lab_bot",   "lab_check",  "lab_series",  "lab_page"};
constexpr std::array<std::string_view, 10> kWorkersPage{
    "elements",       "texts",       "dom",           "announcer",    "connection_state",
    "update_element", "page_source", "sorted_tables", "table_search", "workers_page"};
constexpr std::array<std::string_view, 6> kOtherStyles{"lobby", "prize_giving", "projector",
                                                       "me",    "workers",      "lab"};

}  // namespace

std::map<std::string, std::string> painter_trial() {
  std::map<std::string, std::string> files;
  for (const engines::EmbeddedFile& file : engines::painter_trial()) {
    files[std::string(file.name) + ".js"] = file.text;
  }
  files["scripts.js"] = painting("no game");
  return files;
}

std::string all_styles() {
  return match_style() + report_style() + joined(engines::page_styles(), kOtherStyles);
}

const std::vector<Asset>& assets() {
  static const std::vector<Asset> kAssets = {
      {"match.js", kScriptType, joined(engines::page_scripts(), kServedMatch) + match_script()},
      {"painter.js", kScriptType, painter_script()},
      {"entrant.js", kScriptType, joined(engines::page_scripts(), kEntrantPage)},
      {"lab.js", kScriptType, painting("") + viewing("") + joined(engines::page_scripts(), kLabPage)},
      {"me.js", kScriptType, painting("") + viewing("") + joined(engines::page_scripts(), kMePage)},
      {"submit.js", kScriptType, joined(engines::page_scripts(), kSubmitPage)},
      {"pages.css", kStyleType, all_styles()},
      {"tournament.js", kScriptType, painting("") + joined(engines::page_scripts(), kTournamentPage)},
      {"verify.js", kScriptType, joined(engines::page_scripts(), kVerifyPage)},
      {"workers.js", kScriptType, joined(engines::page_scripts(), kWorkersPage)}};
  return kAssets;
}

const Asset* find_asset(std::string_view name) {
  const auto found = std::ranges::find(assets(), name, &Asset::name);
  return found == assets().end() ? nullptr : &*found;
}

}  // namespace referee::pages
