#include "referee/process/confinement.h"

#include <algorithm>
#include <array>

namespace referee {
namespace {

constexpr std::array<std::string_view, 2> kNames{"tcp", "pipe"};

}  // namespace

const char* name_of(Stdio stdio) { return kNames[static_cast<std::size_t>(stdio)].data(); }

std::optional<Stdio> stdio_named(std::string_view name) {
  const auto found = std::ranges::find(kNames, name);
  return found == kNames.end() ? std::nullopt : std::optional(static_cast<Stdio>(found - kNames.begin()));
}

}  // namespace referee
