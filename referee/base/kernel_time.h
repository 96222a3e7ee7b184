#pragma once

#include <chrono>

#include "referee/base/units.h"

namespace referee {

// What the kernel's clocks show. They are read here alone: by the Clock of a loop, from which all that runs
// on the loop has the time, by what measures the kernel and its processes, and by programs that have no loop.

/// CLOCK_MONOTONIC.
inline TimePoint kernel_now() { return std::chrono::steady_clock::now(); }
/// CLOCK_REALTIME: UTC, which the machine's owner may set.
inline SystemTime kernel_utc() { return std::chrono::system_clock::now(); }

}  // namespace referee
