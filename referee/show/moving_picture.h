#pragma once

#include <cstddef>
#include <string>

#include "referee/show/frames.h"

namespace referee::show {

/// Frames of a record, one after another, as a GIF that goes on for ever.
struct MovingPicture {
  std::string gif;        ///< the file
  std::size_t shown = 0;  ///< how many frames it has
  std::size_t every = 1;  ///< it has every so manieth of those that were asked for, and the last one
};

/// From frame `first` to frame `last`, each for a tenth of a second, the last one for two seconds; at most
/// 300, which takes half a minute. Title, board, and what the frame tells below it; the seats' answers and
/// the legend are left out. At most 760 pixels wide. REQUIRES: first <= last < frames.count().
MovingPicture gif_of(Frames& frames, std::size_t first, std::size_t last);

}  // namespace referee::show
