#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "engines/superball/superball.h"

namespace engines {

/// Reads a line of the handout's player: words separated by spaces or tabs, "SWAP" and four numbers or
/// "SCORE" and two; numbers are unsigned decimals, leading zeros allowed. Nothing if it is not of that form.
/// Numbers above kMaxInLine are returned as kMaxInLine: both are beyond every board.
std::optional<Superball::Move> read_line(std::string_view line);
inline constexpr std::uint32_t kMaxInLine = 1'000'000;

/// Writes a move as a line that read_line() reads: with single spaces and without leading zeros.
std::string line_of(const Superball::Move& move);

}  // namespace engines
