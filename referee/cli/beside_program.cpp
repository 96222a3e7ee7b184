#include "referee/cli/beside_program.h"

#include <system_error>
#include <utility>

#include "referee/base/input.h"
#include "referee/process/program.h"

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

}  // namespace

std::optional<fs::path> beside_program(const fs::path& inside, const fs::path& file, int up) {
  fs::path prefix = fs::path(this_program()).parent_path();
  for (int height = 0; height <= up; ++height, prefix = prefix.parent_path()) {
    if (std::error_code missing; fs::is_regular_file(prefix / inside / file, missing)) {
      return prefix / inside;
    }
  }
  return std::nullopt;
}

std::shared_ptr<const std::string> rules_of_pages() {
  static const std::shared_ptr<const std::string> kRules = page_script(pages::kRulesScript);
  return kRules;
}

const pages::BuiltScripts& lab_scripts_of_pages() {
  static const pages::BuiltScripts kScripts = [] {
    pages::BuiltScripts scripts;
    for (const char* const name : {pages::kEditorScript, pages::kCheckScript, pages::kPythonScript}) {
      if (std::shared_ptr<const std::string> script = page_script(name)) {
        scripts.emplace(name, std::move(script));
      }
    }
    return scripts;
  }();
  return kScripts;
}

}  // namespace referee
