#pragma once

#include "referee/show/frames.h"
#include "referee/show/window.h"

namespace referee::show {

/// Shows frames in the terminal, from `first` on, until the person leaves: returns 0, or the number of the
/// signal (SIGINT, SIGTERM, SIGHUP) that ended it. Throws std::runtime_error if there is no terminal.
int watch(Frames& frames, std::size_t first, const Part& part);

}  // namespace referee::show
