#pragma once

#include <cstdint>

#include "sample_bots/cpp/planets/map.h"

/// How ghosts move. They follow fixed rules, so a bot can predict them exactly.
namespace planets {

/// What stops a ghost: 0 asteroids stop and nebulae slow it, 1 asteroids only, 2 neither. The edge stops all.
using Transparency = int;

/// Where a ghost is, and for how many turns it still may not move.
struct Body {
  Cell at = kNowhere;
  int held = 0;
  bool operator==(const Body&) const = default;
};

/// One turn of a `towardplayer` ghost. It goes where the ship was before its own move of this turn.
void chase(const Map& map, Transparency transparency, Body& ghost, Cell ship_before);

/// One turn of a `backandforth` ghost, which may turn round.
void patrol(const Map& map, Transparency transparency, Body& ghost, Move& heading);

struct Ghost {
  bool chases = false;  ///< towardplayer; otherwise backandforth
  Transparency transparency = 0;
  Body body;
  Move heading = Move::stay;  ///< of a backandforth ghost; stay for others
  bool operator==(const Ghost&) const = default;

  /// One ghost of a view. Throws Json::exception or std::invalid_argument if it has another shape.
  static Ghost read(const Map& map, const Json& ghost);
  void advance(const Map& map, Cell ship_before);
};

}  // namespace planets
