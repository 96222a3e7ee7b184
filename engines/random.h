#pragma once

#include <cstdint>

#include "engines/game.h"
#include "protocol/require.h"

namespace engines {

/// A number from 0 to n-1, all equally likely and the same on every machine. REQUIRES: n >= 1.
inline std::uint64_t below(Rng& rng, std::uint64_t n) {
  REQUIRE(n >= 1);
  const std::uint64_t too_many =
      (Rng::max() % n + 1) % n;  // draws at the top that would favour small numbers
  std::uint64_t draw = rng();
  while (draw > Rng::max() - too_many) {
    draw = rng();
  }
  return draw % n;
}

}  // namespace engines
