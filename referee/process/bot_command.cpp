#include "referee/process/bot_command.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <system_error>

namespace referee {
namespace {

constexpr std::array<std::string_view, 2> kStdioNames{"tcp", "pipe"};

}  // namespace

const char* name_of(Stdio stdio) { return kStdioNames[static_cast<std::size_t>(stdio)].data(); }

std::optional<Stdio> stdio_named(std::string_view name) {
  const auto found = std::ranges::find(kStdioNames, name);
  return found == kStdioNames.end() ? std::nullopt
                                    : std::optional(static_cast<Stdio>(found - kStdioNames.begin()));
}

std::vector<std::filesystem::path> files_of(const BotCommand& command) {
  std::vector<std::filesystem::path> files;
  if (command.argv.front().find('/') != std::string::npos) {
    files.emplace_back(command.argv.front());
  }
  std::error_code odd;
  for (std::size_t i = 1; i < command.argv.size(); ++i) {
    if (std::filesystem::is_regular_file(command.argv[i], odd)) {
      files.emplace_back(command.argv[i]);
    }
  }
  if (command.confinement && !command.confinement->folder.empty()) {
    files.push_back(command.confinement->folder);
  }
  return files;
}

std::optional<std::filesystem::path> missing_file(const BotCommand& command) {
  const auto missing = std::ranges::find_if(command.files, [](const std::filesystem::path& file) {
    std::error_code unreadable;
    return !std::filesystem::exists(file, unreadable);
  });
  return missing == command.files.end() ? std::nullopt : std::optional(*missing);
}

}  // namespace referee
