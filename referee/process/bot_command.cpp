#include "referee/process/bot_command.h"

#include <algorithm>
#include <array>
#include <cstddef>

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

}  // namespace referee
