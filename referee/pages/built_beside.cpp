#include "referee/pages/built_beside.h"

#include <filesystem>
#include <initializer_list>
#include <optional>
#include <utility>

#include "referee/base/input.h"
#include "referee/command/beside_program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostScriptMib = 64;

/// A script of pages that `scripts/build wasm` makes; null: it was not built.
std::shared_ptr<const std::string> page_script(const char* file) {
  const std::optional<fs::path> folder = beside_program("share/referee/pages", file, 2);
  return folder ? std::make_shared<const std::string>(read_whole_file(*folder / file, kMostScriptMib))
                : nullptr;
}

pages::BuiltScripts page_scripts(std::initializer_list<const char*> names) {
  pages::BuiltScripts scripts;
  for (const char* const name : names) {
    if (std::shared_ptr<const std::string> script = page_script(name)) {
      scripts.emplace(name, std::move(script));
    }
  }
  return scripts;
}

}  // namespace

std::shared_ptr<const std::string> rules_of_pages() {
  static const std::shared_ptr<const std::string> kRules = page_script(pages::kRulesScript);
  return kRules;
}

std::optional<pages::OwnRecord> own_record(std::string_view record) {
  const auto rules = rules_of_pages();
  return rules ? std::optional(pages::OwnRecord{record, *rules}) : std::nullopt;
}

const pages::BuiltScripts& play_scripts_of_pages() {
  static const pages::BuiltScripts kScripts = page_scripts({pages::kScriptNotices, pages::kSamplesScript});
  return kScripts;
}

const pages::BuiltScripts& lab_scripts_of_pages() {
  static const pages::BuiltScripts kScripts =
      page_scripts({pages::kScriptNotices, pages::kSamplesScript, pages::kEditorScript, pages::kCheckScript,
                    pages::kPythonScript});
  return kScripts;
}

}  // namespace referee
