#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>
#include <utility>

#include "engines/step/position.h"

namespace referee {

/// Positions by the numbers under which they were told: a bounded number of them. When there are too many,
/// the one that was not used for the longest time is forgotten. Numbers count from 1 and are not used again.
class PositionTable {
 public:
  /// `most`: at least 1.
  explicit PositionTable(std::size_t most) : most_(most) {}

  /// The number that the next position to be kept gets.
  std::int64_t next() const { return newest_ + 1; }
  /// Keeps a position, as number next().
  void keep(Position position);
  /// A position that is kept; it counts as used. Throws std::invalid_argument, which begins with "position",
  /// if the number is that of no position or of one that is forgotten. Valid until the next keep() or
  /// forget().
  const Position& at(std::int64_t number);
  /// No effect on a number that is not kept.
  void forget(std::int64_t number);
  std::size_t size() const { return by_use_.size(); }

 private:
  using Kept = std::pair<std::int64_t, Position>;

  std::size_t most_;
  std::int64_t newest_ = 0;  // the number given last
  std::list<Kept> by_use_;   // the latest used first
  std::unordered_map<std::int64_t, std::list<Kept>::iterator> by_number_;
};

}  // namespace referee
