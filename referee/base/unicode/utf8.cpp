#include <array>

#include "protocol/require.h"
#include "referee/base/unicode/unicode.h"

namespace referee::unicode {
namespace {

/// How the first byte of a character looks, by the character's size.
struct Lead {
  unsigned char mask;
  unsigned char bits;
  std::size_t size;
  char32_t least;  // a smaller code point in as many bytes is an overlong form
};
constexpr std::array<Lead, 4> kLeads{Lead{0x80, 0x00, 1, 0}, Lead{0xe0, 0xc0, 2, 0x80},
                                     Lead{0xf0, 0xe0, 3, 0x800}, Lead{0xf8, 0xf0, 4, 0x10000}};
constexpr char32_t kGreatest = 0x10ffff;

unsigned char byte_of(char c) { return static_cast<unsigned char>(c); }

void append_byte(std::string& text, char32_t byte) {
  text.push_back(static_cast<char>(static_cast<unsigned char>(byte)));
}

}  // namespace

Character first_character(std::string_view text) {
  REQUIRE(!text.empty());
  for (const Lead& lead : kLeads) {
    if ((byte_of(text[0]) & lead.mask) != lead.bits || text.size() < lead.size) {
      continue;
    }
    char32_t code = byte_of(text[0]) & static_cast<unsigned char>(~lead.mask);
    for (std::size_t i = 1; i < lead.size; ++i) {
      if ((byte_of(text[i]) & 0xc0) != 0x80) {
        return {};
      }
      code = (code << 6) | (byte_of(text[i]) & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < lead.least || code > kGreatest || surrogate ? Character{}
                                                              : Character{lead.size, code, true};
  }
  return {};
}

void append_utf8(std::string& text, char32_t code) {
  REQUIRE(code <= kGreatest);
  if (code < 0x80) {
    append_byte(text, code);
    return;
  }
  const int more = code < 0x800 ? 1 : code < 0x10000 ? 2 : 3;  // bytes behind the first
  append_byte(text, (0xf00U >> (more + 1) & 0xf0U) | code >> (6 * more));
  for (int shift = 6 * (more - 1); shift >= 0; shift -= 6) {
    append_byte(text, 0x80 | (code >> shift & 0x3f));
  }
}

std::optional<std::string> from_utf16(std::string_view bytes) {
  constexpr char16_t kMark = 0xfeff;
  const auto unit = [bytes](std::size_t at, bool big_endian) {
    const auto first = byte_of(bytes[at]);
    const auto second = byte_of(bytes[at + 1]);
    return static_cast<char16_t>(big_endian ? first << 8 | second : second << 8 | first);
  };
  if (bytes.size() < 2 || bytes.size() % 2 != 0) {
    return std::nullopt;
  }
  const auto begins = [&](bool big_endian) {  // no text has NUL
    const char16_t first = unit(0, big_endian);
    return first == kMark || (first > 0 && first < 0x80);
  };
  const bool big_endian = begins(true);
  if (!big_endian && !begins(false)) {
    return std::nullopt;
  }
  std::string text;
  for (std::size_t at = unit(0, big_endian) == kMark ? 2 : 0; at < bytes.size(); at += 2) {
    const char16_t high = unit(at, big_endian);
    const char16_t low = at + 3 < bytes.size() ? unit(at + 2, big_endian) : 0;
    const bool surrogate = high >= 0xd800 && high <= 0xdfff;
    if (high < 0xdc00 && surrogate && low >= 0xdc00 && low <= 0xdfff) {
      append_utf8(text, 0x10000 + ((high - 0xd800U) << 10 | (low - 0xdc00U)));
      at += 2;
    } else {
      append_utf8(text, surrogate ? kReplacement : high);
    }
  }
  return text;
}

std::optional<std::u32string> decoded(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) {
    const Character character = first_character(text);
    if (!character.valid) {
      return std::nullopt;
    }
    characters.push_back(character.code);
    text.remove_prefix(character.size);
  }
  return characters;
}

std::u32string decoded_with_replacements(std::string_view text) {
  std::u32string characters;
  while (!text.empty()) {
    const Character character = first_character(text);
    characters.push_back(character.code);
    text.remove_prefix(character.size);
  }
  return characters;
}

}  // namespace referee::unicode
