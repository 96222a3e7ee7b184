#pragma once

#include <chrono>

// Times that no test takes.
namespace test_support {

/// For poll(): only ever waited for when something hangs.
inline constexpr int kPatienceMs = 60'000;
/// For a limit of the referee's that the test is not about.
inline constexpr std::chrono::milliseconds kLong{600'000};

}  // namespace test_support
