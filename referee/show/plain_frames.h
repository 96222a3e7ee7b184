#pragma once

#include <optional>
#include <ostream>

#include "referee/show/frames.h"
#include "referee/show/window.h"

namespace referee::show {

/// Writes frames one after another as text without escapes, each followed by an empty line: all of them, or
/// `only` one. Boards are scaled to the part's bounds; the scale is told. Stops when `out` fails.
void write_frames(Frames& frames, std::optional<std::size_t> only, const Part& part, bool utf8,
                  std::ostream& out);

}  // namespace referee::show
