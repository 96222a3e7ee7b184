#include "referee/pages/match_script.h"

#include <algorithm>
#include <array>
#include <stdexcept>

#include <nlohmann/json.hpp>

#include "engines/registry.h"
#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/pages/base64.h"
#include "referee/report/stylesheet.h"

namespace engines {

std::span<const EmbeddedFile> page_scripts();
std::span<const EmbeddedFile> page_styles();
#define GAME(name) std::span<const EmbeddedFile> name##_page_painter();
#include "engines/games.def"
#undef GAME

}  // namespace engines

namespace referee::pages {
namespace {

using Files = std::span<const engines::EmbeddedFile>;

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
constexpr std::array<std::string_view, 4> kOwnRecord{"dom", "rules_worker", "record_verdict", "own_record"};
constexpr std::array<std::string_view, 1> kMatchStyles{"match"};

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

std::string joined(Files files, std::span<const std::string_view> names) {
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

std::string match_script(std::string_view game) {
  return painting(game) + viewing(game) + joined(engines::page_scripts(), kMatchPage);
}

std::string own_record_script() { return joined(engines::page_scripts(), kOwnRecord); }

std::string match_style() { return page_style() + joined(engines::page_styles(), kMatchStyles); }

}  // namespace referee::pages
