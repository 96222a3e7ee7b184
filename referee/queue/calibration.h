#pragma once

#include <cstdint>

#include "referee/base/units.h"

namespace referee::queue {

/// The processor time that the calibration takes on this machine now: a fixed computation of this thread,
/// the best of five runs, which take half a second together at most on a machine of this decade. A budget of
/// processor time is so many times as much on a machine as its calibration is smaller. Throws
/// std::runtime_error if the system has no clock of the thread's processor time.
Microseconds calibrate();

/// One run of the computation: steps through 1 MiB of memory, in which the next place depends on what was
/// read, and the SHA-256 of 2 MiB. Returns a number that depends on all of it, the same on every machine.
std::uint64_t calibration_run();

}  // namespace referee::queue
