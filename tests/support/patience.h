#pragma once

#include <chrono>

// Time limits that no test reaches unless it fails.
namespace test_support {

/// For poll(): reached only when something hangs.
inline constexpr int kPatienceMs = 60'000;
/// For a limit of the referee that is not the subject of the test.
inline constexpr std::chrono::milliseconds kLong{600'000};

}  // namespace test_support
