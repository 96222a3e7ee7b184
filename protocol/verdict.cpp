#include "protocol/verdict.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace protocol {
namespace {

constexpr std::array<std::string_view, 10> kNames = {"ok",        "late",         "illegal",      "malformed",
                                                     "oversize",  "flood",        "disconnected", "no_show",
                                                     "forfeited", "referee_error"};

}  // namespace

std::string_view name_of(Verdict verdict) { return kNames[static_cast<std::size_t>(verdict)]; }

std::optional<Verdict> verdict_of(std::string_view name) {
  const auto at = std::ranges::find(kNames, name);
  if (at == kNames.end()) {
    return std::nullopt;
  }
  return static_cast<Verdict>(at - kNames.begin());
}

}  // namespace protocol
