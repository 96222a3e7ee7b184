#pragma once

#include <functional>
#include <memory>

#include "sample_bots/cpp/runtime/command_line.h"
#include "sample_bots/cpp/superball/strategy.h"

namespace superball {

/// Makes a strategy with this seed for its random choices.
using NewStrategy = std::function<std::unique_ptr<Strategy>(std::uint64_t seed)>;

/// The limits of a strategy that does not think ahead.
inline constexpr Limits kAtOnce{std::chrono::microseconds(0), 1};

/// main() of a bot that thinks as long as the options below say, or at once if it has none of them. With the
/// handout's four arguments, and a board on standard input, it prints one move; otherwise it plays by the
/// protocol. Returns the exit code.
int play(bots::About about, int argc, const char* const* argv, const NewStrategy& new_strategy);

/// `--percent`, `--budget-ms` and `--nodes`.
std::vector<bots::NumberOption> thinking_options();

}  // namespace superball
