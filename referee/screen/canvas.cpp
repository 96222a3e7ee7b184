#include "referee/screen/canvas.h"

#include "referee/screen/glyph.h"

namespace referee::screen {

void Canvas::write(int row, int column, std::string_view text, Ink ink) {
  if (row < 0 || row >= rows_ || column < 0) {
    return;
  }
  for (const char32_t character : decoded(text)) {
    if (column >= columns_) {
      return;
    }
    at(row, column) = Mark{is_glyph(character) ? character : U'?', ink, Rank::ground, false};
    ++column;
  }
}

}  // namespace referee::screen
