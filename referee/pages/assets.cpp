#include "referee/pages/assets.h"

#include <algorithm>
#include <array>
#include <span>
#include <stdexcept>

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

constexpr std::array<std::string_view, 6> kOtherStyles{"lobby", "prize_giving", "projector",
                                                       "me",    "workers",      "lab"};

std::string text_of(std::span<const engines::EmbeddedFile> files, std::string_view name) {
  const engines::EmbeddedFile* const file = engines::find_file(files, name);
  if (file == nullptr) {
    throw std::logic_error("pages have no file " + std::string(name));
  }
  return std::string(file->text);
}

std::string script_of(std::string_view name) { return text_of(engines::page_scripts(), name); }

}  // namespace

std::map<std::string, std::string> painter_trial() {
  std::map<std::string, std::string> files;
  for (const engines::EmbeddedFile& file : engines::painter_trial()) {
    files[std::string(file.name) + ".js"] = file.text;
  }
  files["scripts.js"] = script_of("contract");
  return files;
}

std::string all_styles() {
  std::string text = match_style() + report_style();
  for (const std::string_view name : kOtherStyles) {
    text += text_of(engines::page_styles(), name);
  }
  return text;
}

const std::vector<Asset>& assets() {
  static const std::vector<Asset> kAssets = {
      {"match.js", kScriptType, match_script()},
      {"painter.js", kScriptType, painter_script()},
      {"entrant.js", kScriptType, script_of("entrant_page")},
      {"lab.js", kScriptType, with_painters(script_of("lab_page"))},
      {"me.js", kScriptType, with_painters(script_of("me_page"))},
      {"submit.js", kScriptType, script_of("submit_page")},
      {"pages.css", kStyleType, all_styles()},
      {"tournament.js", kScriptType, with_painters(script_of("tournament_page"))},
      {"verify.js", kScriptType, script_of("verify_page")},
      {"workers.js", kScriptType, script_of("workers_page")}};
  return kAssets;
}

const Asset* find_asset(std::string_view name) {
  const auto found = std::ranges::find(assets(), name, &Asset::name);
  return found == assets().end() ? nullptr : &*found;
}

}  // namespace referee::pages
