#pragma once

#include <string>

#include "referee/clocks/clock_spec.h"

namespace referee {

/// The limits of a clock and the keys that set them, for people whose program has met one: "at most 5000 ms
/// in all (floor_ms), or 5000 ms for each 1000 points (ms_per_1000); 100000 ms of wall time a turn (wall_ms);
/// 60000 ms of silence (silence_ms)".
std::string limits_text(const ClockSpec& clock);

}  // namespace referee
