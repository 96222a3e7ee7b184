#pragma once

#include <vector>

#include <nlohmann/json.hpp>

#include "engines/game.h"

namespace engines {

/// A Game whose answer is a list of parts that can be chosen apart, such as a cell for each cycle of a team.
/// A list of all whole answers would be too long.
class MovesInParts {
 public:
  virtual ~MovesInParts() = default;

  /// For each part of an answer of a seat to move, in order: its values that the rules do not punish at
  /// once. An empty list: every value is punished.
  virtual std::vector<std::vector<Json>> legal_parts(Seat seat) const = 0;

 protected:
  MovesInParts() = default;
  MovesInParts(const MovesInParts&) = default;
  MovesInParts& operator=(const MovesInParts&) = default;
};

}  // namespace engines
