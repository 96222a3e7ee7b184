#include "referee/base/escaped.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace referee {
namespace {

/// One character of UTF-8, or one byte that begins none.
struct Character {
  std::size_t size = 1;
  char32_t code = 0;
  bool valid = false;
};

struct Lead {
  unsigned char mask;
  unsigned char bits;
  std::size_t size;
  char32_t least;  // a smaller code in so many bytes is an overlong form
};
constexpr std::array<Lead, 4> kLeads{Lead{0x80, 0x00, 1, 0}, Lead{0xe0, 0xc0, 2, 0x80},
                                     Lead{0xf0, 0xe0, 3, 0x800}, Lead{0xf8, 0xf0, 4, 0x10000}};

Character first_of(std::string_view text) {
  const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  for (const Lead& lead : kLeads) {
    if ((byte(0) & lead.mask) != lead.bits || text.size() < lead.size) {
      continue;
    }
    char32_t code = byte(0) & static_cast<unsigned char>(~lead.mask);
    for (std::size_t i = 1; i < lead.size; ++i) {
      if ((byte(i) & 0xc0) != 0x80) {
        return {};
      }
      code = (code << 6) | (byte(i) & 0x3f);
    }
    const bool surrogate = code >= 0xd800 && code <= 0xdfff;
    return code < lead.least || code > 0x10ffff || surrogate ? Character{} : Character{lead.size, code, true};
  }
  return {};
}

/// What moves a cursor, ends a line or turns the direction of writing.
bool is_harmful(char32_t code) {
  const bool control = code < 0x20 || (code >= 0x7f && code < 0xa0);
  const bool separator = code == 0x2028 || code == 0x2029;
  const bool direction = (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
  return control || separator || direction;
}

void append_bytes(std::string& out, std::string_view bytes) {
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (const char c : bytes) {
    const auto byte = static_cast<unsigned char>(c);
    out += "\\x";
    out.push_back(kDigits[byte >> 4]);
    out.push_back(kDigits[byte & 0xf]);
  }
}

}  // namespace

std::string escaped(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  while (!text.empty()) {
    const Character character = first_of(text);
    const std::string_view bytes = text.substr(0, character.size);
    if (character.code == '\\') {
      out += "\\\\";
    } else if (character.code == '\n') {
      out += "\\n";
    } else if (character.code == '\r') {
      out += "\\r";
    } else if (character.code == '\t') {
      out += "\\t";
    } else if (!character.valid || is_harmful(character.code)) {
      append_bytes(out, bytes);
    } else {
      out += bytes;
    }
    text.remove_prefix(character.size);
  }
  return out;
}

}  // namespace referee
