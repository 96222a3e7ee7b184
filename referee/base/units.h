#pragma once

#include <chrono>
#include <cstdint>

namespace referee {

using Microseconds = std::chrono::microseconds;
using Milliseconds = std::chrono::milliseconds;
using Nanoseconds = std::chrono::nanoseconds;
/// CLOCK_MONOTONIC. The arithmetic of clocks is passed time points and never asks for the time itself.
using TimePoint = std::chrono::steady_clock::time_point;
/// CLOCK_REALTIME: UTC.
using SystemTime = std::chrono::system_clock::time_point;

/// Whole microseconds, fractions dropped: what records hold.
template <class Duration>
constexpr Microseconds whole_microseconds(Duration duration) {
  return std::chrono::duration_cast<Microseconds>(duration);
}

inline constexpr std::int64_t kMib = 1024 * 1024;  ///< bytes

}  // namespace referee
