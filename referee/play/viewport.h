#pragma once

#include "referee/games/steering.h"
#include "referee/screen/canvas.h"

namespace referee::play {

/// So many rows and columns of `board`, or all where it has fewer, with `focus` as near to the middle as the
/// edges allow. REQUIRES: rows, columns >= 1; `focus` is on the board.
screen::Canvas part_of(const screen::Canvas& board, int rows, int columns, Steering::Place focus);

}  // namespace referee::play
