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

/// The needless deaths of a team in a game of Light Cycle, turn by turn; RULES.md, section 9, has the
/// definition. A record proves them without the charges, which decide contested cells: this needs `options`
/// of its header, and its lines with "turn", in their order. Throws std::exception for lines that are not of
/// such a record.
std::vector<NeedlessDeaths> needless_deaths(const Json& options, std::span<const Json> turns, Seat team);

}  // namespace engines
