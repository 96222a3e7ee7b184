#include "referee/pages/assets.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engines/embedded_file.h"
#include "engines/registry.h"
#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/pages/base64.h"
#include "referee/report/stylesheet.h"

namespace engines {

std::span<const EmbeddedFile> page_scripts();
std::span<const EmbeddedFile> painter_trial();
std::span<const EmbeddedFile> page_styles();
#define GAME(name) std::span<const EmbeddedFile> name##_page_painter();
#include "engines/games.def"
#undef GAME

}  // namespace engines

namespace referee::pages {
namespace {

using Files = std::span<const engines::EmbeddedFile>;
using Names = std::span<const std::string_view>;

constexpr std::string_view kScriptType = "text/javascript; charset=utf-8";
constexpr std::string_view kStyleType = "text/css; charset=utf-8";

// What a script uses while it is read stands before it.
constexpr std::array<std::string_view, 4> kPainting{"colors", "drawing", "reel", "plain_painter"};
// For games that have no painter among ours.
constexpr std::array<std::string_view, 1> kAnyPainting{"picture_painter"};
constexpr std::array<std::string_view, 1> kAnyViewing{"painter_frame"};
constexpr std::array<std::string_view, 26> kViewing{
    "board",         "controls",     "duration",      "elements",      "fault_list",   "film",     "fragment",
    "help",          "keys",         "match_context", "match_header",  "match_result", "narrator", "playback",
    "page_options",  "record_panel", "seat_answers",  "seat_panel",    "seen",         "source",   "share",
    "still_picture", "texts",        "timeline",      "turning_point", "viewer"};
constexpr std::array<std::string_view, 1> kPainterBoot{"painter_boot"};
constexpr std::array<std::string_view, 1> kPainterHost{"painter_host"};
constexpr std::array<std::string_view, 1> kMatchPage{"match_page"};
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
// A page of one file that has its record in it: behind what shows the match.
constexpr std::array<std::string_view, 4> kOwnRecord{"dom", "rules_worker", "record_verdict", "own_record"};
// Beside what shows matches.
constexpr std::array<std::string_view, 11> kLabPage{
    "dom",       "announcer", "own_source", "submit_page", "wanted_record", "rules_worker",
    "your_move", "lab_bot",   "lab_check",  "lab_series",  "lab_page"};
constexpr std::array<std::string_view, 10> kWorkersPage{
    "elements",       "texts",       "dom",           "announcer",    "connection_state",
    "update_element", "page_source", "sorted_tables", "table_search", "workers_page"};
constexpr std::array<std::string_view, 1> kMatchStyles{"match"};
constexpr std::array<std::string_view, 6> kOtherStyles{"lobby", "prize_giving", "projector",
                                                       "me",    "workers",      "lab"};

std::string joined(Files files, Names names) {
  std::string text;
  for (const std::string_view name : names) {
    const engines::EmbeddedFile* const file = engines::find_file(files, name);
    if (file == nullptr) {
      throw std::logic_error("pages have no file " + std::string(name));
    }
    text += file->text;
  }
  return text;
}

struct GamePainter {
  std::string_view game;
  Files file;  // one, or none
};

std::span<const GamePainter> painters() {
  static const std::array kPainters = {
#define GAME(name) GamePainter{#name, engines::name##_page_painter()},
#include "engines/games.def"
#undef GAME
  };
  return kPainters;
}

/// Whether the game's painter is among ours.
bool has_painter(std::string_view game) {
  const auto found = std::ranges::find(painters(), game, &GamePainter::game);
  return found != painters().end() && !found->file.empty();
}

/// What draws the positions of a game, or of all games if it is "".
std::string painting(std::string_view game) {
  std::string text = joined(engines::page_scripts(), kPainting);
  text += has_painter(game) ? "" : joined(engines::page_scripts(), kAnyPainting);
  for (const GamePainter& painter : painters()) {
    for (const engines::EmbeddedFile& file : painter.file) {
      text += game.empty() || game == painter.game ? file.text : "";
    }
  }
  return text;
}

/// What shows a match of a game, or of all games if it is "".
std::string viewing(std::string_view game) {
  return joined(engines::page_scripts(), kViewing) +
         (has_painter(game) ? "" : joined(engines::page_scripts(), kAnyViewing));
}

const std::string& painter_boot() {
  static const std::string kBoot = joined(engines::page_scripts(), kPainterBoot);
  return kBoot;
}

/// JSON that can stand in an element of HTML.
std::string script_json(const nlohmann::json& value) {
  std::string text;
  for (const char c : protocol::dump(value)) {
    text += c == '<' ? "\\u003c" : std::string(1, c);
  }
  return text;
}

/// A policy that has "script-src ", with one more source of scripts, and with workers.
std::string policy_with(std::string_view policy, const std::string& source) {
  constexpr std::string_view kScripts = "script-src ";
  std::string text(policy);
  text.insert(text.find(kScripts) + kScripts.size(), source + " ");
  return text + "; worker-src blob:";
}

}  // namespace

std::string source_of(std::string_view text) {
  return "'sha256-" + base64_of_hex(protocol::Sha256::hex_of(text)) + "'";
}

const std::string& painter_source() {
  static const std::string kSource = source_of(painter_boot());
  return kSource;
}

std::string policy_with_painter(std::string_view policy) { return policy_with(policy, painter_source()); }

std::string policy_with_rules(std::string_view policy) { return policy_with(policy, "'wasm-unsafe-eval'"); }

bool browsers_play(std::string_view game) {
  return std::ranges::any_of(engines::games(),
                             [&](const engines::Entry& entry) { return entry.name == game; });
}

std::string painter_script() {
  const std::string hash = painter_source().substr(1, painter_source().size() - 2);
  const nlohmann::json sources = {
      {"boot", painter_boot()},
      {"hash", hash},
      {"worker", joined(engines::page_scripts(), kPainting) + joined(engines::page_scripts(), kAnyPainting) +
                     joined(engines::page_scripts(), kPainterHost)}};
  return "globalThis.referee = globalThis.referee || {};\nglobalThis.referee.frameSources = " +
         script_json(sources) + ";\n";
}

std::map<std::string, std::string> painter_trial() {
  std::map<std::string, std::string> files;
  for (const engines::EmbeddedFile& file : engines::painter_trial()) {
    files[std::string(file.name) + ".js"] = file.text;
  }
  files["scripts.js"] =
      joined(engines::page_scripts(), kPainting) + joined(engines::page_scripts(), kAnyPainting);
  return files;
}

std::string match_script(std::string_view game) {
  return painting(game) + viewing(game) + joined(engines::page_scripts(), kMatchPage);
}

std::string own_record_script() { return joined(engines::page_scripts(), kOwnRecord); }

std::string match_style() { return page_style() + joined(engines::page_styles(), kMatchStyles); }

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
