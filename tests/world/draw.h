#pragma once

#include <array>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <random>

#include "referee/base/units.h"

namespace world {

/// What a seed decides is drawn from it in one order, so that it is one course everywhere: at most one draw
/// in an expression whose parts have no order.
using Random = std::mt19937_64;

/// A number below `below`, which is at least 1.
inline std::uint64_t draw(Random& random, std::uint64_t below) { return random() % below; }

/// A time below `below`, which is more than none.
inline referee::Nanoseconds draw_time(Random& random, referee::Nanoseconds below) {
  return referee::Nanoseconds(
      static_cast<referee::Nanoseconds::rep>(draw(random, static_cast<std::uint64_t>(below.count()))));
}

/// How long people wait until they do something: up to two minutes, a little while as often as long.
inline referee::Nanoseconds draw_pause(Random& random) {
  const referee::Nanoseconds longest = std::chrono::milliseconds(1 << draw(random, 18));
  return draw_time(random, longest);
}

/// An index into `weights`, as often as its weight says. REQUIRES: one of them is not 0.
template <std::size_t kCount>
std::size_t draw_by_weight(Random& random, const std::array<unsigned, kCount>& weights) {
  auto drawn = static_cast<unsigned>(draw(random, std::accumulate(weights.begin(), weights.end(), 0U)));
  std::size_t index = 0;
  while (drawn >= weights[index]) {
    drawn -= weights[index++];
  }
  return index;
}

}  // namespace world
