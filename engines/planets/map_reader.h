#pragma once

#include "engines/planets/map.h"
#include "protocol/fields.h"

namespace engines::planets {

// Limits of a map. A map at all limits makes a `setup` of much less than half the longest line to a bot.
inline constexpr std::size_t kMaxSide = 200;  ///< rows and columns, each
inline constexpr std::int64_t kMaxNebula = 100'000;
inline constexpr std::int64_t kMaxTurns = 100'000;
inline constexpr std::size_t kMaxScraps = 1000;
inline constexpr std::int64_t kMaxValue = 1'000'000'000;  ///< of a scrap; so scores stay far below 2^53
inline constexpr std::size_t kMaxGhosts = 250;
inline constexpr std::size_t kMaxMapName = 64;  ///< bytes

/// Reads a map file's object. Every key is required and no other is allowed; the first mistake stays in `in`:
/// do not use the map that is returned then. Does not call in.refuse_unknown().
Map read_map(fields::Object& in);

}  // namespace engines::planets
