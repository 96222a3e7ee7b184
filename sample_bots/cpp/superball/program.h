#pragma once

#include <functional>
#include <memory>

#include "sample_bots/cpp/runtime/bot.h"
#include "sample_bots/cpp/superball/strategy.h"

namespace superball {

/// Makes a strategy with this seed for its random choices.
using NewStrategy = std::function<std::unique_ptr<Strategy>(std::uint64_t seed)>;

/// The limits of a strategy that does not think ahead.
inline constexpr Limits kAtOnce{std::chrono::microseconds(0), 1};

/// A bot that thinks as long as the options below say, or at once if it has none of them. With the handout's
/// four arguments, and a board on standard input, it prints one move; otherwise it plays by the protocol.
bots::Program program(bots::About about, NewStrategy new_strategy);

/// `--percent`, `--budget-ms` and `--nodes`.
std::vector<bots::NumberOption> thinking_options();

}  // namespace superball
