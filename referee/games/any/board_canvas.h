#pragma once

#include <string>
#include <vector>

#include "referee/games/any/board_picture.h"
#include "referee/screen/canvas.h"
#include "referee/screen/picture.h"

namespace referee {

/// A picture of rules as characters. Each cell has a letter or another character, so colours only help.
struct BoardCanvas {
  screen::Canvas canvas{0, 0};
  int columns_per_cell = 2;
  screen::Canvas ground{0, 0};           ///< without the marks of the picture
  std::vector<screen::Form> forms = {};  ///< the marks
};
BoardCanvas board_canvas(const BoardPicture& picture);

/// What the cells of a picture mean, where its legend has words or a seat: "X cross, of A".
std::vector<std::string> legend_lines(const BoardPicture& picture);

}  // namespace referee
