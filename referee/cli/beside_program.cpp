#include "referee/cli/beside_program.h"

#include <system_error>

#include "referee/base/input.h"
#include "referee/process/program.h"

namespace referee {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kMostRulesMib = 8;

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
  static const std::shared_ptr<const std::string> kRules = [] {
    constexpr const char* kFile = "rules.js";
    const std::optional<fs::path> folder = beside_program("share/referee/pages", kFile, 2);
    return folder ? std::make_shared<const std::string>(read_whole_file(*folder / kFile, kMostRulesMib))
                  : nullptr;
  }();
  return kRules;
}

}  // namespace referee
