#include "referee/screen/canvas.h"

#include <langinfo.h>

#include <algorithm>
#include <array>
#include <clocale>
#include <cstdint>

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
constexpr char32_t kReplacement = U'\uFFFD';

bool is_ascii(char32_t character) { return character >= 0x20 && character < 0x7f; }

/// How many bytes the character has that begins with `lead`; 0: no character does.
std::size_t length_from(unsigned char lead) {
  if (lead < 0x80) {
    return 1;
  }
  if (lead < 0xc2 || lead > 0xf4) {
    return 0;
  }
  return lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
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
  // All substitutes are below U+10000 and above U+007F.
  if (glyph < 0x800) {
    text += static_cast<char>(0xc0 | (glyph >> 6));
  } else {
    text += static_cast<char>(0xe0 | (glyph >> 12));
    text += static_cast<char>(0x80 | ((glyph >> 6) & 0x3f));
  }
  text += static_cast<char>(0x80 | (glyph & 0x3f));
}

std::u32string decoded(std::string_view utf8) {
  std::u32string text;
  while (!utf8.empty()) {
    const auto lead = static_cast<unsigned char>(utf8.front());
    const std::size_t length = length_from(lead);
    if (length == 1) {
      text += lead;
      utf8.remove_prefix(1);
      continue;
    }
    const bool whole =
        length > 0 && length <= utf8.size() && std::ranges::all_of(utf8.substr(1, length - 1), [](char c) {
          return (static_cast<unsigned char>(c) & 0xc0) == 0x80;
        });
    if (!whole) {
      text += kReplacement;
      utf8.remove_prefix(1);
      continue;
    }
    char32_t character = lead & (0x7fU >> length);
    for (const char c : utf8.substr(1, length - 1)) {
      character = (character << 6) | (static_cast<unsigned char>(c) & 0x3fU);
    }
    text += character;
    utf8.remove_prefix(length);
  }
  return text;
}

bool locale_is_utf8() {
  std::setlocale(LC_CTYPE, "");
  return std::string_view(nl_langinfo(CODESET)) == "UTF-8";
}

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

void wrap(std::string_view line, std::size_t width, std::vector<std::string>& into) {
  std::string indent;
  while (indent.size() + line.size() > width && width > 4) {
    const std::size_t room = width - indent.size();
    const std::size_t blank = line.rfind(' ', room);
    const std::size_t cut = blank == std::string_view::npos || blank == 0 ? room : blank;
    into.push_back(indent + std::string(line.substr(0, cut)));
    line.remove_prefix(std::min(line.find_first_not_of(' ', cut), line.size()));
    indent = "  ";
  }
  into.push_back(indent + std::string(line));
}

}  // namespace referee::screen
