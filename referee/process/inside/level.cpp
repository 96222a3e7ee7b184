#include "referee/process/inside/level.h"

#include <array>

namespace referee {
namespace {

constexpr std::array kNames{"none", "basic", "bwrap", "full"};

}  // namespace

const char* name_of(SandboxLevel level) { return kNames[static_cast<std::size_t>(level)]; }

std::optional<SandboxLevel> sandbox_level(std::string_view name) {
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    if (name == kNames[i]) {
      return static_cast<SandboxLevel>(i);
    }
  }
  return std::nullopt;
}

}  // namespace referee
