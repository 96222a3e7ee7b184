#pragma once

#include <bit>
#include <cstdint>

namespace superball {

/// A set of at most 128 cells, one bit each.
__extension__ typedef unsigned __int128 CellSet;

inline constexpr int kMaxBits = 128;

constexpr CellSet only(int cell) { return CellSet{1} << cell; }
constexpr bool has(CellSet set, int cell) { return ((set >> cell) & 1U) != 0; }

constexpr int count(CellSet set) {
  return std::popcount(static_cast<std::uint64_t>(set)) +
         std::popcount(static_cast<std::uint64_t>(set >> 64));
}

/// The lowest cell. REQUIRES: set is not empty.
constexpr int first(CellSet set) {
  const auto low = static_cast<std::uint64_t>(set);
  return low != 0 ? std::countr_zero(low) : 64 + std::countr_zero(static_cast<std::uint64_t>(set >> 64));
}

/// Takes the lowest cell out of the set and returns it. REQUIRES: set is not empty.
constexpr int take_first(CellSet& set) {
  const int cell = first(set);
  set &= set - 1;
  return cell;
}

}  // namespace superball
