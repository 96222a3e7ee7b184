#include "bench/fuzz/targets.h"

#include <array>

namespace fuzz {

std::span<const Target> targets() {
#define TARGET(name) Target{#name, name},
  static constexpr std::array kTargets = {
#include "bench/fuzz/targets.def"
  };
#undef TARGET
  return kTargets;
}

}  // namespace fuzz
