#include "referee/pages/match_script.h"

#include <algorithm>
#include <span>

#include <nlohmann/json.hpp>

#include "engines/embedded_file.h"
#include "engines/registry.h"
#include "protocol/json_writer.h"
#include "protocol/sha256.h"
#include "referee/pages/base64.h"
#include "referee/report/stylesheet.h"

namespace engines {

std::span<const EmbeddedFile> match_scripts();
std::span<const EmbeddedFile> match_styles();
#define GAME(name) std::span<const EmbeddedFile> name##_page_painter();
#include "engines/games.def"
#undef GAME

}  // namespace engines

namespace referee::pages {
namespace {

std::string_view script_named(std::string_view name) {
  return engines::find_file(engines::match_scripts(), name)->text;
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
  static const std::string kSource = source_of(script_named("painter_boot"));
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
      {"boot", script_named("painter_boot")}, {"hash", hash}, {"worker", script_named("painter_host")}};
  return "globalThis.referee = globalThis.referee || {};\nglobalThis.referee.frameSources = " +
         script_json(sources) + ";\n";
}

std::string with_painters(std::string_view script, std::string_view game) {
  std::string text(script);
  const auto add = [&](std::string_view name, std::span<const engines::EmbeddedFile> painter) {
    if (!painter.empty() && (game.empty() || game == name)) {
      text += painter.front().text;
    }
  };
#define GAME(name) add(#name, engines::name##_page_painter());
#include "engines/games.def"
#undef GAME
  return text;
}

std::string match_script(std::string_view game) { return with_painters(script_named("match_page"), game); }

std::string match_style() { return page_style() + std::string(engines::match_styles().front().text); }

}  // namespace referee::pages
