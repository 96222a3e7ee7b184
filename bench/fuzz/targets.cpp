#include "tests/fuzz/targets.h"

#include <array>

namespace fuzz {

std::span<const Target> targets() {
#define TARGET(name) Target{#name, name},
  static constexpr std::array kTargets = {
#include "tests/fuzz/targets.def"
  };
#undef TARGET
  return kTargets;
}

}  // namespace fuzz
