#include "referee/swiss/trf/characters.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace referee::swiss::trf {
namespace {

constexpr char32_t kBlank = U' ';
constexpr std::size_t kMaxQuoted = 40;

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

/// How many bytes a character takes that begins with this one; 0 if none does.
std::size_t size_after(unsigned char lead) {
  if (lead < 0x80) {
    return 1;
  }
  return lead >= 0xc2 && lead < 0xe0   ? 2
         : lead >= 0xe0 && lead < 0xf0 ? 3
         : lead >= 0xf0 && lead < 0xf5 ? 4
                                       : 0;
}

/// Written in more bytes than it takes, half of a pair of UTF-16, or beyond the last character.
bool is_wrong(char32_t code, std::size_t size) {
  constexpr std::array<char32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  return code < kLeast[size] || (code >= 0xd800 && code <= 0xdfff) || code > 0x10ffff;
}

/// Nothing, or something that moves the cursor or turns the direction of writing.
bool is_printable(char32_t c) {
  const bool control = c < 0x20 || (c >= 0x7f && c < 0xa0);
  const bool direction = (c >= 0x2028 && c <= 0x202e) || (c >= 0x2066 && c <= 0x2069);
  return !control && !direction;
}

/// U+00C0 to U+00FF without accents.
constexpr std::string_view kWestern = "AAAAAAACEEEEIIIIDNOOOOOxOUUUUYTsaaaaaaaceeeeiiiidnooooo/ouuuuyty";
static_assert(kWestern.size() == 0x40);

char ascii_of(char32_t c) {
  if (c >= kBlank && c < 0x7f) {
    return static_cast<char>(c);
  }
  return c >= 0xc0 && c <= 0xff ? kWestern[c - 0xc0] : '?';
}

}  // namespace

std::optional<std::u32string> from_utf8(std::string_view text) {
  std::u32string characters;
  for (std::size_t i = 0; i < text.size();) {
    const std::size_t size = size_after(byte_of(text[i]));
    if (size == 0 || text.size() - i < size) {
      return std::nullopt;
    }
    char32_t code = size == 1 ? byte_of(text[i]) : byte_of(text[i]) & (0x7fU >> size);
    for (std::size_t k = 1; k < size; ++k) {
      if ((byte_of(text[i + k]) & 0xc0) != 0x80) {
        return std::nullopt;
      }
      code = (code << 6) | (byte_of(text[i + k]) & 0x3f);
    }
    if (is_wrong(code, size)) {
      return std::nullopt;
    }
    characters += code;
    i += size;
  }
  return characters;
}

std::u32string from_latin1(std::string_view text) {
  std::u32string characters;
  for (const char c : text) {
    characters += byte_of(c);
  }
  return characters;
}

std::string to_utf8(std::u32string_view characters) {
  std::string text;
  for (const char32_t c : characters) {
    const auto add = [&text](char32_t byte) { text += static_cast<char>(static_cast<unsigned char>(byte)); };
    if (c < 0x80) {
      add(c);
      continue;
    }
    const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;
    add((0xf00U >> (more + 1) & 0xf0U) | c >> (6 * more));
    for (int shift = 6 * (more - 1); shift >= 0; shift -= 6) {
      add(0x80 | (c >> shift & 0x3f));
    }
  }
  return text;
}

std::string quoted(std::u32string_view characters) {
  std::u32string shown(characters.substr(0, kMaxQuoted));
  std::replace_if(
      shown.begin(), shown.end(), [](char32_t c) { return !is_printable(c); }, U'?');
  std::string text = "'";
  text += to_utf8(shown);
  text += characters.size() > kMaxQuoted ? "...'" : "'";
  return text;
}

std::string to_ascii(std::string_view text) {
  const auto characters = from_utf8(text);
  std::string ascii;
  for (const char32_t c : characters ? *characters : from_latin1(text)) {
    ascii += ascii_of(c);
  }
  return ascii;
}

}  // namespace referee::swiss::trf
