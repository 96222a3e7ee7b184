#pragma once

#include <string>

#include "referee/screen/picture.h"

namespace referee::screen {

/// How many rows and columns of a game's cells become one mark.
struct Scale {
  int rows = 1;
  int columns = 1;
  bool is_full() const { return rows == 1 && columns == 1; }
  /// "1:3", or "1:9 down, 1:4 across".
  std::string text() const;
  bool operator==(const Scale&) const = default;
};

/// The largest at which the board of `picture` fits into so many rows and columns. A terminal's characters
/// are twice as high as wide: a board drawn with one column a cell is scaled by more rows than columns, so
/// that it looks as it is, and shows more. REQUIRES: both > 0.
Scale scale_to_fit(const Picture& picture, int rows, int columns);

/// The board at that scale. Of the cells that become one mark the one of the highest rank is seen; of several
/// of that rank, the one of which there are most.
Canvas scaled(const Picture& picture, const Scale& scale);

}  // namespace referee::screen
