#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "engines/game.h"

namespace engines {

/// A turn in which cycles of a team died although it had an answer that kept more of them.
struct NeedlessDeaths {
  std::int64_t turn = 0;  ///< from 0
  std::size_t cycles = 0;
  bool operator==(const NeedlessDeaths&) const = default;
};

/// What of a team's deaths in a game of Light Cycle was needless, turn by turn; RULES.md, section 9, has the
/// definition. It is proven from what a record has, without the charges, which decide contested cells:
/// `options` of its header, and its lines with "turn", in their order. Throws std::exception for what is no
/// such record.
std::vector<NeedlessDeaths> needless_deaths(const Json& options, std::span<const Json> turns, Seat team);

}  // namespace engines
