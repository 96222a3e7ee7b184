#pragma once

#include <functional>
#include <memory>
#include <string>

#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/superball/board.h"
#include "sample_bots/cpp/superball/strategy.h"

namespace superball {

/// Makes a strategy with this seed for its random choices.
using NewStrategy = std::function<std::unique_ptr<Strategy>(std::uint64_t seed)>;

/// The limits of a strategy that does not think ahead.
inline constexpr Limits kAtOnce{std::chrono::microseconds(0), 1};

/// A bot that thinks as long as the options below say, or at once if it has none of them. With the handout's
/// four arguments, and a board on standard input, it prints one move; otherwise it plays by the protocol.
bots::Program program(bots::About about, NewStrategy new_strategy);

/// A program of the handout that says something about a board, and plays no matches: `say` writes to standard
/// output. A mistake in the arguments or in the board is told on standard error; the exit code is 1 then.
bots::Program board_tool(const std::string& name, const std::function<void(const Board& board)>& say);

/// `--percent`, `--budget-ms` and `--nodes`.
std::vector<bots::NumberOption> thinking_options();

}  // namespace superball
