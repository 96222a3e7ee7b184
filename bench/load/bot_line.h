#pragma once

#include <cstdint>
#include <string_view>

namespace load {

/// The place of a match in its tournament: "r1t12g3" is round 1, table 12, game 3.
struct Place {
  std::uint32_t round = 0;
  std::uint32_t table = 0;
  std::uint32_t game = 0;
  bool operator==(const Place&) const = default;

  /// All 0 if `match` is not such a name.
  static Place of(std::string_view match);
};

enum class LineKind { welcome, start, turn, error, end, bye, other };

/// The parts of a referee's line that a bot needs if it ignores the view. Found by text search, without a
/// JSON parser; the string views point into the line.
struct BotLine {
  LineKind kind = LineKind::other;
  std::string_view match;  ///< of start, turn, error and end
  std::string_view code;   ///< of error
  std::int64_t seat = -1;  ///< of start
  std::int64_t turn = -1;  ///< of turn and error

  static BotLine read(std::string_view line);
};

}  // namespace load
