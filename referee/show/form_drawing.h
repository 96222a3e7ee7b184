#pragma once

#include <vector>

#include "referee/screen/picture.h"
#include "referee/show/raster.h"

namespace referee::show {

/// Draws the forms of a picture over its board, cut at the board's edges. `cell`: pixels of a cell's edge.
void draw_forms(Raster& raster, const std::vector<screen::Form>& forms, const PixelBox& board, int cell);

}  // namespace referee::show
