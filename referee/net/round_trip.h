#pragma once

#include <optional>

#include "referee/base/units.h"

namespace referee {

/// What the kernel knows of a connection's round-trip time.
struct RoundTrip {
  Microseconds smoothed{0};
  Microseconds least{0};  ///< over the kernel's window of minutes: what a lag credit is taken from
};

/// TCP_INFO of `fd`; nothing if the kernel has no measurement yet.
std::optional<RoundTrip> round_trip_of(int fd);

}  // namespace referee
