#include "referee/screen/canvas.h"

#include <algorithm>
#include <array>

#include "referee/base/unicode/unicode.h"

namespace referee::screen {
namespace {

struct Substitute {
  char32_t glyph;
  char ascii;
};
constexpr std::array kSubstitutes = {
    Substitute{kGround, '.'}, Substitute{kSolid, '#'}, Substitute{kUp, '^'},
    Substitute{kRight, '>'},  Substitute{kDown, 'v'},  Substitute{kLeft, '<'},
};

bool is_ascii(char32_t character) { return character >= 0x20 && character < 0x7f; }

/// Whether a character takes a column of its own; a combining mark joins the one before it, which may have
/// become
/// "?" already.
bool takes_column(char32_t character) {
  return unicode::is_harmful(character) || unicode::columns_of(character) > 0;
}

/// The characters of UTF-8 text that take a column each.
std::u32string characters_of(std::string_view text) {
  std::u32string characters = unicode::decoded_with_replacements(text);
  std::erase_if(characters, [](char32_t character) { return !takes_column(character); });
  return characters;
}

/// How many bytes of `text` take `columns` columns, at most all of them.
std::size_t bytes_in(std::string_view text, std::size_t columns) {
  std::size_t bytes = 0;
  while (bytes < text.size()) {
    const unicode::Character character = unicode::first_character(text.substr(bytes));
    if (takes_column(character.code) && columns-- == 0) {
      break;
    }
    bytes += character.size;
  }
  return bytes;
}

}  // namespace

char ascii_of(char32_t glyph) {
  if (is_ascii(glyph)) {
    return static_cast<char>(glyph);
  }
  const auto found = std::ranges::find(kSubstitutes, glyph, &Substitute::glyph);
  return found == kSubstitutes.end() ? '?' : found->ascii;
}

bool is_glyph(char32_t character) {
  return is_ascii(character) ||
         std::ranges::find(kSubstitutes, character, &Substitute::glyph) != kSubstitutes.end();
}

void append_glyph(std::string& text, char32_t glyph, bool utf8) {
  if (!utf8 || is_ascii(glyph) || !is_glyph(glyph)) {
    text += ascii_of(glyph);
    return;
  }
  unicode::append_utf8(text, glyph);
}

void Canvas::write(int row, int column, std::string_view text, Ink ink) {
  if (row < 0 || row >= rows_ || column < 0) {
    return;
  }
  for (const char32_t character : characters_of(text)) {
    if (column >= columns_) {
      return;
    }
    at(row, column) = Mark{is_glyph(character) ? character : U'?', ink, Rank::ground, false};
    ++column;
  }
}

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
  for (const char32_t character : characters_of(text)) {
    append_glyph(line, character, utf8);
  }
  return line;
}

void wrap(std::string_view line, std::size_t width, std::vector<std::string>& into) {
  std::string indent;
  while (width > 4) {
    const std::size_t room = bytes_in(line, width - indent.size());
    if (room == line.size()) {
      break;
    }
    const std::size_t blank = line.rfind(' ', room);
    const std::size_t cut = blank == std::string_view::npos || blank == 0 ? room : blank;
    into.push_back(indent + std::string(line.substr(0, cut)));
    line.remove_prefix(std::min(line.find_first_not_of(' ', cut), line.size()));
    indent = "  ";
  }
  into.push_back(indent + std::string(line));
}

}  // namespace referee::screen
