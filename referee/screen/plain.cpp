#include "referee/screen/plain.h"

#include "referee/screen/glyph.h"

namespace referee::screen {

std::string plain_text(const Canvas& canvas, bool utf8) {
  std::string text;
  for (int row = 0; row < canvas.rows(); ++row) {
    for (int column = 0; column < canvas.columns(); ++column) {
      append_glyph(text, canvas.at(row, column).glyph, utf8);
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string plain_line(std::string_view text, bool utf8) {
  std::string line;
  for (const char32_t character : decoded(text)) {
    append_glyph(line, character, utf8);
  }
  return line;
}

}  // namespace referee::screen
